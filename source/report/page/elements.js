// Creates elements. Text is inserted as text, whatever it contains.

// Hidden if no script runs: the page then shows plain tables instead.
for (const part of document.querySelectorAll('nav[hidden], main[hidden]')) part.hidden = false;

function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith('on'))
            made.addEventListener(name.slice(2), value);
        else
            made.setAttribute(name, value === true ? '' : value);
    }
    made.append(...children.filter(child => child !== null && child !== ''));
    return made;
}

function byId(id) {
    return document.getElementById(id);
}

function show(node, visible) {
    node.hidden = !visible;
}

// A list, or a paragraph for a single sentence.
function sentences(texts) {
    return texts.length === 1 ? element('p', {}, texts[0])
                              : element('ul', {}, ...texts.map(text => element('li', {}, text)));
}

function simpleTable(caption, titles, rows, attributes = {}) {
    return element(
        'div', {class: 'wide', tabindex: 0, role: 'region', 'aria-label': caption},
        element(
            'table', attributes, element('caption', {}, caption),
            element('thead', {},
                    element('tr', {}, ...titles.map(title => element('th', {scope: 'col'}, title)))),
            element('tbody', {},
                    ...rows.map(cells => element(
                                    'tr', {},
                                    ...cells.map((cell, i) => i === 0 ? element('th', {scope: 'row'}, cell)
                                                                      : element('td', {}, cell)))))));
}

// A fold whose content is created when it is opened.
function details(summary, make, open = false) {
    const made = element('details', {}, element('summary', {}, summary));
    const fill = () => {
        if (made.open && made.childElementCount === 1) made.append(make());
    };
    made.addEventListener('toggle', fill);
    made.unfold = () => {
        made.open = true;
        fill();
    };
    if (open) made.unfold();
    return made;
}

// Calls `make` when the element comes near the view, or when the page is printed.
const awaited = new Map();
const watcher = new IntersectionObserver(entries => {
    for (const entry of entries)
        if (entry.isIntersecting) appeared(entry.target);
}, {rootMargin: '300px'});

function appeared(node) {
    const make = awaited.get(node);
    awaited.delete(node);
    watcher.unobserve(node);
    if (make) make();
}

function whenSeen(node, make) {
    awaited.set(node, make);
    watcher.observe(node);
    return node;
}

function forgetUnseen(container) {
    for (const node of [...awaited.keys()]) {
        if (!container.contains(node)) continue;
        awaited.delete(node);
        watcher.unobserve(node);
    }
}

addEventListener('beforeprint', () => [...awaited.keys()].forEach(appeared));
