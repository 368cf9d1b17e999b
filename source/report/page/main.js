// Puts the parts together.

readLink();
makeSummary();
makeRow();
makeTable();
makeCharts();
makeContext();
addEventListener('hashchange', () => {
    if (!readLink()) return;
    refreshTable();
    refreshCharts();
});
// Milliseconds since the page began to load: it can be used now.
document.documentElement.dataset.ready = Math.round(performance.now());
