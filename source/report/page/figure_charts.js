// Charts of the ratios: each kind of load, further strategies, two devices against each other.

// What operations of one kind do not have in common: "R8" of "Buffer<R8>.Load".
function shortLabels(labels) {
    if (labels.length < 2) return labels;
    const inside = labels.map(
        label => (label.match(/<([^<>]*)>|\{([^{}]*)\}/) || []).slice(1).find(part => part !== undefined));
    if (inside.every(part => part !== undefined) && new Set(inside).size === labels.length) return inside;
    const common = labels[0].lastIndexOf('.', commonLength(labels)) + 1;
    return labels.map(label => label.slice(common));
}

function units(subject) {
    const limit = subject.file.limit;
    const all = [
        {key: 'ratio', title: 'ratio', axis: 'times as fast as the baseline', text: ratioText},
        {key: 'loads', title: 'loads/ns', axis: 'loads a nanosecond', text: loadsText}, {
            key: 'bytes',
            title: limit === null ? 'bytes/ns' : 'bytes/ns and the limit of L1',
            axis: 'bytes a nanosecond',
            limit,
            text: bytes => bytes.toFixed(0)
        }
    ];
    return all.filter(({key}) => key === 'ratio' || subject.columns[key].some(value => value !== null));
}

// The figure in that unit and its interval; null without.
function valueOf(figure, {key}) {
    if (figure[key] === null) return null;
    return key === 'ratio' ? [figure.ratio, figure.low, figure.high] : [figure[key], null, null];
}

// What neighbouring lanes that load neighbouring elements cannot exceed.
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

// Rows of a technique or offset are for the experiments' charts.
function familyChart(subject, unit, kind) {
    const rows =
        heat.rows.filter(row => row.kind === kind && row.variant === '' && figureOf(subject, row) !== null);
    const operations = [...new Set(rows.map(row => row.operation))];
    const patterns = [...new Set(rows.map(row => row.pattern))];
    const series =
        patterns.map(pattern => ({
                         name: pattern,
                         values: operations.map(operation => {
                             const row =
                                 rows.find(one => one.operation === operation && one.pattern === pattern);
                             return row === undefined ? null : valueOf(figureOf(subject, row), unit);
                         })
                     }));
    if (series.flatMap(({values}) => values).filter(value => value !== null).length < 2) return null;
    return chartFigure(`${heat.kinds.get(kind)}: ${unit.title}`, {
        config: () => ({
            type: 'bar',
            data: {
                labels: shortLabels(operations),
                datasets: [...barsWithIntervals(series), ...limitLine(unit, operations.length)]
            },
            options: barOptions(unit.axis)
        }),
        table: () => ({
            titles: [
                'load', ...patterns.flatMap(pattern => unit.key === 'ratio' ? [pattern, '95 %'] : [pattern])
            ],
            rows: operations.map((operation, i) => [operation, ...series.flatMap(({values}) => {
                                     const value = values[i];
                                     const text = value === null ? '' : unit.text(value[0]);
                                     const interval = value === null ? '' : intervalText(value[1], value[2]);
                                     return unit.key === 'ratio' ? [text, interval] : [text];
                                 })])
        }),
    });
}

// Each row's time under the file's first strategy over that under this one.
function strategyChart(subject) {
    const over = subject.columns.over_first;
    const first = subject.file.strategies[0].strategy;
    const rows =
        data.rows[subject.file.rows]
            .map(([name], place) => ({name, value: [over.median[place], over.low[place], over.high[place]]}))
            .filter(({value}) => value[0] !== null)
            .sort((a, b) => a.value[0] - b.value[0]);
    if (rows.length === 0) return null;
    return chartFigure(`${subject.name} against ${first}: ${rows.length} rows, the least gain first`, {
        broad: true,
        config: () => ({
            type: 'bar',
            data: {
                labels: rows.map(row => row.name),
                datasets: [
                    {
                        type: 'line',
                        label: `time under ${first} over that under ${subject.name}`,
                        data: rows.map(row => row.value[0]),
                        showLine: false,
                        pointRadius: 3,
                        backgroundColor: color('--series1'),
                        borderColor: color('--series1'),
                        order: 1
                    },
                    {
                        label: '95 %',
                        data: rows.map(row => row.value[1] === null ? null : [row.value[1], row.value[2]]),
                        backgroundColor: color('--quiet'),
                        maxBarThickness: 3,
                        order: 2,
                        minBarLength: 2
                    },
                ]
            },
            options: {
                interaction: {mode: 'index', intersect: false},
                scales: {
                    x: {ticks: {display: false}, grid: {display: false}},
                    y: {
                        beginAtZero: false,
                        suggestedMin: 0.95,
                        suggestedMax: 1.05,
                        title: {text: `more than 1: ${subject.name} is faster`}
                    }
                },
            }
        }),
        table: () => ({
            titles: ['row', `${subject.name} is so many times as fast`, '95 %'],
            rows: rows.map(
                ({name, value: [ratio, low, high]}) => [name, ratioText(ratio), intervalText(low, high)])
        }),
    });
}

