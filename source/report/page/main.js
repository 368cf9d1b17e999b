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
document.documentElement.dataset.ready = 'yes';
