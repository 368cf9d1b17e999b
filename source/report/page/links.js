// What is shown, kept in the address behind the # so that a link to it can be shared.

const defaults = {
    suite: '',
    q: '',
    files: '',
    family: [],
    pattern: [],
    strategy: [],
    sort: '',
    side: '',
    folded: [],
    row: ''
};
const view = {...defaults};

function readLink() {
    const text = location.hash.slice(1);
    if (text !== '' && !text.includes('=')) return false; // a place on the page
    const given = new URLSearchParams(text);
    for (const [key, value] of Object.entries(defaults))
        view[key] = Array.isArray(value) ? given.getAll(key) : given.get(key) ?? value;
    return true;
}

function writeLink() {
    const given = new URLSearchParams();
    for (const [key, value] of Object.entries(view)) {
        if (Array.isArray(value))
            value.forEach(one => given.append(key, one));
        else if (value !== '')
            given.set(key, value);
    }
    const text = given.toString();
    try {
        history.replaceState(null, '', text === '' ? location.pathname + location.search : '#' + text);
    } catch {
        // The page lies where its address may not change, as in a frame: it works without.
    }
}
