// One figure under the table: what is known about it, and its samples.

function openRow(subject, row) {
    hideTip();
    view.row = `${subject.number}.${rowId(row)}`;
    writeLink();
    byId('row-heading').textContent = `${row.name}: ${subjectLabel(subject)}`;
    byId('row-facts').replaceChildren(sentences(factsOf(subject, row).slice(2)));
    show(byId('row'), true);
    drawSamples(subject, row);
    byId('row-heading').focus({preventScroll: true});
    byId('row').scrollIntoView({block: byId('row').offsetHeight < innerHeight ? 'nearest' : 'start'});
}

function closeRow() {
    clearCharts(byId('row-samples'));
    show(byId('row'), false);
    view.row = '';
    writeLink();
    markActive(true);
}

function openRowFromLink() {
    const [number, ...id] = view.row.split('.');
    const subject = subjects[Number(number)];
    const row = heat.rows.find(one => rowId(one) === id.join('.'));
    if (subject && row && figureOf(subject, row)) openRow(subject, row);
}

// Points of one series, with a gap between epochs.
function inEpochs(series, epochs) {
    const points = [];
    let begin = 0;
    for (const length of epochs) {
        for (let i = begin; i < begin + length && i < series.length; ++i)
            points.push({x: i + 1, y: series[i]});
        begin += length;
        points.push({x: begin + 0.5, y: NaN});
    }
    return points;
}

function drawSamples(subject, row) {
    const box = byId('row-samples');
    clearCharts(box);
    const {epochs, baseline, series} = samplesOf(subject, figureOf(subject, row).place);
    if (series.length === 0) return box.append(element('p', {}, 'This row has no samples.'));
    const line = (label, values, i) => ({label, data: inEpochs(values, epochs), radius: 3, ...seriesLook(i)});
    box.append(chartFigure('Samples, in the order they were taken', {
        broad: true,
        told: 'Gaps mark where device, memory and pipelines were recreated.',
        config: () => ({
            type: 'line',
            data: {
                datasets: [
                    line(row.name, series, 0),
                    line(`${subject.file.baseline}, measured beside it`, baseline, 1)
                ]
            },
            options: {
                scales: {
                    x: {type: 'linear', min: 0.5, max: series.length + 0.5, title: {text: 'sample'}},
                    y: {title: {text: 'ns per load'}, beginAtZero: true}
                }
            }
        }),
        table: () => ({
            titles: ['sample', 'ns per load', 'the baseline beside it'],
            rows: series.map((value, i) => [String(i + 1), value.toPrecision(4), baseline[i].toPrecision(4)])
        }),
    }));
}

function makeRow() {
    byId('row-close').addEventListener('click', closeRow);
    byId('row').addEventListener('keydown', event => {
        if (event.key === 'Escape') closeRow();
    });
}
