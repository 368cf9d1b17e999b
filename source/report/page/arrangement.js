// What the table shows: the rows and columns that pass the filters, in order.

const heat = {
    lines: [],
    columns: [],
    rows: [],
    active: {line: 0, column: 0}
};
const kAllBelow = 4200; // tables up to this size are created whole; of larger ones, the cells in view

function chosen(kind, value) {
    return view[kind].length === 0 || view[kind].includes(value);
}

function rowLabel(row) {
    return row.variant ? `${row.operation}, ${row.variant}` : row.operation;
}

function rowId(row) {
    return row.id || row.name;
}

// True if the text contains all words of the filter.
function matches(text, filter) {
    const lower = text.toLowerCase();
    return filter.toLowerCase().split(/\s+/).every(word => lower.includes(word));
}

function suiteFiles() {
    return data.files.filter(file => file.suite === view.suite);
}

function suiteSubjects() {
    return subjects.filter(subject => subject.file.suite === view.suite);
}

// Rows of the suite's files, in the order of the first that has each.
function suiteRows() {
    const rows = new Set();
    for (const list of new Set(suiteFiles().map(file => file.rows)))
        for (const [name] of data.rows[list]) rows.add(rowsByName.get(name));
    return [...rows];
}

function subjectsShown() {
    return suiteSubjects().filter(
        subject =>
            chosen('strategy', subject.name) &&
            matches(`${subjectLabel(subject)} ${subject.file.device} ${subject.file.name}`, view.files));
}

function sideBySide() {
    if (view.side !== '') return view.side === 'yes' && heat.plain;
    return heat.plain && subjectsShown().length <= 4;
}

// Columns: a subject, or a subject under a pattern. Lines: a group's heading, or what the line's cells have in common.
function arrange() {
    const side = sideBySide();
    const rows = heat.rows.filter(row => chosen('family', row.kind) && chosen('pattern', row.pattern) &&
                                         matches(row.name, view.q));
    const patterns = [...new Set(rows.map(row => row.pattern))];
    heat.columns = subjectsShown().flatMap(subject => side ? patterns.map(pattern => ({subject, pattern}))
                                                           : [{subject, pattern: ''}]);
    const lines = new Map();
    for (const row of rows) {
        const key = side ? rowLabel(row) : row.name;
        if (!lines.has(key)) lines.set(key, {label: key, kind: row.kind, rows: new Map()});
        lines.get(key).rows.set(side ? row.pattern : '', row);
    }
    heat.rowCount = rows.length;
    heat.lines = view.sort === '' ? inGroups([...lines.values()]) : inOrder([...lines.values()]);
}

function inGroups(lines) {
    const groups = new Map();
    for (const line of lines) {
        if (!groups.has(line.kind)) groups.set(line.kind, []);
        groups.get(line.kind).push(line);
    }
    if (groups.size === lines.length) return lines;
    return [...groups].flatMap(([kind, its]) => [{group: kind, label: heat.kinds.get(kind), size: its.length},
                                                 ...(view.folded.includes(kind) ? [] : its)]);
}

function columnKey(column) {
    return `${column.subject.number}${column.pattern && '.' + column.pattern}`;
}

function inOrder(lines) {
    const [key, direction] = view.sort.split(':');
    const column = heat.columns.find(each => columnKey(each) === key);
    if (!column) return inGroups(lines);
    const value = line => {
        const row = line.rows.get(column.pattern);
        return row === undefined ? null : ratioOf(column.subject, row);
    };
    const sign = direction === 'up' ? 1 : -1;
    const keyed = lines.map(line => [value(line), line]);
    keyed.sort(([a], [b]) => a === null || b === null ? (a === null) - (b === null) : sign * (a - b));
    return keyed.map(([, line]) => line);
}
