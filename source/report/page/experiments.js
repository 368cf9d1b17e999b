// The experiments' charts: the program says what to draw.

function pointText(point) {
    return point[2] === null ? point[1].toPrecision(4) : `${point[1].toPrecision(4)} [${point[2].toPrecision(4)}, ${point[3].toPrecision(4)}]`;
}

function experimentChart(file, chart) {
    const title = data.files.filter(other => other.experiment).length > 1 ? `${chart.title} (${file.label}, ${file.short})` : chart.title;
    const xs = [...new Set(chart.series.flatMap(({points}) => points.map(point => point[0])))].sort((a, b) => a - b);
    const table = () => ({titles: [chart.x, ...chart.series.map(({name}) => name)], rows: xs.map(x => [
        chart.labels ? chart.labels[x] : String(x),
        ...chart.series.map(({points}) => {
            const point = points.find(one => one[0] === x);
            return point === undefined ? '' : pointText(point);
        })])});
    const bars = () => ({type: 'bar', data: {labels: chart.labels, datasets: barsWithIntervals(chart.series.map(({name, points}) => ({
        name, values: chart.labels.map((label, x) => (points.find(point => point[0] === x) || []).slice(1)).map(value => value.length > 0 ? value : null)})))},
        options: barOptions(chart.y)});
    const lines = () => ({type: 'line', data: {datasets: chart.series.map(({name, points}, i) => ({
        label: name, data: points.map(([x, y]) => ({x, y})), radius: 4, ...seriesLook(i)}))},
        options: {scales: {x: {type: chart.logarithmic ? 'logarithmic' : 'linear', title: {text: chart.x}},
                           y: {type: 'logarithmic', title: {text: chart.y}, ticks: {autoSkip: false, callback: plainTick}}}}});
    return chartFigure(title, {config: chart.labels ? bars : lines, table, broad: true, height: '24rem'});
}

function makeExperimentCharts() {
    const charts = data.files.flatMap(file => file.experiment === null ? [] : file.experiment.charts.map(chart => experimentChart(file, chart)));
    if (charts.length === 0) return;
    byId('experiments').append(element('h3', {}, 'Experiments'), element('div', {class: 'charts'}, ...charts));
}
