// The table of ratios: filters, order, folding, and no more cells than can be seen where there are many.

const heat = {lines: [], columns: [], rows: [], active: {line: 0, column: 0}};
const kAllBelow = 4200; // cells that are made at once; of more, those in view

function chosen(kind, value) {
    return view[kind].length === 0 || view[kind].includes(value);
}

function rowLabel(row) {
    return row.variant ? `${row.operation}, ${row.variant}` : row.operation;
}

function rowId(row) {
    return row.id || row.name;
}

// Words of the filter, all of which must stand in the text.
function matches(text, filter) {
    const lower = text.toLowerCase();
    return filter.toLowerCase().split(/\s+/).every(word => lower.includes(word));
}

function suiteFiles() {
    return data.files.filter(file => file.suite === view.suite);
}

// Rows of the suite's files, in the order of the first that has each.
function suiteRows() {
    const rows = new Set();
    for (const list of new Set(suiteFiles().map(file => file.rows)))
        for (const [name] of data.rows[list]) rows.add(rowsByName.get(name));
    return [...rows];
}

function sideBySide() {
    if (view.side !== '') return view.side === 'yes' && heat.plain;
    return heat.plain && subjectsShown().length <= 4;
}

function subjectsShown() {
    return subjects.filter(subject => subject.file.suite === view.suite && chosen('strategy', subject.name) &&
                                      (view.files === '' || matches(`${subjectLabel(subject)} ${subject.file.name}`, view.files)));
}

// Columns: a subject, or one under each pattern. Lines: a group's heading, or what its cells have in common.
function arrange() {
    const side = sideBySide();
    const rows = heat.rows.filter(row => chosen('family', row.kind) && chosen('pattern', row.pattern) &&
                                         (view.q === '' || matches(row.name, view.q)));
    const patterns = [...new Set(rows.map(row => row.pattern))];
    heat.columns = subjectsShown().flatMap(subject => side ? patterns.map(pattern => ({subject, pattern})) : [{subject, pattern: ''}]);
    const lines = new Map();
    for (const row of rows) {
        const key = side ? rowLabel(row) : row.name;
        if (!lines.has(key)) lines.set(key, {label: key, kind: row.kind, rows: new Map()});
        lines.get(key).rows.set(side ? row.pattern : '', row);
    }
    heat.rowCount = rows.length;
    heat.lines = view.sort === '' ? inGroups([...lines.values()]) : inOrder([...lines.values()]);
}

function inGroups(lines) {
    const groups = new Map();
    for (const line of lines) {
        if (!groups.has(line.kind)) groups.set(line.kind, []);
        groups.get(line.kind).push(line);
    }
    if (groups.size === lines.length) return lines;
    return [...groups].flatMap(([kind, its]) =>
        [{group: kind, label: heat.kinds.get(kind), size: its.length}, ...(view.folded.includes(kind) ? [] : its)]);
}

function columnKey(column) {
    return `${column.subject.number}${column.pattern && '.' + column.pattern}`;
}

function inOrder(lines) {
    const [key, direction] = view.sort.split(':');
    const column = heat.columns.find(each => columnKey(each) === key);
    if (!column) return inGroups(lines);
    const value = line => {
        const row = line.rows.get(column.pattern);
        return row === undefined ? null : ratioOf(column.subject, row);
    };
    const sign = direction === 'up' ? 1 : -1;
    const keyed = lines.map(line => [value(line), line]);
    keyed.sort(([a], [b]) => a === null || b === null ? (a === null) - (b === null) : sign * (a - b));
    return keyed.map(([, line]) => line);
}

const kSteps = 6; // of half an octave on either side of 1x

function heatClass(ratio) {
    const step = Math.max(-kSteps, Math.min(kSteps, Math.round(2 * Math.log2(ratio))));
    return `heat${step + kSteps}`;
}

const statusSigns = {u: '–', f: '✗', n: '…', w: '?'};

function cellText(figure) {
    if (figure === null) return '';
    return figure.ratio === null ? statusSigns[figure.status] : ratioText(figure.ratio) + figure.signs;
}

function cell(line, column) {
    const row = line.rows.get(column.pattern);
    const figure = row === undefined ? null : figureOf(column.subject, row);
    const made = document.createElement('td');
    if (figure === null) return made;
    if (figure.ratio === null) {
        made.className = `status-${figure.status}`;
    } else {
        made.className = heatClass(figure.ratio);
    }
    if (figure.ratio !== null && figure.signs !== '') {
        const signs = document.createElement('span');
        signs.className = 'signs';
        signs.textContent = figure.signs;
        made.append(ratioText(figure.ratio), signs);
    } else {
        made.textContent = cellText(figure);
    }
    made.tabIndex = -1;
    return made;
}

