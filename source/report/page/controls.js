// Filters, order and folding.

function refreshTable() {
    if (!suites.includes(view.suite)) view.suite = suites.includes('matrix') ? 'matrix' : suites[0];
    heat.rows = suiteRows();
    heat.kinds = new Map([...new Set(heat.rows.map(row => row.kind))].map(
        kind => [kind, kindLabel(heat.rows.filter(row => row.kind === kind))]));
    heat.plain = heat.rows.every(row => row.pattern !== '');
    makeControls();
    update();
    if (view.row !== '')
        openRowFromLink();
    else
        show(byId('row'), false);
}

function update() {
    arrange();
    measureSizes();
    renderTable();
    const figures = heat.rowCount === 1 ? 'row' : 'rows';
    byId('count').textContent =
        `${heat.rowCount} of ${heat.rows.length} ${figures}, ${subjectsShown().length} of ` +
        `${suiteSubjects().length} device columns.`;
    writeLink();
}

const toggled = (list, value) => list.includes(value) ? list.filter(one => one !== value) : [...list, value];

function chips(kind, legend, values, labelOf = value => value) {
    const box = byId(`${kind}-chips`);
    const chip = value => {
        const onchange = () => {
            view[kind] = toggled(view[kind], value);
            update();
        };
        const input = element(
            'input', {type: 'checkbox', name: kind, value, checked: view[kind].includes(value), onchange});
        return element('label', {class: 'chip'}, input, element('span', {}, labelOf(value)));
    };
    show(box, values.length > 1);
    box.replaceChildren(element('legend', {}, legend), ...values.map(chip));
}

function makeControls() {
    byId('suite').replaceChildren(...suites.map(
        suite => element('option', {value: suite, selected: suite === view.suite}, suite || 'none named')));
    show(byId('suite-label'), suites.length > 1);
    byId('row-filter').value = view.q;
    byId('file-filter').value = view.files;
    show(byId('file-filter-label'), suiteFiles().length > 1);
    chips('family', 'Loads', [...heat.kinds.keys()], kind => heat.kinds.get(kind));
    chips('pattern', 'Patterns', [...new Set(heat.rows.map(row => row.pattern))]);
    chips('strategy', 'Strategies', [...new Set(suiteSubjects().map(subject => subject.name))]);
    byId('side-by-side').checked = sideBySide();
    const baselines = [...new Set(suiteFiles().map(file => file.baseline))];
    byId('table-caption').textContent =
        `Each figure is the load's speed relative to ${baselines.join(' or ')}; bigger is faster.`;
}

function makeLegend() {
    const scale = element('span', {class: 'scale', 'aria-hidden': 'true'});
    for (let step = -kSteps; step <= kSteps; ++step) {
        const label = step % 2 === 0 ? (step < 0 ? `1/${2 ** (-step / 2)}` : `${2 ** (step / 2)}`) + 'x' : '';
        scale.append(element('span', {class: `heat${step + kSteps}`}, label));
    }
    const meanings = [
        ...data.signs.map(({sign, meaning}) => [sign, meaning]), ['±', kImprecise], ['~', 'not comparable'],
        ...Object.values(statuses).map(({sign, word}) => [sign, word])
    ];
    byId('legend').append(
        scale, details('Signs',
                       () => element(
                           'dl', {},
                           ...meanings.flatMap(
                               ([sign, meaning]) => [element('dt', {}, sign), element('dd', {}, meaning)]))));
}

// At most once per frame.
function onScroll(scroller) {
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
}

function onPointer(scroller) {
    scroller.addEventListener('click', event => {
        const button = event.target.closest('button');
        if (button && button.dataset.sort !== undefined) return sortBy(button.dataset.sort);
        if (button && button.dataset.group !== undefined) return fold(button.dataset.group);
        const place = placeOf(event.target);
        if (place) openRow(place.subject, place.row);
    });
    scroller.addEventListener('mouseover', event => {
        const place = placeOf(event.target);
        if (place)
            showTip(place);
        else
            hideTip();
    });
    scroller.addEventListener('mouseleave', hideTip);
}

function onKeyboard(scroller) {
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
}

function onFilters() {
    const typed = (id, key) => byId(id).addEventListener('input', event => {
        view[key] = event.target.value;
        update();
    });
    typed('row-filter', 'q');
    typed('file-filter', 'files');
    byId('file-filter').addEventListener('change', drawFamilies);
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
}

// On a small screen the filters are folded until somebody opens them, unless a link has set some.
function foldFilters() {
    const small = matchMedia('(max-width: 40rem)');
    const update = () => {
        const {suite, row, ...filters} = view;
        byId('filter-fold').open = !small.matches || Object.values(filters).some(each => each.length > 0);
    };
    small.addEventListener('change', update);
    update();
}

// On paper the table is whole, and as narrow as a sheet, unless it has far too many columns. Answers and the
// meanings of signs are unfolded.
function onPrint(scroller) {
    let opened = [];
    addEventListener('beforeprint', () => {
        opened =
            [...document.querySelectorAll('#sentences details, #legend details')].filter(each => !each.open);
        opened.splice(30);
        opened.forEach(each => each.unfold());
        const sheet = 1000, most = 60; // pixels across, columns
        heat.onPaper = true;
        heat.printing = heat.columns.length <= most;
        renderTable();
        scroller.style.zoom = Math.min(1, sheet / scroller.querySelector('table').offsetWidth);
    });
    addEventListener('afterprint', () => {
        heat.onPaper = heat.printing = false;
        scroller.style.zoom = '';
        opened.forEach(each => each.open = false);
        renderTable();
    });
}

function makeTable() {
    const scroller = byId('heat');
    makeLegend();
    foldFilters();
    for (const listen of [onScroll, onPointer, onKeyboard, onFilters, onPrint]) listen(scroller);
    addEventListener('resize', () => {
        measureSizes();
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
    view.folded = toggled(view.folded, group);
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
