// How the files were measured, what compilers made of the loads, and ways to export the data.

function makeEnvironments() {
    const labels = [...new Set(data.files.flatMap(file => file.environment.map(([label]) => label)))];
    const few = 4;
    const table = () =>
        data.files.length <= few
            ? simpleTable('Where and how each file was measured',
                          ['property', ...data.files.map(file => file.short)],
                          labels.map(label => [label, ...data.files.map(file => environmentOf(file, label))]))
            : simpleTable(
                  'Where and how each file was measured', ['file', ...labels],
                  data.files.map(file => [file.short, ...labels.map(label => environmentOf(file, label))]));
    byId('environments')
        .append(details('Device, driver, versions, settings', table, data.files.length <= few));
}

// Rows whose code is known, with a column for each file that has any code.
function makeCompiled() {
    const with_ = subjects.filter(subject => subject.columns.code.some(code => code !== null));
    const files = [...new Set(with_.map(subject => subject.file))];
    if (files.length === 0) return;
    const table = () => {
        const names = [...new Set(files.flatMap(file => data.rows[file.rows].map(([name]) => name)))];
        const codeOf = (file, row) =>
            file.subjects.map(subject => (figureOf(subject, row) || {code: ''}).code)
                .filter((code, i, all) => code !== '' && all.indexOf(code) === i)
                .join('; ');
        return simpleTable('Loads in the innermost loop, as each driver compiled them',
                           ['row', ...files.map(file => `${file.label}, ${environmentOf(file, 'driver')}`)],
                           names.map(name => rowsByName.get(name))
                               .map(row => [row.name, ...files.map(file => codeOf(file, row))])
                               .filter(([, ...codes]) => codes.some(code => code !== '')));
    };
    byId('compiled').append(details('What the compilers made of the loads', table));
}

function makeRemarks() {
    const few = 5;
    const all = () =>
        data.files.map(file => details(data.files.length === 1 ? 'Remarks' : `Remarks on ${file.short}`,
                                       () => sentences(file.remarks)));
    if (data.files.length <= few)
        byId('remarks').append(...all());
    else
        byId('remarks').append(details('Remarks on each file', () => element('div', {}, ...all())));
}

// The table as it is shown, without the groups' headings.
function markdownOfTable() {
    const escape = text => text.replace(/[\\|`*_<>[\]]/g, '\\$&');
    const title = column =>
        escape([subjectLabel(column.subject), column.pattern].filter(part => part !== '').join(', '));
    const lines = [['row', ...heat.columns.map(title)], ['---', ...heat.columns.map(() => '---:')]];
    for (const line of heat.lines) {
        if (line.group !== undefined) continue;
        lines.push([
            escape(line.label), ...heat.columns.map(column => {
                const row = line.rows.get(column.pattern);
                return row === undefined ? '' : cellText(figureOf(column.subject, row)).replace('~', '\\~');
            })
        ]);
    }
    return lines.map(cells => `| ${cells.join(' | ')} |`).join('\n') + '\n';
}

function tell(text) {
    byId('told').textContent = text;
}

// Pages from disk cannot always write to the clipboard; then the text is shown, to be copied by hand.
async function copy(text, what) {
    try {
        await navigator.clipboard.writeText(text);
        tell(`${what} copied.`);
    } catch {
        const area = element('textarea', {rows: 8, 'aria-label': what, readonly: true});
        area.value = text;
        byId('told').replaceChildren('Copy this: ', area);
        area.select();
    }
}

function save(name, text) {
    const link = element(
        'a', {href: URL.createObjectURL(new Blob([text], {type: 'application/json'})), download: name});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function makeContext() {
    makeEnvironments();
    makeCompiled();
    makeRemarks();
    byId('copy-markdown').addEventListener('click', () => copy(markdownOfTable(), 'The table'));
    byId('copy-link').addEventListener('click', () => {
        writeLink();
        copy(location.href, 'The link');
    });
    byId('save-json')
        .addEventListener('click', () => save('vkperftest-report.json', byId('data').textContent));
}
