// The cell that the keyboard or the pointer is on.

function markActive(focus) {
    for (const old of byId('heat').querySelectorAll('td[tabindex="0"]')) old.tabIndex = -1;
    let {line, column} = heat.active;
    line = Math.min(line, heat.lines.length - 1);
    if (line < 0) return;
    if (heat.lines[line].group !== undefined) line += 1;
    // If that cell is out of view, the keyboard begins at the first cell in view.
    const its = byId('heat').querySelector(`tr[data-line="${line}"]`)?.children || [];
    const wanted = [...its].find(cell => cell.column === Math.min(column, heat.columns.length - 1));
    const made = wanted?.hasAttribute('tabindex') ? wanted : byId('heat').querySelector('td[tabindex]');
    if (!made) return;
    made.tabIndex = 0;
    if (focus) made.focus();
}

// The line and column of a cell.
function placeOf(node) {
    const made = node.closest('#heat td');
    if (made?.column === undefined) return null; // a spacer
    const line = Number(made.parentElement.dataset.line), column = made.column;
    const row = heat.lines[line].rows.get(heat.columns[column].pattern);
    return row === undefined ? null : {line, column, row, subject: heat.columns[column].subject, node: made};
}

// Where a key leads. Groups' headings are skipped.
function moved(key, {line, column}) {
    const steps = {
        ArrowUp: [-1, 0],
        ArrowDown: [1, 0],
        ArrowLeft: [0, -1],
        ArrowRight: [0, 1],
        PageUp: [-10, 0],
        PageDown: [10, 0],
        Home: [0, -Infinity],
        End: [0, Infinity]
    };
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
    if (top + height > scroller.scrollTop + scroller.clientHeight - headHeight)
        scroller.scrollTop = top + height - scroller.clientHeight + headHeight;
    if (left < scroller.scrollLeft) scroller.scrollLeft = left;
    if (left + width > scroller.scrollLeft + scroller.clientWidth - head)
        scroller.scrollLeft = left + width - scroller.clientWidth + head;
}

function showTip(place) {
    const tip = byId('tip');
    tip.replaceChildren(
        ...factsOf(place.subject, place.row).map((fact, i) => element(i === 0 ? 'b' : 'span', {}, fact)));
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
    for (const node of document.querySelectorAll('[aria-describedby="tip"]'))
        node.removeAttribute('aria-describedby');
}
