// The answers, a sentence each, before any figure.

// One heading for what all files say, and each file's name where there are several. Up to `mostOpen` entries
// are unfolded.
function answers(heading, sentencesOf, mostOpen = 1) {
    const told =
        data.files.map(file => [file, sentencesOf(file).filter(text => text).map(text => cut(text, 1000))])
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
                   : details(names, () => sentences(texts), together.size <= mostOpen);
    });
    section.append(...entries.slice(0, most));
    if (entries.length > most)
        section.append(
            details(`${entries.length - most} more`, () => element('div', {}, ...entries.slice(most))));
    return section;
}

// A line for each device: what is fastest there. Above the devices stands what is fastest on all or most of them,
// and the row that differs most.
function overview({sizes, devices, common, mostly, difference}) {
    const labels = devices.map(({files}) => data.files[files[0]].label);
    const nameOf = ({files}, i) => {
        const {label, detail} = data.files[files[0]];
        if (files.length > 1) return `${label}, ${files.length} files`;
        return labels.indexOf(label) === labels.lastIndexOf(label) || detail === '' ? label
                                                                                    : `${label}, ${detail}`;
    };
    const line = (name, texts, none) =>
        element('tr', {}, element('th', {scope: 'row'}, name),
                ...texts.map((text, i) => element('td', {'data-size': `${sizes[i]} bytes`}, text || none)));
    const table = lines => element(
        'div', {class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Fastest load on each device'},
        element('table', {class: 'answer'},
                element('thead', {},
                        element('tr', {},
                                ...['', ...sizes.map(bytes => `${bytes} bytes`)].map(
                                    title => element('th', {scope: 'col'}, title)))),
                element('tbody', {}, ...lines)));
    const lines = devices.map((device, i) => line(nameOf(device, i), device.fastest, '–'));
    const several = lines.length > 1, agrees = several && common.some(text => text !== '');
    const agreement = agrees ? line('On all devices', common, '–') : line('On most devices', mostly, '–');
    agreement.className = 'all';
    const most = 20;
    return element(
        'section', {}, element('h3', {}, 'Which load is fastest?'),
        difference === '' ? '' : element('p', {}, difference),
        table(several ? [agreement, ...lines.slice(0, most)] : lines),
        lines.length > most ? details(`${lines.length - most} more`, () => table(lines.slice(most))) : '',
        element('p', {}, element('small', {}, kKinds)));
}

const kKinds =
    'structured: StructuredBuffer; raw: ByteAddressBuffer; typed: Buffer<…>; texture: Texture2D.Load; ' +
    'constant: cbuffer. Ratios show which loads a device favours, not how fast devices are.';

// Files are compared with the first of their device and suite.
function firstName() {
    const places = new Set(data.files.map(({device, suite}) => JSON.stringify([device, suite])));
    return places.size === 1 ? data.files[0].short : 'the first file of each device and suite';
}

function makeSummary() {
    byId('title').title = data.title;
    const measured =
              answers('What was measured', file => [file.measured.replace(file.device, () => file.label)]),
          quality = answers('Are the results reliable?', file => [file.quality]),
          use = answers('What to use',
                        file => file.experiment !== null && data.overview ? [] : file.advice.sentences),
          experiments =
              answers('Experiments', file => file.experiment === null ? [] : [file.experiment.conclusion]),
          changes = answers(`What differs from ${firstName()}`, file => file.outcome, 3);
    const fastest = data.overview && overview(data.overview);
    const isOneDevice = new Set(data.files.map(({device}) => device)).size === 1;
    const first = isOneDevice ? [changes, fastest] : [fastest, changes];
    const parts = [...first, use, experiments, quality, measured];
    byId('sentences').append(...parts.filter(part => part !== null));
}
