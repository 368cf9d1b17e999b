// The data that the program wrote into the page, and access to it for the other parts. Figures are never computed here.

const data = JSON.parse(document.getElementById('data').textContent);

// The rows of the table by name: what one line or cell is about, whichever files contain it.
const rowsByName = new Map();
for (const list of data.rows) {
    for (const [name, operation, pattern, variant, kind, id] of list) {
        if (!rowsByName.has(name)) rowsByName.set(name, {name, operation, pattern, variant, kind, id});
    }
}

// A file under one strategy: a column of the table. The columns of one suite are shown together.
const subjects = [];
const placesInLists = data.rows.map(list => new Map(list.map((row, place) => [row[0], place])));
data.files.forEach((file, number) => {
    file.number = number;
    file.subjects = file.strategies.map((columns, strategy) => {
        const subject = {file, columns, strategy, name: columns.strategy, number: subjects.length};
        subjects.push(subject);
        return subject;
    });
});

function environmentOf(file, label) {
    return (file.environment.find(([its]) => its === label) || ['', ''])[1];
}

// How often each of the values occurs.
function countBy(values) {
    const counts = new Map();
    for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
    return counts;
}

// Names may have thousands of characters.
function cut(text, most = 60) {
    return text.length <= most ? text : text.slice(0, most) + '…';
}

// What distinguishes a file from the others, as short as possible: its name without folders, the device, and its
// driver, or the file if the drivers are the same.
const lastPart = path => path.replace(/.*[\\/]/, '');
const filesOfName = countBy(data.files.map(file => lastPart(file.name)));
const filesOfDriver =
    countBy(data.files.map(file => `${file.device}\n${environmentOf(file, 'driver')}\n${file.suite}`));
for (const file of data.files) {
    const driver = environmentOf(file, 'driver');
    file.short = cut(filesOfName.get(lastPart(file.name)) === 1 ? lastPart(file.name) : file.name);
    file.label = cut(file.device) || file.short;
    file.detail =
        cut(filesOfDriver.get(`${file.device}\n${driver}\n${file.suite}`) === 1 ? driver : file.short);
}

function subjectLabel(subject) {
    const parts = [subject.file.label];
    if (subject.file.detail) parts.push(subject.file.detail);
    if (subject.file.strategies.length > 1) parts.push(subject.name);
    return parts.join(', ');
}

// The length of the longest common beginning.
function commonLength(texts) {
    let length = 0;
    while (texts.every(text => text[length] !== undefined && text[length] === texts[0][length])) ++length;
    return length;
}

// What the operations of these rows have in common: "Buffer<…>.Load".
function kindLabel(rows) {
    const labels = [...new Set(
        rows.map(row => row.operation.replace(/<[^<>]*>/g, '<…>').replace(/\{[^{}]*\}/g, '{…}')))];
    if (labels.length === 1) return labels[0];
    return labels[0].slice(0, commonLength(labels)).replace(/[\s.,<{(]+$/, '') || labels[0];
}

// The loop of a row without its loads: the cost of everything else.
function isFloor(row) {
    return /(^|, )floor$/.test(row.variant);
}

const suites = [...new Set(data.files.map(file => file.suite))];

// The figure of a row in a column, or null where the file has no such row.
function figureOf(subject, row) {
    const place = placesInLists[subject.file.rows].get(row.name);
    if (place === undefined) return null;
    const {
        status,
        bound,
        ratio,
        milliseconds,
        loads,
        bytes,
        per_clock,
        bytes_per_clock,
        share,
        signs,
        reason,
        code
    } = subject.columns;
    const text = number => number === null ? '' : subject.file.texts[number];
    return {
        place,
        status: status[place],
        bound: bound[place],
        ratio: ratio.median[place],
        low: ratio.low[place],
        high: ratio.high[place],
        milliseconds: milliseconds[place],
        loads: loads[place],
        bytes: bytes[place],
        per_clock: per_clock[place],
        bytes_per_clock: bytes_per_clock[place],
        share: share[place],
        signs: signs[place],
        reason: text(reason[place]),
        code: text(code[place]),
    };
}

// Only the ratio, for colours and order: called for every cell.
function ratioOf(subject, row) {
    const place = placesInLists[subject.file.rows].get(row.name);
    return place === undefined ? null : subject.columns.ratio.median[place];
}

function ratioText(ratio) {
    return ratio.toFixed(3) + 'x';
}

function intervalText(low, high) {
    return low === null ? '' : `[${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

// With at least so many decimals and significant digits, as the program prints numbers.
function numberText(value, decimals, digits) {
    const beforePoint = value > 0 ? Math.floor(Math.log10(value)) + 1 : 1;
    return value.toFixed(Math.max(decimals, digits - beforePoint));
}

const loadsText = loads => numberText(loads, 0, 3);

const samplesOfFiles = new Map();

// A row's samples: lengths of its epochs, the baseline's and the strategy's series in nanoseconds per load, or null.
function samplesOf(subject, place) {
    const number = subject.file.number;
    if (!samplesOfFiles.has(number))
        samplesOfFiles.set(number, JSON.parse(document.getElementById(`samples-${number}`).textContent));
    const [epochs, baseline, ...series] = samplesOfFiles.get(number)[place];
    return {epochs, baseline: unpackSeries(baseline), series: unpackSeries(series[subject.strategy])};
}

// report/page_charts.h describes how a series is packed.
function unpackSeries(packed) {
    if (!packed) return [];
    const [least, most, text] = packed;
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const series = [];
    for (let i = 0; i < text.length; i += 2) {
        const step = 64 * digits.indexOf(text[i]) + digits.indexOf(text[i + 1]);
        series.push(least * (most / least) ** (step / 4095));
    }
    return series;
}
