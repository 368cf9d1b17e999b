// The answers, a sentence each, before any figure.

// One heading for what all files say; the file's name before each where there are several.
function answers(heading, sentencesOf) {
    const told = data.files.map(file => [file, sentencesOf(file).filter(text => text)])
                     .filter(([, texts]) => texts.length > 0);
    if (told.length === 0) return null;
    const section = element('section', {}, element('h3', {}, heading));
    if (data.files.length === 1) {
        section.append(sentences(told[0][1]));
        return section;
    }
    // Files that say the same are named together.
    const together = new Map();
    for (const [file, texts] of told) {
        const key = JSON.stringify(texts);
        if (!together.has(key)) together.set(key, {files: [], texts});
        together.get(key).files.push(file);
    }
    const most = 5;
    const entries = [...together.values()].map(({files, texts}) => {
        const names = files.length <= 3 ? files.map(file => file.short).join(', ') : `${files.length} files`;
        return texts.length === 1
                   ? element('p', {}, element('b', {title: files.map(file => file.name).join('\n')}, names),
                             `: ${texts[0]}`)
                   : details(names, () => sentences(texts), together.size === 1);
    });
    section.append(...entries.slice(0, most));
    if (entries.length > most)
        section.append(
            details(`${entries.length - most} more`, () => element('div', {}, ...entries.slice(most))));
    return section;
}

// Files are compared with the first of their suite.
function firstName() {
    return suites.length === 1 ? data.files[0].short : 'the first file of each suite';
}

function makeSummary() {
    byId('title').textContent = data.title;
    const parts = [
        answers('What was measured', file => [file.measured]),
        answers('Can it be relied on?', file => [file.quality]),
        answers('What to use', file => file.advice.sentences),
        answers('Experiments', file => file.experiment === null ? [] : [file.experiment.conclusion]),
        answers(`What differs from ${firstName()}`, file => file.outcome),
    ];
    byId('sentences').append(...parts.filter(part => part !== null));
}