// What is known of a cell, a sentence or figure a line.
function factsOf(subject, row) {
    const figure = figureOf(subject, row);
    if (figure === null) return [];
    const facts = [`${row.name}`, subjectLabel(subject)];
    if (figure.status === 'w') facts.push('? the run is unusable, and the interval too wide to be believed');
    else if (figure.ratio === null) facts.push(statusWords[figure.status]);
    else facts.push(`${ratioText(figure.ratio)} ${intervalText(figure)}`.trim());
    if (figure.loads !== null) facts.push(`${loadsText(figure.loads)} loads/ns`);
    if (figure.milliseconds !== null) facts.push(`${millisecondsText(figure.milliseconds)} ms for PerfTest's dispatch`);
    for (const {sign, meaning} of data.signs) if (figure.signs.includes(sign)) facts.push(`${sign} ${meaning}`);
    if (figure.signs.includes('±')) facts.push('± the interval is wider than the run was to reach');
    if (figure.bound === 'l') facts.push('bound by loads');
    if (figure.reason !== '') facts.push((figure.signs.includes('~') ? '~ ' : '') + figure.reason);
    if (figure.code !== '') facts.push(`compiled to ${figure.code}`);
    return facts;
}

// Which of the lines and columns are to be made.
function windowOf(scroller) {
    const lines = heat.lines.length, columns = heat.columns.length;
    if (lines * columns <= kAllBelow || heat.printing) return {top: 0, bottom: lines, left: 0, right: columns};
    const {line, cell, head} = heat.sizes;
    const extra = 4;
    const clamp = (value, most) => Math.max(0, Math.min(most, value));
    return {
        top: clamp(Math.floor(scroller.scrollTop / line) - extra, lines),
        bottom: clamp(Math.ceil((scroller.scrollTop + scroller.clientHeight) / line) + extra, lines),
        left: clamp(Math.floor(scroller.scrollLeft / cell) - extra, columns),
        right: clamp(Math.ceil((scroller.scrollLeft + scroller.clientWidth - head) / cell) + extra, columns),
    };
}

// Neighbours that share a heading.
function spans(columns, key) {
    const result = [];
    for (const column of columns) {
        const name = key(column);
        if (result.length > 0 && result[result.length - 1].key === name) result[result.length - 1].length += 1;
        else result.push({key: name, column, length: 1});
    }
    return result;
}

function spacer(tag, width) {
    return element(tag, {class: 'spacer', 'aria-hidden': 'true', colspan: width});
}

function headRows(shown, before, after) {
    const side = shown.some(column => column.pattern !== '');
    const severalStrategies = new Set(heat.columns.map(column => column.subject.name)).size > 1;
    const levels = [[column => column.subject.file.number, column => element('span', {class: 'name', title: `${column.subject.file.line}\n${column.subject.file.name}`},
        column.subject.file.label, column.subject.file.detail ? element('small', {}, column.subject.file.detail) : '')]];
    if (severalStrategies) levels.push([column => column.subject.number, column => element('span', {class: 'name'}, column.subject.name)]);
    if (side) levels.push([columnKey, column => element('span', {class: 'name'}, column.pattern)]);
    return levels.map(([key, label], depth) => {
        const last = depth === levels.length - 1;
        const row = element('tr', {});
        if (depth === 0) row.append(element('th', {scope: 'col', rowspan: levels.length, class: 'corner'}, side ? 'operation' : 'row'));
        if (before > 0) row.append(spacer('td', before));
        for (const {column, length} of spans(shown, key)) {
            const sorted = last && view.sort.split(':')[0] === columnKey(column) ? view.sort.split(':')[1] : '';
            const content = last ? element('button', {type: 'button', 'data-sort': columnKey(column), title: 'Sort by this column'},
                                           label(column), element('span', {class: 'arrow', 'aria-hidden': 'true'}, {up: '▲', down: '▼', '': ''}[sorted]))
                                 : label(column);
            row.append(element('th', {scope: length > 1 ? 'colgroup' : 'col', colspan: length, class: depth === 0 ? 'device' : '',
                                      'aria-sort': {up: 'ascending', down: 'descending', '': null}[sorted]}, content));
        }
        if (after > 0) row.append(spacer('td', after));
        return row;
    });
}

