// The experiments' charts: the program says what to draw.

function pointText(point) {
    return point[2] === null
               ? point[1].toPrecision(4)
               : `${point[1].toPrecision(4)} [${point[2].toPrecision(4)}, ${point[3].toPrecision(4)}]`;
}

// "256 bytes", "4 KB", "64 MB"
function sizeText(bytes) {
    return bytes < 2 ** 10 ? `${bytes} bytes`
           : bytes < 2 ** 20 ? `${bytes / 2 ** 10} KB`
                             : `${bytes / 2 ** 20} MB`;
}

function xText(chart, x) {
    return chart.labels ? chart.labels[x] : chart.bytes ? sizeText(x) : String(x);
}

// Every second octave.
function sizeAxis(axis) {
    return {
        ...axis,
        afterBuildTicks: scale => {
            scale.ticks = [];
            for (let bytes = scale.min; bytes <= scale.max; bytes *= 4) scale.ticks.push({value: bytes});
        },
        ticks: {callback: sizeText}
    };
}

function valuesTable(chart) {
    const xs =
        [...new Set(chart.series.flatMap(({points}) => points.map(point => point[0])))].sort((a, b) => a - b);
    return {
        titles: [chart.x, ...chart.series.map(({name}) => name)],
        rows: xs.map(x => [xText(chart, x), ...chart.series.map(({points}) => {
                         const point = points.find(one => one[0] === x);
                         return point === undefined ? '' : pointText(point);
                     })])
    };
}

// The same axes for all drawings of a chart.
function experimentAxes(chart) {
    const points = chart.series.flatMap(series => series.points);
    const y = rangeOf([...points.flatMap(point => point.slice(1)), chart.ratio ? 1 : null]);
    const xs = points.map(point => point[0]);
    const x = {
        type: chart.logarithmic ? 'logarithmic' : 'linear',
        min: xs.reduce((a, b) => Math.min(a, b)),
        max: xs.reduce((a, b) => Math.max(a, b)),
        title: {text: chart.x}
    };
    return {
        x: chart.bytes ? sizeAxis(x) : x,
        y: chart.ratio ? ratioAxis(chart.y, y) : logarithmicAxis(chart.y, y)
    };
}

function experimentBars(chart) {
    const series = chart.series.map(
        ({name, points}) => ({
            name,
            values: chart.labels.map((label, x) => (points.find(point => point[0] === x) || []).slice(1))
                        .map(value => value.length > 0 ? value : null)
        }));
    return {
        type: 'bar',
        data: {labels: chart.labels, datasets: barsWithIntervals(series, chart.ratio ? 1 : undefined)},
        options: barOptions(experimentAxes(chart).y)
    };
}

const coordinates = ({points}) => points.map(([x, y]) => ({x, y}));

function experimentLines(chart) {
    return {
        type: 'line',
        data: {
            datasets: chart.series.map(
                (series, i) => ({label: series.name, data: coordinates(series), radius: 4, ...seriesLook(i)}))
        },
        options: {
            scales: experimentAxes(chart),
            plugins: {
                tooltip:
                    {callbacks: {title: items => items.length > 0 ? xText(chart, items[0].parsed.x) : ''}}
            }
        }
    };
}

// One series in its colour, all others behind it in grey.
function panel(chart, own) {
    const grey = {borderWidth: 1, radius: 0, hitRadius: 0, hoverRadius: 0};
    const {x, y} = experimentAxes(chart);
    return {
        type: 'line',
        data: {
            datasets: [
                {label: own.name, data: coordinates(own), radius: 3, ...seriesLook(0)},
                ...chart.series.filter(series => series !== own).map(series => ({
                                                                         label: series.name,
                                                                         data: coordinates(series),
                                                                         borderColor: color('--line'),
                                                                         ...grey
                                                                     }))
            ]
        },
        options: {
            scales: {x: {...x, title: undefined}, y: {...y, title: undefined}},
            plugins: {legend: {display: false}, tooltip: {filter: item => item.datasetIndex === 0}}
        }
    };
}

// For more series than colours: a small drawing of each series.
function smallMultiples(chart) {
    const short = shortLabels(chart.series.map(({name}) => name));
    return element('figure', {class: 'broad'}, element('figcaption', {}, chart.title),
                   element('p', {}, `Across: ${chart.x}; up: ${chart.y}. Grey: all other series.`),
                   element('div', {class: 'panels'},
                           ...chart.series.map(
                               (series, i) => element('div', {}, element('b', {}, short[i]),
                                                      plot(`${chart.title}: ${series.name}. ${kSeeTable}`,
                                                           () => panel(chart, series), {height: '9rem'})))),
                   figuresBelow(chart.title, () => valuesTable(chart)));
}

function experimentChart(chart) {
    if (!chart.labels && chart.series.length > pointStyles.length) return smallMultiples(chart);
    return chartFigure(chart.title, {
        config: () => chart.labels ? experimentBars(chart) : experimentLines(chart),
        table: () => valuesTable(chart),
        broad: true,
        height: '24rem'
    });
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
