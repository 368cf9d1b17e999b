// A figure in the table, and all that is known about it.

const kSteps = 6; // of half an octave on either side of 1x

function heatClass(ratio) {
    const step = Math.max(-kSteps, Math.min(kSteps, Math.round(2 * Math.log2(ratio))));
    return `heat${step + kSteps}`;
}

const statuses = {
    u: {word: 'unsupported', sign: '–'},
    f: {word: 'failed', sign: '✗'},
    n: {word: 'not measured', sign: '…'}
};
const kImprecise = 'the interval is wider than the goal of the run';

function cellText(figure) {
    if (figure === null) return '';
    return figure.ratio === null ? statuses[figure.status].sign : ratioText(figure.ratio) + figure.signs;
}

function cell(line, column) {
    const row = line.rows.get(column.pattern);
    const figure = row === undefined ? null : figureOf(column.subject, row);
    const made = document.createElement('td');
    if (figure === null) return made;
    const known = figure.ratio !== null;
    made.className = known ? heatClass(figure.ratio) : `status-${figure.status}`;
    made.textContent = known ? ratioText(figure.ratio) : cellText(figure);
    if (known && figure.signs !== '') made.append(element('span', {class: 'signs'}, figure.signs));
    made.tabIndex = -1;
    return made;
}

// What is known about a cell: a list of sentences and figures.
function factsOf(subject, row) {
    const figure = figureOf(subject, row);
    if (figure === null) return [];
    const facts = [row.name, subjectLabel(subject)];
    if (figure.ratio === null)
        facts.push(`${statuses[figure.status].sign} ${statuses[figure.status].word}`);
    else
        facts.push(`${ratioText(figure.ratio)} ${intervalText(figure.low, figure.high)}`.trim());
    if (figure.loads !== null) facts.push(`${loadsText(figure.loads)} loads/ns`);
    if (figure.per_clock !== null) facts.push(`${loadsText(figure.per_clock)} loads a clock and unit`);
    if (figure.bytes_per_clock !== null)
        facts.push(`${loadsText(figure.bytes_per_clock)} bytes a clock and unit`);
    if (figure.share !== null) facts.push(`${(100 * figure.share).toFixed(0)} % of the limit of L1`);
    if (figure.milliseconds !== null)
        facts.push(`${numberText(figure.milliseconds, 3, 4)} ms for PerfTest's dispatch`);
    for (const {sign, meaning} of data.signs)
        if (figure.signs.includes(sign)) facts.push(`${sign} ${meaning}`);
    if (figure.signs.includes('±')) facts.push(`± ${kImprecise}`);
    if (figure.bound !== ' ' && !figure.signs.includes('?')) facts.push(data.bounds[Number(figure.bound)]);
    if (figure.reason !== '') facts.push((figure.signs.includes('~') ? '~ ' : '') + figure.reason);
    if (figure.code !== '') facts.push(`compiled to ${figure.code}`);
    return facts;
}
