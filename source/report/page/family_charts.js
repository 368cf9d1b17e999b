// Charts of the kinds of load: one device under each pattern, or several devices under one pattern. All have the
// same axis, so that bars of two charts can be compared.

const kOverlaid = 'several';
const kMostOverlaid = 8; // as many as there are colours

// The part by which operations of one kind differ: "R8" of "Buffer<R8>.Load".
function shortLabels(labels) {
    if (labels.length < 2) return labels;
    const inside = labels.map(
        label => (label.match(/<([^<>]*)>|\{([^{}]*)\}/) || []).slice(1).find(part => part !== undefined));
    if (inside.every(part => part !== undefined) && new Set(inside).size === labels.length) return inside;
    const common = labels[0].lastIndexOf('.', commonLength(labels)) + 1;
    return labels.map(label => label.slice(common));
}

function units(shown) {
    const limit = shown.length === 1 ? shown[0].file.limit : null;
    const all = [
        {key: 'ratio', title: 'ratio', axis: 'times as fast as the baseline', text: ratioText},
        {key: 'loads', title: 'loads/ns', axis: 'loads per nanosecond', text: loadsText}, {
            key: 'bytes',
            title: limit === null ? 'bytes/ns' : 'bytes/ns and the limit of L1',
            axis: 'bytes per nanosecond',
            limit,
            text: bytes => bytes.toFixed(0)
        },
        {key: 'per_clock', title: 'loads/clock', axis: 'loads per clock and unit', text: loadsText}
    ];
    return all.filter(({key}) => key === 'ratio' ||
                                 shown.some(({columns}) => columns[key].some(value => value !== null)));
}

// The figure in the unit, and its interval; null without a figure.
function valueOf(figure, {key}) {
    if (figure === null || figure[key] === null) return null;
    return key === 'ratio' ? [figure.ratio, figure.low, figure.high] : [figure[key], null, null];
}

// The limit of neighbouring lanes that load neighbouring elements.
function limitLine({limit}, length) {
    if (!limit) return [];
    return [{
        type: 'line',
        label: `limit of L1, ${limit.toFixed(0)} bytes/ns (linear)`,
        data: Array(length).fill(limit),
        borderColor: color('--text'),
        borderDash: [6, 4],
        borderWidth: 1.5,
        pointRadius: 0,
        pointStyle: 'line',
        order: 0
    }];
}

// Rows with a technique or offset belong to the experiments' charts.
function chartRows() {
    return heat.rows.filter(row => row.variant === '');
}

// The axis for all figures that are drawn in the unit.
function sharedAxis(series, unit) {
    const values = series.flatMap(({subject, pattern}) =>
                                      chartRows()
                                          .filter(row => row.pattern === pattern)
                                          .flatMap(row => valueOf(figureOf(subject, row), unit) || []));
    if (unit.key === 'ratio') return ratioAxis(unit.axis, rangeOf([...values, 1]));
    return logarithmicAxis(unit.axis, rangeOf([...values, unit.limit || null]));
}

// `series`: {name, subject, pattern} of each.
function familyChart(kind, series, unit, axis, suffix) {
    const rows = chartRows().filter(row => row.kind === kind);
    const operations = [...new Set(rows.map(row => row.operation))];
    const valuesOf = ({subject, pattern}) => operations.map(operation => {
        const row = rows.find(one => one.operation === operation && one.pattern === pattern);
        return row === undefined ? null : valueOf(figureOf(subject, row), unit);
    });
    const drawn = series.map(one => ({name: one.name, values: valuesOf(one)}))
                      .filter(({values}) => values.some(value => value !== null));
    if (drawn.flatMap(({values}) => values).filter(value => value !== null).length < 2) return null;
    const isRatio = unit.key === 'ratio';
    return chartFigure(`${heat.kinds.get(kind)}${suffix}`, {
        config: () => ({
            type: 'bar',
            data: {
                labels: shortLabels(operations),
                datasets: [
                    ...barsWithIntervals(drawn, isRatio ? 1 : undefined),
                    ...limitLine(unit, operations.length)
                ]
            },
            options: barOptions(axis())
        }),
        table: () => ({
            titles: ['load', ...drawn.flatMap(({name}) => isRatio ? [name, '95 %'] : [name])],
            rows: operations.map((operation, i) => [operation, ...drawn.flatMap(({values}) => {
                                     const value = values[i];
                                     const text = value === null ? '' : unit.text(value[0]);
                                     const interval = value === null ? '' : intervalText(value[1], value[2]);
                                     return isRatio ? [text, interval] : [text];
                                 })])
        }),
    });
}

// One column of each file: strategies of a file hardly differ.
function overlaid() {
    return suiteSubjects().filter(({strategy}) => strategy === 0);
}

function nameAmong({file}, shown) {
    const alone = shown.filter(each => each.file.label === file.label).length === 1;
    return alone || file.detail === '' ? file.label : `${file.label}, ${file.detail}`;
}

function drawFamilies() {
    const box = byId('family-charts');
    clearCharts(box);
    const several = byId('chart-subject').value === kOverlaid;
    const offered =
        several ? overlaid().filter(subject =>
                                        matches(`${subjectLabel(subject)} ${subject.file.name}`, view.files))
                : [subjects[Number(byId('chart-subject').value)]];
    const shown = offered.slice(0, kMostOverlaid);
    const all = units(shown);
    const select = byId('chart-unit');
    const unit = all.find(({key}) => key === select.value) || all[0];
    select.replaceChildren(
        ...all.map(({key, title}) => element('option', {value: key, selected: key === unit.key}, title)));
    show(byId('chart-unit-label'), all.length > 1);
    show(byId('chart-pattern-label'), several);
    byId('chart-note').textContent =
        offered.length > shown.length
            ? `Only the first ${shown.length} of ${
                  offered.length} are drawn: choose others with "Devices and files" above the table.`
            : '';
    if (shown.length === 0) return;
    const pattern = byId('chart-pattern').value;
    const patterns = [...new Set(chartRows().map(row => row.pattern))];
    const series = several ? shown.map(subject => ({name: nameAmong(subject, shown), subject, pattern}))
                           : patterns.map(one => ({name: one, subject: shown[0], pattern: one}));
    const axis = () => sharedAxis(series, unit);
    const suffix = several && pattern !== '' ? `, ${pattern}` : '';
    box.append(...[...heat.kinds.keys()]
                   .map(kind => familyChart(kind, series, unit, axis, suffix))
                   .filter(chart => chart !== null));
}

function offerFamilies() {
    const its = overlaid();
    const select = byId('chart-subject');
    subjectOptions(select, its[0].number);
    if (its.length > 1)
        select.prepend(element('option', {value: kOverlaid, selected: true}, 'All, each in its colour'));
    const patterns = [...new Set(chartRows().map(row => row.pattern))];
    const usual = patterns.includes('linear') ? 'linear' : patterns[0];
    byId('chart-pattern')
        .replaceChildren(...patterns.map(
            pattern => element('option', {value: pattern, selected: pattern === usual}, pattern || 'none')));
}
