// Charts of the figures, by Chart.js. Each is created when it comes into view, and has a table of its figures below.

function color(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// Series can be distinguished by the shape of their points as well, and by colour-blind people.
const pointStyles = ['circle', 'rectRot', 'triangle', 'rect', 'star', 'crossRot', 'cross', 'dash'];

// The look of series `i`; the first 64 differ.
function seriesLook(i) {
    const look = color(`--series${i % pointStyles.length + 1}`);
    return {
        backgroundColor: look,
        borderColor: look,
        borderWidth: 1.5,
        pointStyle: pointStyles[(i + Math.floor(i / pointStyles.length)) % pointStyles.length]
    };
}

const liveCharts = new Set();

// A drawing that is created when it comes into view. `config()`: the configuration for Chart.js.
function plot(label, config, {height = null, click = null} = {}) {
    const canvas = element('canvas', {role: 'img', 'aria-label': label});
    const made = element('div', {class: 'plot'}, canvas);
    if (height !== null) made.style.height = height;
    return whenSeen(made, () => {
        const chart = new Chart(canvas, withLook(config()));
        chart.remake = () => withLook(config());
        liveCharts.add(chart);
        if (click)
            canvas.addEventListener('click', event => {
                const [hit] = chart.getElementsAtEventForMode(event, 'nearest', {intersect: true}, false);
                if (hit) click(hit.datasetIndex, hit.index);
            });
    });
}

const kSeeTable = 'The same figures stand in the table below the chart.';

// `table()`: titles and rows; `told`: a sentence above the drawing, if any.
function chartFigure(title, {config, table, broad = false, height = null, click = null, told = ''}) {
    return element('figure', {class: broad ? 'broad' : ''}, element('figcaption', {}, title),
                   told === '' ? '' : element('p', {}, told),
                   plot(`${title}. ${kSeeTable}`, config, {height, click}), figuresBelow(title, table));
}

function figuresBelow(title, table) {
    return details('Figures', () => {
        const {titles, rows} = table();
        return simpleTable(title, titles, rows);
    });
}

function withLook(config) {
    const text = color('--text'), line = color('--line');
    config.options = {animation: false, responsive: true, maintainAspectRatio: false, ...config.options};
    config.options.plugins = {...config.options.plugins};
    config.options.plugins.legend = {
        labels:
            {color: text, usePointStyle: true, boxHeight: 7, filter: item => !item.text.startsWith('95 %')},
        ...config.options.plugins.legend
    };
    for (const scale of Object.values(config.options.scales)) {
        scale.ticks = {color: text, ...scale.ticks};
        scale.grid = {color: line, borderColor: line, ...scale.grid};
        if (scale.title) scale.title = {display: true, color: text, ...scale.title};
    }
    return config;
}

// Removes the container's charts.
function clearCharts(container) {
    forgetUnseen(container);
    for (const chart of [...liveCharts]) {
        if (!container.contains(chart.canvas)) continue;
        chart.destroy();
        liveCharts.delete(chart);
    }
    container.replaceChildren();
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    for (const chart of liveCharts) {
        const {data: newData, options} = chart.remake();
        chart.data = newData;
        chart.options = options;
        chart.update();
    }
});

// Bars from `base` with their intervals as thin bars in the same place.
function barsWithIntervals(series, base) {
    return series.flatMap(
        ({name, values},
         i) => [{
            label: name,
            data: values.map(value => value && value[0]),
            backgroundColor: color(`--series${i + 1}`),
            base,
            stack: name,
            order: 2,
            pointStyle: 'rect'
        },
                {
                    label: `95 % of ${name}`,
                    data: values.map(value => value && value[1] !== null ? [value[1], value[2]] : null),
                    backgroundColor: color('--text'),
                    stack: name,
                    order: 1,
                    maxBarThickness: 3,
                    minBarLength: 3,
                    pointStyle: 'line'
                },
    ]);
}

function barOptions(y) {
    return {
        interaction: {mode: 'index', intersect: false},
        scales: {x: {stacked: true, ticks: {autoSkip: false, maxRotation: 60}}, y: {stacked: false, ...y}},
        plugins: {tooltip: {filter: item => !item.dataset.label.startsWith('95 %')}},
    };
}

// The labels of a logarithmic axis: 0.5, 1, 2, 5 …
function plainTick(value) {
    const round = Number(value.toPrecision(1));
    return round === Number(value.toPrecision(6)) && /^0*[125]0*$/.test(String(round).replace('.', ''))
               ? String(round)
               : '';
}

// The least and the greatest of the values, with some room around; null if there are none.
function rangeOf(values, room = 1.08) {
    const known = values.filter(value => value !== null && value > 0);
    if (known.length === 0) return null;
    return {
        min: known.reduce((a, b) => Math.min(a, b)) / room,
        max: known.reduce((a, b) => Math.max(a, b)) * room
    };
}

function logarithmicAxis(text, range) {
    return {type: 'logarithmic', ...range, title: {text}, ticks: {autoSkip: false, callback: plainTick}};
}

// Octaves as in the table; 1x, where a load is as fast as the baseline, stands out.
function ratioAxis(text, range) {
    const isOne = context => context.tick && context.tick.value === 1;
    return {
        type: 'logarithmic',
        ...range,
        title: {text},
        afterBuildTicks: scale => {
            const octave = value => Math.round(Math.log2(value));
            scale.ticks = [];
            for (let power = octave(scale.min) - 1; power <= octave(scale.max) + 1; ++power)
                if (2 ** power >= scale.min && 2 ** power <= scale.max) scale.ticks.push({value: 2 ** power});
        },
        ticks: {autoSkip: false, callback: value => value < 1 ? `1/${1 / value}x` : `${value}x`},
        grid: {
            color: context => color(isOne(context) ? '--text' : '--line'),
            lineWidth: context => isOne(context) ? 2 : 1
        }
    };
}
