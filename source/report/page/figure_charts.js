// Drawings of whole columns: other strategies against the first, and two devices against each other.

// A sentence and the figures: each row's time under the file's first strategy over its time under this one.
function strategyAnswer(subject) {
    const {over_first: over, sentence} = subject.columns;
    if (sentence === '') return null;
    const rows =
        data.rows[subject.file.rows]
            .map(([name], place) =>
                     ({name, ratio: over.median[place], low: over.low[place], high: over.high[place]}))
            .filter(({name, ratio}) => ratio !== null && !isFloor(rowsByName.get(name)))
            .sort((a, b) => a.ratio - b.ratio);
    const title = `${subject.name} against ${subject.file.strategies[0].strategy}`;
    return element(
        'section', {}, element('p', {}, sentence),
        figuresBelow(title,
                     () => ({
                         titles: ['row', `times as fast with ${subject.name}`, '95 %'],
                         rows: rows.map(
                             ({name, ratio, low, high}) => [name, ratioText(ratio), intervalText(low, high)])
                     })));
}

// Points that lie far from where most rows do, farthest first.
function outliersOf(points) {
    const middle = values => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
    const usual = middle(points.map(({x, y}) => Math.log(y / x)));
    const away = points.map(point => ({point, by: Math.abs(Math.log(point.y / point.x) - usual)}));
    const far = Math.max(Math.log(1.1), 4 * middle(away.map(({by}) => by)));
    const most = 8;
    return away.filter(({by}) => by > far).sort((a, b) => b.by - a.by).slice(0, most).map(({point}) => point);
}

// Draws the names of these points beside them, where there is room.
function namesBeside(points) {
    return {
        id: 'names',
        afterDatasetsDraw: chart => {
            const {ctx, chartArea, scales} = chart;
            const taken = [], height = 13;
            ctx.save();
            ctx.fillStyle = color('--text');
            ctx.font = '11px system-ui, sans-serif';
            ctx.textBaseline = 'middle';
            for (const {row, x, y} of points) {
                const text = cut(row.name), width = ctx.measureText(text).width;
                const right = scales.x.getPixelForValue(x) + 8, top = scales.y.getPixelForValue(y);
                const left = right + width < chartArea.right ? right : right - width - 16;
                const free = [0, height, -height, 2 * height, -2 * height].find(
                    shift => !taken.some(box => Math.abs(box.top - top - shift) < height &&
                                                box.left < left + width && left < box.left + box.width));
                if (free === undefined) continue;
                taken.push({left, top: top + free, width});
                ctx.fillText(text, left, top + free);
            }
            ctx.restore();
        }
    };
}

function pairChart(across, up) {
    const points = heat.rows.filter(row => !isFloor(row))
                       .map(row => ({row, x: ratioOf(across, row), y: ratioOf(up, row)}))
                       .filter(({x, y}) => x !== null && y !== null);
    if (points.length === 0) return element('p', {}, 'These two columns have no row in common.');
    const patterns = [...new Set(points.map(({row}) => row.pattern))];
    const range = rangeOf([...points.flatMap(({x, y}) => [x, y]), 1], 1.2);
    const groups = patterns.map(pattern => points.filter(({row}) => row.pattern === pattern));
    const outliers = outliersOf(points);
    const told = ({row, x, y}) => `${row.name} (${ratioText(x)} across, ${ratioText(y)} up)`;
    return chartFigure(`${subjectLabel(up)} against ${subjectLabel(across)}`, {
        broad: true,
        height: '34rem',
        told: outliers.length === 0
                  ? 'No row lies far from the others.'
                  : `Farthest from the other rows: ${outliers.slice(0, 3).map(told).join(', ')}.`,
        click: (dataset, index) => dataset < groups.length && openRow(up, groups[dataset][index].row),
        config: () => ({
            type: 'scatter',
            plugins: [namesBeside(outliers)],
            data: {
                datasets: [
                    ...groups.map((group, i) => ({
                                      label: patterns[i],
                                      data: group.map(({x, y}) => ({x, y})),
                                      radius: 5,
                                      ...seriesLook(i)
                                  })),
                    {
                        label: 'the same ratio in both',
                        type: 'line',
                        data: [{x: range.min, y: range.min}, {x: range.max, y: range.max}],
                        borderColor: color('--quiet'),
                        borderWidth: 1,
                        pointRadius: 0,
                        pointStyle: 'line'
                    },
                ]
            },
            options: {
                scales: {x: ratioAxis(subjectLabel(across), range), y: ratioAxis(subjectLabel(up), range)},
                plugins: {
                    tooltip: {
                        filter: item => item.datasetIndex < groups.length,
                        callbacks: {label: item => told(groups[item.datasetIndex][item.dataIndex])}
                    }
                },
            }
        }),
        table: () => ({
            titles: ['row', subjectLabel(across), subjectLabel(up)],
            rows: points.map(({row, x, y}) => [row.name, ratioText(x), ratioText(y)])
        }),
    });
}

function subjectOptions(select, chosenNumber) {
    select.replaceChildren(...suiteSubjects().map(
        subject => element('option', {value: subject.number, selected: subject.number === chosenNumber},
                           subjectLabel(subject))));
}

function drawStrategies() {
    const further = suiteSubjects().filter(({strategy}) => strategy > 0);
    const severalFiles = new Set(further.map(({file}) => file)).size > 1;
    const answers =
        further.map(subject => [subject, strategyAnswer(subject)]).filter(([, made]) => made !== null);
    if (severalFiles)
        for (const [{file}, made] of answers)
            made.prepend(element('small', {}, `${file.label}, ${file.short}`));
    show(byId('strategies'), answers.length > 0);
    byId('strategy-answers').replaceChildren(...answers.map(([, made]) => made));
}

function drawPair() {
    const box = byId('pair-chart');
    clearCharts(box);
    box.append(pairChart(subjects[Number(byId('pair-x').value)], subjects[Number(byId('pair-y').value)]));
}

function refreshCharts() {
    const its = suiteSubjects();
    offerFamilies();
    drawFamilies();
    drawStrategies();
    const other = its.find(subject => subject.file !== its[0].file) || its[1];
    show(byId('pair'), other !== undefined);
    if (other === undefined) return;
    subjectOptions(byId('pair-x'), its[0].number);
    subjectOptions(byId('pair-y'), other.number);
    drawPair();
}

function makeCharts() {
    for (const id of ['chart-subject', 'chart-unit', 'chart-pattern'])
        byId(id).addEventListener('change', drawFamilies);
    byId('pair-x').addEventListener('change', drawPair);
    byId('pair-y').addEventListener('change', drawPair);
    makeExperiments();
    refreshCharts();
}
