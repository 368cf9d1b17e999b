// The experiments' charts: the program says what to draw.

function pointText(point) {
    return point[2] === null
               ? point[1].toPrecision(4)
               : `${point[1].toPrecision(4)} [${point[2].toPrecision(4)}, ${point[3].toPrecision(4)}]`;
}

function experimentChart(chart) {
    const xs =
        [...new Set(chart.series.flatMap(({points}) => points.map(point => point[0])))].sort((a, b) => a - b);
    const table = () => ({
        titles: [chart.x, ...chart.series.map(({name}) => name)],
        rows: xs.map(x => [chart.labels ? chart.labels[x] : String(x), ...chart.series.map(({points}) => {
                         const point = points.find(one => one[0] === x);
                         return point === undefined ? '' : pointText(point);
                     })])
    });
    const bars = () => ({
        type: 'bar',
        data: {
            labels: chart.labels,
            datasets: barsWithIntervals(chart.series.map(
                ({name, points}) => ({
                    name,
                    values:
                        chart.labels.map((label, x) => (points.find(point => point[0] === x) || []).slice(1))
                            .map(value => value.length > 0 ? value : null)
                })))
        },
        options: barOptions(chart.y)
    });
    const lines = () => ({
        type: 'line',
        data: {
            datasets: chart.series.map(
                ({name, points}, i) =>
                    ({label: name, data: points.map(([x, y]) => ({x, y})), radius: 4, ...seriesLook(i)}))
        },
        options: {
            scales: {
                x: {type: chart.logarithmic ? 'logarithmic' : 'linear', title: {text: chart.x}},
                y: {
                    type: 'logarithmic',
                    title: {text: chart.y},
                    ticks: {autoSkip: false, callback: plainTick}
                }
            }
        }
    });
    return chartFigure(chart.title,
                       {config: chart.labels ? bars : lines, table, broad: true, height: '24rem'});
}

// The question, its answer, what was found for each load, and the charts.
function experimentSection(file, several) {
    const {question, conclusion, findings, charts} = file.experiment;
    return element(
        'section', {}, element('h3', {}, several ? `${question} (${file.label}, ${file.short})` : question),
        element('p', {}, conclusion),
        details('Findings', () => simpleTable(`Findings: ${question}${several ? ` (${file.short})` : ''}`,
                                              ['subject', 'verdict', 'finding'], findings)),
        element('div', {class: 'charts'}, ...charts.map(experimentChart)));
}

function makeExperiments() {
    const its = data.files.filter(file => file.experiment !== null);
    byId('experiments').append(...its.map(file => experimentSection(file, data.files.length > 1)));
}
