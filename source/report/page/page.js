// What a page needs no script for is in its HTML. This adds a search and sorting.

const tables = [...document.querySelectorAll('table')].filter(table => table.tBodies[0].rows.length >= 8);
const parts =
    tables.map(table => ({
                   table,
                   titles: [...table.tHead.rows[0].cells],
                   isWide: table.querySelectorAll('tbody tr:first-child .heat').length > 3, // of many ratios
                   rows: [...table.tBodies[0].rows].map(
                       (row, place) => ({row, place, text: row.textContent.toLowerCase()})),
               }));

function make(tag, attributes, ...children) {
    const made = Object.assign(document.createElement(tag), attributes);
    made.append(...children);
    return made;
}

// True if the text has all words.
function fits(text, search) {
    return search.value.toLowerCase().split(/\s+/).every(word => text.includes(word));
}

// Search: rows by all of their text, and columns of ratios by their titles.
const search = make('input', {type: 'search', id: 'search', spellcheck: false});
const columns = make('input', {type: 'search', id: 'columns', spellcheck: false});
const count = make('output', {id: 'count'});

// Of pictures: lines of dots, each with what stands behind it.
const dots = [...document.querySelectorAll('svg g')].map(line => {
    const name =
        `${line.closest('svg').getAttribute('aria-label')} ${line.querySelector('text').textContent} `;
    return {
        line,
        all: [...line.querySelectorAll('circle')].map(
            dot => ({dot, text: (name + dot.textContent).toLowerCase()})),
    };
});

// Words to search for, of those that this page has.
const texts = [
    ...parts.flatMap(({rows}) => rows.map(({text}) => text)),
    ...dots.flatMap(({all}) => all.map(({text}) => text))
];
const suggested = ['Load4', 'linear', 'NVIDIA', 'AMD', 'Intel', 'float4', 'uniform', 'push', 'set']
                      .filter(word => texts.some(text => text.includes(word.toLowerCase())))
                      .slice(0, 3)
                      .join(', ');

function filter() {
    let shown = 0, all = 0;
    for (const {line, all} of dots) {
        for (const {dot, text} of all) dot.toggleAttribute('hidden', !fits(text, search));
        line.toggleAttribute('hidden', !all.some(({dot}) => !dot.hasAttribute('hidden')));
    }
    for (const {table, titles, isWide, rows} of parts) {
        for (const {row, text} of rows) {
            row.hidden = !fits(text, search);
            shown += !row.hidden;
            ++all;
        }
        if (!isWide) continue;
        const hidden = titles.map((title, i) => i > 0 && !fits(title.textContent.toLowerCase(), columns));
        for (const row of table.rows)
            for (const cell of row.cells) cell.hidden = hidden[cell.cellIndex];
    }
    count.value = `${shown} of ${all} rows` + (shown ? '' : suggested && `: try ${suggested}`);
    const words =
        new URLSearchParams(Object.entries({q: search.value, c: columns.value}).filter(([, value]) => value));
    history.replaceState(null, '', `#${words}`);
}

if (parts.length > 0) {
    const form = make('form', {}, make('label', {}, 'Search rows ', search));
    form.setAttribute('role', 'search');
    search.placeholder = suggested && `${suggested} …`;
    if (parts.some(({isWide}) => isWide)) form.append(make('label', {}, 'Columns ', columns));
    form.append(count);
    form.addEventListener('submit', event => event.preventDefault());
    form.addEventListener('input', filter);
    document.querySelector('h1').after(form);
    const words = new URLSearchParams(location.hash.slice(1));
    search.value = words.get('q') ?? '';
    columns.value = words.get('c') ?? '';
    filter();
}

// Sorting by a column: numbers from the greatest, texts from A to Z; again for the other way; again for the first order.
function keyOf(cell) {
    const text = cell?.textContent ?? '';
    const number = parseFloat(text);
    return Number.isNaN(number) ? text.toLowerCase() : number;
}

function compare(a, b) {
    if (typeof a === typeof b) return typeof a === 'number' ? b - a : a.localeCompare(b);
    return typeof a === 'number' ? -1 : 1;
}

for (const {table, titles, rows} of parts) {
    titles.forEach((title, column) => {
        const button = make('button', {type: 'button'}, ...title.childNodes);
        title.append(button);
        button.addEventListener('click', () => {
            const now = title.getAttribute('aria-sort');
            const next = now === null ? 'descending' : now === 'descending' ? 'ascending' : null;
            titles.forEach(each => each.removeAttribute('aria-sort'));
            if (next) title.setAttribute('aria-sort', next);
            const way = next === 'ascending' ? -1 : 1;
            const keyed = rows.map(each => ({...each, key: keyOf(each.row.cells[column])}));
            keyed.sort((a, b) => (next ? way * compare(a.key, b.key) : 0) || a.place - b.place);
            table.tBodies[0].append(...keyed.map(each => each.row));
        });
    });
}

document.documentElement.dataset.ready =
    Math.round(performance.now()); // milliseconds until the page can be used
