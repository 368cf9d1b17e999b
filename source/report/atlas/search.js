// Search and filters above the table of devices. Without this script the page shows all devices.
document.addEventListener('DOMContentLoaded', () => {
    const table = document.querySelector('table');
    const titles = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
    const rows = [...table.tBodies[0].rows];
    const cells = rows.map(row => [...row.cells].map(cell => cell.textContent));
    const texts = cells.map(row => row.join(' ').toLowerCase());

    const form = document.createElement('form');
    form.setAttribute('role', 'search');
    form.addEventListener('submit', event => event.preventDefault());
    const labelled = (text, field) => {
        const label = document.createElement('label');
        label.append(text + ' ', field);
        form.append(label);
        return field;
    };
    const search = labelled('Search', document.createElement('input'));
    search.type = 'search';
    search.id = 'search';
    // Each searches one column, or two: a device may have been measured with several drivers.
    const filters = [['vendor'], ['architecture'], ['driver or source', 'other drivers']].map(columns => {
        const select = labelled(columns[0], document.createElement('select'));
        select.id = columns[0].split(' ')[0];
        select.add(new Option('all', ''));
        const places = columns.map(title => titles.indexOf(title)).filter(column => column >= 0);
        const values = cells.map(row => places.flatMap(column => row[column].split('; ')));
        for (const value of [...new Set(values.flat())].sort())
            if (value) select.add(new Option(value, value));
        return {values, select};
    });
    const count = document.createElement('output');
    count.id = 'count';
    form.append(count);

    const apply = () => {
        const words = search.value.toLowerCase().split(/\s+/);
        let shown = 0;
        rows.forEach((row, i) => {
            const fits =
                words.every(word => texts[i].includes(word)) &&
                filters.every(({values, select}) => !select.value || values[i].includes(select.value));
            row.hidden = !fits;
            shown += fits;
        });
        count.value = `${shown} of ${rows.length} devices`;
    };
    form.addEventListener('input', apply);
    table.parentElement.before(form);
    apply();
    // The page is usable now: milliseconds since it began to load.
    document.documentElement.dataset.ready = Math.round(performance.now());
});
