#include "analysis/figures.h"

#include <algorithm>
#include <array>

namespace vkperftest {
namespace {

// The strategy that the baseline is always measured under.
constexpr std::string_view kBaselineStrategy = "set";

bool measured(const StrategyResult& result) {
    return result.status == Status::Measured;
}

std::vector<double> perLoad(const std::vector<double>& nanoseconds, std::uint64_t loads) {
    std::vector<double> result;
    for (const double sample : nanoseconds) result.push_back(sample / static_cast<double>(loads));
    return result;
}

std::vector<double> perLoad(const StrategyResult& result) {
    return perLoad(result.nanoseconds, result.loads);
}

// From the row's first sample to its last, its own among them.
std::span<const double> baselineMeanwhile(const RunResult& run, const RowResult& row) {
    if (row.sequence.empty()) return {};
    const std::size_t first = row.sequence.front();
    return std::span(run.baselineSeries).subspan(first, row.sequence.back() - first + 1);
}

// The first one's time over the second's.
double printedTimes(const PrintedFigures& first, const PrintedFigures& second) {
    // Small ratios are printed with fewer digits than their milliseconds.
    if (first.milliseconds && second.milliseconds) return *first.milliseconds / *second.milliseconds;
    return second.ratio / first.ratio;
}

std::optional<PairedRatio> timeOver(const Estimator& estimator, const StrategyResult& one,
                                    const StrategyResult& other) {
    if (!measured(one) || !measured(other)) return std::nullopt;
    if (one.printed.has_value() != other.printed.has_value()) return std::nullopt;
    if (one.printed) return PairedRatio{.median = printedTimes(*one.printed, *other.printed)};
    return estimator.timeOver(perLoad(one), perLoad(other));
}

// All but what the floor tells.
StrategyFigures figuresOf(const Estimator& estimator, const RunResult& run, const RowResult& row,
                          std::size_t strategy) {
    const StrategyResult& result = row.strategies[strategy];
    StrategyFigures figures{.ratio = ratioToBaseline(estimator, run, row, strategy)};
    figures.isBaseline = row.name == run.settings.baseline && result.strategy == kBaselineStrategy;
    for (const StrategyResult& other : row.strategies)
        figures.timeOver.push_back(timeOver(estimator, result, other));
    if (result.printed) {
        figures.milliseconds = result.printed->milliseconds;
        figures.incomparable = !result.printed->caveat.empty();
        return figures;
    }
    const std::vector<double> samples = perLoad(result);
    const double nanoseconds = estimator.level(samples);
    const std::optional<double> width = relativeWidth(figures.ratio);
    figures.milliseconds = nanoseconds * kPerfTestLoads * 1e-6;
    figures.loadsPerNanosecond = 1 / nanoseconds;
    figures.countedSamples = estimator.countedSamples(result.nanoseconds);
    figures.imprecise = !width || *width > run.settings.precisionGoal;
    figures.minimaDisagree = minimaDisagree(figures.ratio);
    return figures;
}

RowFigures withoutFloor(const Estimator& estimator, const RunResult& run, const RowResult& row) {
    RowFigures figures{.row = &row, .floor = findFloor(run, row)};
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        std::optional<StrategyFigures>& added = figures.strategies.emplace_back();
        if (measured(row.strategies[s])) added = figuresOf(estimator, run, row, s);
    }
    return figures;
}

void judgeLoads(RowFigures& row, const RowFigures& floor) {
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        const StrategyFigures* const without = floor.under(s);
        if (!row.strategies[s] || without == nullptr) continue;
        row.strategies[s]->overFloor = quotient(without->ratio, row.strategies[s]->ratio);
        row.strategies[s]->loadBound = isAtLeast(*row.strategies[s]->overFloor, kLoadBound);
    }
}

StatusCounts countStatus(const RunResult& run) {
    StatusCounts counts;
    const std::array<std::size_t*, 4> places = {&counts.measured, &counts.unsupported, &counts.failed,
                                                &counts.notMeasured}; // by the value of Status
    for (const RowResult& row : run.rows) {
        for (const StrategyResult& strategy : row.strategies)
            ++*places[static_cast<std::size_t>(strategy.status)];
    }
    return counts;
}

double disturbedShare(const std::vector<RowFigures>& rows) {
    std::size_t all = 0, counted = 0;
    for (const RowFigures& row : rows) {
        for (std::size_t s = 0; s < row.strategies.size(); ++s) {
            all += row.row->strategies[s].nanoseconds.size();
            counted += row.strategies[s] ? row.strategies[s]->countedSamples : 0;
        }
    }
    return all == 0 ? 0 : 1 - static_cast<double>(counted) / static_cast<double>(all);
}

} // namespace

const StrategyFigures* RowFigures::under(std::size_t strategy) const {
    if (strategies.empty()) return nullptr;
    const std::optional<StrategyFigures>& figures = strategies[strategies.size() == 1 ? 0 : strategy];
    return figures ? &*figures : nullptr;
}

std::optional<PairedRatio> RowFigures::timeOver(std::size_t first, std::size_t other) const {
    return strategies[first] ? strategies[first]->timeOver[other] : std::nullopt;
}

const RowFigures& RunFigures::of(const RowResult& row) const {
    for (const std::vector<RowFigures>* list : {&rows, &floors}) {
        const auto found = std::find_if(list->begin(), list->end(),
                                        [&](const RowFigures& each) { return each.row == &row; });
        if (found != list->end()) return *found;
    }
    return nullRow;
}

const RowFigures* RunFigures::find(std::string_view name) const {
    const RowResult* const row = findRowOrFloor(*run, name);
    return row != nullptr ? &of(*row) : nullptr;
}

PairedRatio ratioToBaseline(const Estimator& estimator, const RunResult& run, const RowResult& row,
                            std::size_t strategy) {
    const StrategyResult& result = row.strategies[strategy];
    if (result.printed) return {.median = result.printed->ratio};
    return estimator.ratioToBaseline(perLoad(row.baselineNanoseconds, row.baselineLoads),
                                     baselineMeanwhile(run, row), perLoad(result));
}

RunFigures analyse(const RunResult& run) {
    const Estimator& estimator = estimatorOf(run.settings);
    RunFigures figures{.run = &run,
                       .nullRow = withoutFloor(estimator, run, run.nullRow),
                       .counts = countStatus(run),
                       .baselineDrift = drift(run.baselineSeries)};
    for (const RowResult& row : run.rows) figures.rows.push_back(withoutFloor(estimator, run, row));
    for (const RowResult& floor : run.floors) figures.floors.push_back(withoutFloor(estimator, run, floor));
    const auto judge = [&](RowFigures& row) {
        if (row.floor != nullptr) judgeLoads(row, figures.of(*row.floor));
    };
    judge(figures.nullRow);
    for (RowFigures& row : figures.rows) judge(row);
    for (RowFigures& floor : figures.floors) judge(floor);
    figures.disturbedShare = disturbedShare(figures.rows);
    return figures;
}

RowFigures analyseRow(const RunResult& run, const RowResult& row) {
    const Estimator& estimator = estimatorOf(run.settings);
    RowFigures figures = withoutFloor(estimator, run, row);
    if (figures.floor != nullptr) judgeLoads(figures, withoutFloor(estimator, run, *figures.floor));
    return figures;
}

} // namespace vkperftest