function groupLine(line, width) {
    const folded = view.folded.includes(line.group);
    return element('tr', {class: 'group'},
        element('th', {scope: 'row', colspan: width},
            element('button', {type: 'button', 'aria-expanded': String(!folded), 'data-group': line.group},
                    line.label, element('small', {}, ` ${line.size}`))));
}

function renderTable(force = true) {
    const scroller = byId('heat');
    const range = windowOf(scroller);
    const key = JSON.stringify(range);
    if (!force && key === heat.shown) return;
    heat.shown = key;
    const shown = heat.columns.slice(range.left, range.right);
    const before = range.left, after = heat.columns.length - range.right;
    const cut = before > 0 || after > 0 || range.top > 0 || range.bottom < heat.lines.length;
    range.cut = cut;
    const table = element('table', {role: 'grid', 'aria-label': 'Ratios by row, device and strategy', class: cut ? 'cut' : '',
                                    'aria-rowcount': cut ? heat.lines.length : null, 'aria-colcount': cut ? heat.columns.length + 1 : null});
    const columns = element('colgroup', {}, element('col', {class: 'names'}));
    for (let i = 0; i < heat.columns.length; ++i) columns.append(element('col', {class: 'cell'}));
    const body = element('tbody', {});
    if (range.top > 0) body.append(gap(range.top));
    for (let number = range.top; number < range.bottom; ++number) body.append(makeLine(number, range, shown, before, after));
    if (range.bottom < heat.lines.length) body.append(gap(heat.lines.length - range.bottom));
    table.append(columns, element('thead', {}, ...headRows(shown, before, after)), body);
    table.style.setProperty('--columns', heat.columns.length);
    scroller.replaceChildren(table);
    heat.range = range;
    markActive(false);
}

function gap(lines) {
    const made = element('tr', {'aria-hidden': 'true', class: 'spacer'}, element('td', {}));
    made.style.height = `${lines * heat.sizes.line}px`;
    return made;
}

function makeLine(number, range, shown, before, after) {
    const line = heat.lines[number];
    const made = line.group !== undefined ? groupLine(line, heat.columns.length + 1) : document.createElement('tr');
    made.dataset.line = number;
    if (range.cut) made.setAttribute('aria-rowindex', number + 1);
    if (line.group !== undefined) return made;
    const head = document.createElement('th');
    head.scope = 'row';
    line.label.split('.').forEach((part, i) => head.append(...(i > 0 ? [element('wbr'), '.' + part] : [part])));
    head.title = line.label;
    made.append(head);
    if (before > 0) made.append(spacer('td', before));
    shown.forEach((column, i) => {
        const its = cell(line, column);
        if (range.cut) its.setAttribute('aria-colindex', range.left + i + 2);
        made.append(its);
    });
    if (after > 0) made.append(spacer('td', after));
    return made;
}

// The cell that the keyboard is on.
function cellAt(line, column) {
    const row = byId('heat').querySelector(`tr[data-line="${line}"]`);
    if (!row || heat.lines[line].group !== undefined) return null;
    const skipped = 1 + (heat.range.left > 0 ? 1 : 0);
    return row.children[column - heat.range.left + skipped] || null;
}

function markActive(focus) {
    for (const old of byId('heat').querySelectorAll('td[tabindex="0"]')) old.tabIndex = -1;
    let {line, column} = heat.active;
    line = Math.min(line, heat.lines.length - 1);
    if (line < 0) return;
    if (heat.lines[line].group !== undefined) line += 1;
    // Where that one is out of view, the keyboard begins at the first that is not.
    const wanted = cellAt(line, Math.min(column, heat.columns.length - 1));
    const made = wanted && wanted.hasAttribute('tabindex') ? wanted : byId('heat').querySelector('td[tabindex]');
    if (!made) return;
    made.tabIndex = 0;
    if (focus) made.focus();
}

// The line and column of a cell.
function placeOf(node) {
    const made = node.closest('#heat td');
    if (!made || made.classList.contains('spacer')) return null;
    const line = Number(made.parentElement.dataset.line);
    const column = [...made.parentElement.children].indexOf(made) - 1 - (heat.range.left > 0 ? 1 : 0) + heat.range.left;
    const row = heat.lines[line].rows.get(heat.columns[column].pattern);
    return row === undefined ? null : {line, column, row, subject: heat.columns[column].subject, node: made};
}

