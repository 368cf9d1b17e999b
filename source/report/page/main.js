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
// The page is usable now: milliseconds since it began to load.
document.documentElement.dataset.ready = Math.round(performance.now());
