// What is shown, kept in the address after the # so that the view can be shared as a link.

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
        // The address may not change here, as in a frame; the page works without that.
    }
}