// Where an arrow leads: over headings of groups.
function moved(key, {line, column}) {
    const steps = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-10, 0], PageDown: [10, 0],
                   Home: [0, -Infinity], End: [0, Infinity]};
    if (!(key in steps)) return null;
    const [down, right] = steps[key];
    let next = Math.max(0, Math.min(heat.lines.length - 1, line + down));
    const step = down < 0 ? -1 : 1;
    while (heat.lines[next] && heat.lines[next].group !== undefined) next += step;
    if (heat.lines[next] === undefined) next = line;
    return {line: next, column: Math.max(0, Math.min(heat.columns.length - 1, column + right))};
}

function bringIntoView({line, column}) {
    const scroller = byId('heat');
    const {line: height, cell: width, head} = heat.sizes;
    const top = line * height, left = column * width;
    const headHeight = scroller.querySelector('thead').offsetHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    if (top + height > scroller.scrollTop + scroller.clientHeight - headHeight) scroller.scrollTop = top + height - scroller.clientHeight + headHeight;
    if (left < scroller.scrollLeft) scroller.scrollLeft = left;
    if (left + width > scroller.scrollLeft + scroller.clientWidth - head) scroller.scrollLeft = left + width - scroller.clientWidth + head;
}

function showTip(place) {
    const tip = byId('tip');
    tip.replaceChildren(...factsOf(place.subject, place.row).map((fact, i) => element(i === 0 ? 'b' : 'span', {}, fact)));
    tip.hidden = false;
    place.node.setAttribute('aria-describedby', 'tip');
    const box = place.node.getBoundingClientRect();
    const left = Math.min(box.left, document.documentElement.clientWidth - tip.offsetWidth - 8);
    const below = box.bottom + 6 + tip.offsetHeight < innerHeight;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${below ? box.bottom + 6 : Math.max(8, box.top - tip.offsetHeight - 6)}px`;
}

function hideTip() {
    byId('tip').hidden = true;
    for (const node of document.querySelectorAll('[aria-describedby="tip"]')) node.removeAttribute('aria-describedby');
}

function measureSizes() {
    const probe = element('div', {class: 'probe'});
    document.body.append(probe);
    const style = getComputedStyle(probe);
    heat.sizes = {line: parseFloat(style.height), cell: parseFloat(style.width), head: parseFloat(style.paddingLeft)};
    probe.remove();
}

function refreshTable() {
    if (!suites.includes(view.suite)) view.suite = suites.includes('matrix') ? 'matrix' : suites[0];
    heat.rows = suiteRows();
    heat.kinds = new Map([...new Set(heat.rows.map(row => row.kind))].map(kind => [kind, kindLabel(heat.rows.filter(row => row.kind === kind))]));
    heat.plain = heat.rows.every(row => row.pattern !== '');
    makeControls();
    update();
    if (view.row !== '') openRowFromLink();
    else show(byId('row'), false);
}

function update() {
    arrange();
    measureSizes();
    renderTable();
    const figures = heat.rowCount === 1 ? 'row' : 'rows';
    byId('count').textContent = `${heat.rowCount} of ${heat.rows.length} ${figures}, ${subjectsShown().length} of ` +
        `${subjects.filter(subject => subject.file.suite === view.suite).length} columns of devices.`;
    writeLink();
}

function chips(kind, legend, values, labelOf = value => value) {
    const box = byId(`${kind}-chips`);
    show(box, values.length > 1);
    box.replaceChildren(element('legend', {}, legend), ...values.map(value =>
        element('label', {class: 'chip'},
            element('input', {type: 'checkbox', name: kind, value, checked: view[kind].includes(value), onchange: event => {
                view[kind] = event.target.checked ? [...view[kind], value] : view[kind].filter(one => one !== value);
                update();
            }}), element('span', {}, labelOf(value)))));
}

function makeControls() {
    const suiteSelect = byId('suite');
    suiteSelect.replaceChildren(...suites.map(suite => element('option', {value: suite, selected: suite === view.suite}, suite || 'none named')));
    show(byId('suite-label'), suites.length > 1);
    byId('row-filter').value = view.q;
    byId('file-filter').value = view.files;
    const its = subjects.filter(subject => subject.file.suite === view.suite);
    show(byId('file-filter-label'), suiteFiles().length > 1);
    chips('family', 'Loads', [...heat.kinds.keys()], kind => heat.kinds.get(kind));
    chips('pattern', 'Patterns', [...new Set(heat.rows.map(row => row.pattern))]);
    chips('strategy', 'Strategies', [...new Set(its.map(subject => subject.name))]);
    byId('side-by-side').checked = sideBySide();
    const baselines = [...new Set(suiteFiles().map(file => file.baseline))];
    byId('table-caption').textContent = `Each figure says how many times as fast the load is as ${baselines.join(' or ')}; bigger is faster. ` +
        'Point at a figure, or move there with the arrow keys, to see its interval and what bounds it; click it, or press Enter, for its samples.';
}

function makeLegend() {
    const scale = element('span', {class: 'scale', 'aria-hidden': 'true'});
    for (let step = -kSteps; step <= kSteps; ++step) {
        const label = step % 2 === 0 ? (step < 0 ? `1/${2 ** (-step / 2)}` : `${2 ** (step / 2)}`) + 'x' : '';
        scale.append(element('span', {class: `heat${step + kSteps}`}, label));
    }
    const meanings = [...data.signs.map(({sign, meaning}) => [sign, meaning]), ['±', 'the interval is wider than the run was to reach'],
                      ['~', 'not comparable'], ['–', 'unsupported'], ['✗', 'failed'], ['…', 'not measured']];
    byId('legend').append(scale, details('Signs', () => element('dl', {}, ...meanings.flatMap(([sign, meaning]) =>
        [element('dt', {}, sign), element('dd', {}, meaning)]))));
}

function makeTable() {
    makeLegend();
    const scroller = byId('heat');
    let waiting = false;
    scroller.addEventListener('scroll', () => {
        hideTip();
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => {
            waiting = false;
            renderTable(false);
        });
    });
    scroller.addEventListener('click', event => {
        const button = event.target.closest('button');
        if (button && button.dataset.sort !== undefined) return sortBy(button.dataset.sort);
        if (button && button.dataset.group !== undefined) return fold(button.dataset.group);
        const place = placeOf(event.target);
        if (place) openRow(place.subject, place.row);
    });
    scroller.addEventListener('mouseover', event => {
        const place = placeOf(event.target);
        if (place) showTip(place);
        else hideTip();
    });
    scroller.addEventListener('mouseleave', hideTip);
    scroller.addEventListener('focusin', event => {
        const place = placeOf(event.target);
        if (!place) return hideTip();
        heat.active = {line: place.line, column: place.column};
        markActive(false);
        showTip(place);
    });
    scroller.addEventListener('focusout', hideTip);
    scroller.addEventListener('keydown', event => {
        if (event.key === 'Escape') return hideTip();
        const place = placeOf(event.target);
        if (!place) return;
        if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            return openRow(place.subject, place.row);
        }
        const next = moved(event.key, place);
        if (!next) return;
        event.preventDefault();
        heat.active = next;
        bringIntoView(next);
        renderTable(false);
        markActive(true);
    });
    const typed = (id, key) => byId(id).addEventListener('input', event => {
        view[key] = event.target.value;
        update();
    });
    typed('row-filter', 'q');
    typed('file-filter', 'files');
    byId('filters').addEventListener('submit', event => event.preventDefault());
    byId('suite').addEventListener('change', event => {
        Object.assign(view, {...defaults, suite: event.target.value});
        refreshTable();
        refreshCharts();
    });
    byId('side-by-side').addEventListener('change', event => {
        view.side = event.target.checked ? 'yes' : 'no';
        view.sort = '';
        update();
    });
    byId('fold-all').addEventListener('click', () => foldAll([...heat.kinds.keys()]));
    byId('unfold-all').addEventListener('click', () => foldAll([]));
    byId('reset').addEventListener('click', () => {
        Object.assign(view, {...defaults, suite: view.suite});
        refreshTable();
    });
    addEventListener('resize', () => {
        measureSizes();
        renderTable();
    });
    addEventListener('beforeprint', () => {
        const sheet = 1000; // pixels across a page
        heat.printing = heat.columns.length <= 60;
        renderTable();
        scroller.style.zoom = Math.min(1, sheet / scroller.querySelector('table').offsetWidth);
    });
    addEventListener('afterprint', () => {
        heat.printing = false;
        scroller.style.zoom = '';
        renderTable();
    });
    refreshTable();
}

function foldAll(groups) {
    view.folded = groups;
    view.sort = '';
    update();
}

function fold(group) {
    view.folded = view.folded.includes(group) ? view.folded.filter(one => one !== group) : [...view.folded, group];
    update();
    byId('heat').querySelector(`[data-group="${CSS.escape(group)}"]`).focus();
}

// Fastest first, slowest first, as measured.
function sortBy(key) {
    const [sorted, direction] = view.sort.split(':');
    view.sort = sorted !== key ? `${key}:down` : direction === 'down' ? `${key}:up` : '';
    byId('heat').scrollTop = 0;
    update();
    byId('heat').querySelector(`[data-sort="${CSS.escape(key)}"]`).focus();
}