function pairChart(across, up) {
    const rows = heat.rows.map(row => ({row, x: ratioOf(across, row), y: ratioOf(up, row)}))
                     .filter(({x, y}) => x !== null && y !== null);
    if (rows.length === 0) return element('p', {}, 'The two have no row in common.');
    const patterns = [...new Set(rows.map(({row}) => row.pattern))];
    const all = rows.flatMap(({x, y}) => [x, y]);
    const least = Math.min(...all) / 1.2, most = Math.max(...all) * 1.2;
    const axis = subject => ({
        type: 'logarithmic',
        min: least,
        max: most,
        title: {text: subjectLabel(subject)},
        ticks: {autoSkip: false, callback: plainTick}
    });
    const groups = patterns.map(pattern => rows.filter(({row}) => row.pattern === pattern));
    return chartFigure(`${subjectLabel(up)} against ${subjectLabel(across)}`, {
        broad: true,
        height: '34rem',
        click: (dataset, index) => dataset < groups.length && openRow(up, groups[dataset][index].row),
        config: () => ({
            type: 'scatter',
            data: {
                datasets: [
                    ...groups.map((group, i) => ({
                                      label: patterns[i],
                                      data: group.map(({x, y}) => ({x, y})),
                                      radius: 5,
                                      ...seriesLook(i)
                                  })),
                    {
                        label: 'equally many times as fast as the baseline',
                        type: 'line',
                        data: [{x: least, y: least}, {x: most, y: most}],
                        borderColor: color('--quiet'),
                        borderWidth: 1,
                        pointRadius: 0,
                        pointStyle: 'line'
                    },
                ]
            },
            options: {
                scales: {x: axis(across), y: axis(up)},
                plugins: {
                    tooltip: {
                        filter: item => item.datasetIndex < groups.length,
                        callbacks: {
                            label: item => {
                                const {row, x, y} = groups[item.datasetIndex][item.dataIndex];
                                return `${row.name}: ${ratioText(x)} across, ${ratioText(y)} up`;
                            }
                        }
                    }
                },
            }
        }),
        table: () => ({
            titles: ['row', subjectLabel(across), subjectLabel(up)],
            rows: rows.map(({row, x, y}) => [row.name, ratioText(x), ratioText(y)])
        }),
    });
}

function subjectOptions(select, chosenNumber) {
    select.replaceChildren(...suiteSubjects().map(
        subject => element('option', {value: subject.number, selected: subject.number === chosenNumber},
                           subjectLabel(subject))));
}

function drawFamilies() {
    const subject = subjects[Number(byId('chart-subject').value)];
    const box = byId('family-charts');
    clearCharts(box);
    const all = units(subject);
    const select = byId('chart-unit');
    const unit = all.find(({key}) => key === select.value) || all[0];
    select.replaceChildren(
        ...all.map(({key, title}) => element('option', {value: key, selected: key === unit.key}, title)));
    show(byId('chart-unit-label'), all.length > 1);
    box.append(...[...heat.kinds.keys()]
                   .map(kind => familyChart(subject, unit, kind))
                   .filter(chart => chart !== null));
    const strategies = byId('strategy-charts');
    clearCharts(strategies);
    strategies.append(...subject.file.subjects.filter(one => one.strategy > 0)
                          .map(strategyChart)
                          .filter(chart => chart !== null));
}

function drawPair() {
    const box = byId('pair-chart');
    clearCharts(box);
    box.append(pairChart(subjects[Number(byId('pair-x').value)], subjects[Number(byId('pair-y').value)]));
}

function refreshCharts() {
    const its = suiteSubjects();
    subjectOptions(byId('chart-subject'), its[0].number);
    drawFamilies();
    const other = its.find(subject => subject.file !== its[0].file) || its[1];
    show(byId('pair'), other !== undefined);
    if (other === undefined) return;
    subjectOptions(byId('pair-x'), its[0].number);
    subjectOptions(byId('pair-y'), other.number);
    drawPair();
}

function makeCharts() {
    byId('chart-subject').addEventListener('change', drawFamilies);
    byId('chart-unit').addEventListener('change', drawFamilies);
    byId('pair-x').addEventListener('change', drawPair);
    byId('pair-y').addEventListener('change', drawPair);
    makeExperiments();
    refreshCharts();
}
