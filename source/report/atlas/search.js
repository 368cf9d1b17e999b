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
    const filters = ['vendor', 'architecture', 'driver'].map(title => {
        const column = titles.indexOf(title);
        const select = labelled(title, document.createElement('select'));
        select.id = title;
        select.add(new Option('all', ''));
        const values = new Set(cells.map(row => row[column]));
        for (const value of [...values].sort())
            if (value) select.add(new Option(value, value));
        return {column, select};
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
                filters.every(({column, select}) => !select.value || cells[i][column] === select.value);
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
