// The table of ratios. A large table has only the cells that can be seen.

// Which lines and columns to create.
function windowOf(scroller) {
    const lines = heat.lines.length, columns = heat.columns.length;
    if (lines * columns <= kAllBelow || heat.printing)
        return {top: 0, bottom: lines, left: 0, right: columns};
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
        if (result.length > 0 && result[result.length - 1].key === name)
            result[result.length - 1].length += 1;
        else
            result.push({key: name, column, length: 1});
    }
    return result;
}

function spacer(tag, width) {
    return element(tag, {class: 'spacer', 'aria-hidden': 'true', colspan: width});
}

// From the second printed page on, browsers print no buttons in a table's head.
function headRows(shown, before, after) {
    const side = shown.some(column => column.pattern !== '');
    const severalStrategies = new Set(heat.columns.map(column => column.subject.name)).size > 1;
    const levels = [[
        column => column.subject.file.number,
        column => element('span',
                          {class: 'name', title: `${column.subject.file.line}\n${column.subject.file.name}`},
                          column.subject.file.label,
                          column.subject.file.detail ? element('small', {}, column.subject.file.detail) : '')
    ]];
    if (severalStrategies)
        levels.push([
            column => column.subject.number, column => element('span', {class: 'name'}, column.subject.name)
        ]);
    if (side) levels.push([columnKey, column => element('span', {class: 'name'}, column.pattern)]);
    return levels.map(([key, label], depth) => {
        const last = depth === levels.length - 1;
        const row = element('tr', {});
        if (depth === 0)
            row.append(element('th', {scope: 'col', rowspan: levels.length, class: 'corner'},
                               side ? 'operation' : 'row'));
        if (before > 0) row.append(spacer('td', before));
        for (const {column, length} of spans(shown, key)) {
            const sorted =
                last && view.sort.split(':')[0] === columnKey(column) ? view.sort.split(':')[1] : '';
            const content =
                last && !heat.onPaper
                    ? element('button',
                              {type: 'button', 'data-sort': columnKey(column), title: 'Sort by this column'},
                              label(column),
                              element('span', {class: 'arrow', 'aria-hidden': 'true'},
                                      {up: '▲', down: '▼', '': ''}[sorted]))
                    : label(column);
            row.append(element('th', {
                scope: length > 1 ? 'colgroup' : 'col',
                colspan: length,
                'aria-sort': {up: 'ascending', down: 'descending', '': null}[sorted]
            },
                               content));
        }
        if (after > 0) row.append(spacer('td', after));
        return row;
    });
}

function groupLine(line, width) {
    const folded = view.folded.includes(line.group);
    return element(
        'tr', {class: 'group'},
        element('th', {scope: 'row', colspan: width},
                element('button',
                        {type: 'button', 'aria-expanded': String(!folded), 'data-group': line.group},
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
    range.cut = before > 0 || after > 0 || range.top > 0 || range.bottom < heat.lines.length;
    const table = element('table', {
        role: 'grid',
        'aria-label': 'Ratios by row, device and strategy',
        'aria-rowcount': range.cut ? heat.lines.length : null,
        'aria-colcount': range.cut ? heat.columns.length + 1 : null
    });
    const columns = element('colgroup', {}, element('col', {class: 'names'}));
    for (let i = 0; i < heat.columns.length; ++i) columns.append(element('col', {class: 'cell'}));
    const body = element('tbody', {});
    if (range.top > 0) body.append(gap(range.top));
    for (let number = range.top; number < range.bottom; ++number)
        body.append(makeLine(number, range, shown, before, after));
    if (range.bottom < heat.lines.length) body.append(gap(heat.lines.length - range.bottom));
    table.append(columns, element('thead', {}, ...headRows(shown, before, after)), body);
    table.style.setProperty('--columns', heat.columns.length);
    scroller.replaceChildren(table);
    markActive(false);
}

function gap(lines) {
    const made = element('tr', {'aria-hidden': 'true', class: 'spacer'}, element('td', {}));
    made.style.height = `${lines * heat.sizes.line}px`;
    return made;
}

function makeLine(number, range, shown, before, after) {
    const line = heat.lines[number];
    const made =
        line.group !== undefined ? groupLine(line, heat.columns.length + 1) : document.createElement('tr');
    made.dataset.line = number;
    if (range.cut) made.setAttribute('aria-rowindex', number + 1);
    if (line.group !== undefined) return made;
    const head = document.createElement('th');
    head.scope = 'row';
    line.label.split('.').forEach((part, i) =>
                                      head.append(...(i > 0 ? [element('wbr'), '.' + part] : [part])));
    head.title = line.label;
    made.append(head);
    if (before > 0) made.append(spacer('td', before));
    shown.forEach((column, i) => {
        const its = cell(line, column);
        its.column = range.left + i; // among all
        if (range.cut) its.setAttribute('aria-colindex', its.column + 2);
        made.append(its);
    });
    if (after > 0) made.append(spacer('td', after));
    return made;
}

function measureSizes() {
    const probe = element('div', {class: 'probe'});
    document.body.append(probe);
    const style = getComputedStyle(probe);
    heat.sizes = {
        line: parseFloat(style.height),
        cell: parseFloat(style.width),
        head: parseFloat(style.paddingLeft)
    };
    probe.remove();
}
