#include "analysis/figures.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/core_clock.h"
#include "analysis/thresholds.h"
#include "analysis/window_figures.h"
#include "base/enum_table.h"
#include "cases/binding.h"

namespace vkperftest {
namespace {

// Beyond these a run is noisy, or disturbed.
struct Bounds {
    double noisy, disturbed;
};
constexpr Bounds kSetAside = {0.3, 0.6};
constexpr Bounds kWideShare = {0.25, 0.75};
constexpr Bounds kAaControl = {0.02, 0.1};

Grade gradeOf(double value, const Bounds& bounds) {
    return value > bounds.disturbed ? Grade::Disturbed : value > bounds.noisy ? Grade::Noisy : Grade::Good;
}

bool measured(const StrategyResult& result) {
    return result.status == Status::Measured;
}

std::vector<double> perLoad(const std::vector<double>& nanoseconds, std::uint64_t loads) {
    std::vector<double> result;
    for (const double sample : nanoseconds) result.push_back(sample / static_cast<double>(loads));
    return result;
}

std::optional<PairedRatio> timeOver(const StrategyResult& one, const StrategyResult& other) {
    if (!measured(one) || !measured(other)) return std::nullopt;
    if (one.printed.has_value() != other.printed.has_value()) return std::nullopt;
    if (one.printed) return PairedRatio{.median = other.printed->ratio / one.printed->ratio};
    return pairedRatio(perLoad(one.nanoseconds, one.loads), perLoad(other.nanoseconds, other.loads));
}

// The interval reaches so far to either side at least, on a logarithmic scale.
PairedRatio reaching(PairedRatio ratio, double reach) {
    if (!ratio.interval) return ratio;
    ratio.interval = Interval{std::min(ratio.interval->low, ratio.median * std::exp(-reach)),
                              std::max(ratio.interval->high, ratio.median * std::exp(reach))};
    return ratio;
}

// All figures but those that need controls.
StrategyFigures figuresOf(const RunResult& run, const RowResult& row, std::size_t strategy, double reach) {
    const StrategyResult& result = row.strategies[strategy];
    StrategyFigures figures{.ratio = reaching(ratioToBaseline(row, strategy), reach)};
    figures.isBaseline =
        row.name == run.settings.baseline && result.strategy == kSetName; // which it is always measured under
    for (const StrategyResult& other : row.strategies) {
        std::optional<PairedRatio> time = timeOver(result, other);
        figures.timeOver.push_back(time ? std::optional(reaching(*time, reach)) : time);
    }
    if (result.printed) {
        figures.milliseconds = result.printed->milliseconds;
        if (!result.printed->footnote.empty()) figures.footnote = result.printed->effect;
        return figures;
    }
    const std::vector<double> samples = perLoad(result.nanoseconds, result.loads);
    const double nanoseconds = levelOf(run.settings, samples);
    const std::optional<double> width = relativeWidth(figures.ratio);
    figures.milliseconds = nanoseconds * shownLoads(run.settings) * 1e-6;
    const bool writes = row.load && onlyWrites(row.load->kind),
               shares = row.load && row.load->technique == Technique::Reduce;
    if (!run.settings.shader && !writes && !shares) figures.loadsPerNanosecond = 1 / nanoseconds;
    const std::optional<double> clocks = unitClocksPerNanosecond(run);
    if (clocks && !run.settings.shader && !shares) {
        const double perClock = 1 / nanoseconds / *clocks;
        if (!writes) figures.loadsPerClock = perClock;
        const std::uint32_t lanes = row.load ? lanesOf(run.device, *row.load) : 0;
        if (lanes > 0 && !isWithoutLoads(row.load->technique)) {
            figures.clocks = lanes / perClock;
            figures.unit = unitTime(run.device, *row.load, promisedAlignment(result.strategy));
        }
    }
    figures.countedSamples = run.settings.cpu ? undisturbed(samples).size() : samples.size();
    figures.imprecise = !width || *width > run.settings.precisionGoal;
    return figures;
}

// Three words may be loaded as two and one; and filters may need fewer samples than they are known for.
bool isImpossible(const StrategyFigures& figures, const RowResult& row) {
    const bool isCertain =
        figures.unit && figures.unit->unit != Unit::TextureSamples && row.load && row.load->values != 3;
    return isCertain && figures.overUnit().value_or(1) < kPossible;
}

// What any two rows of the run may differ by.
struct RunError {
    double control = 0;    // how far any interval reaches at least, a logarithm
    Scatter restarts = {}; // the prior of how rows scatter from restart to restart
};

RowFigures withoutControls(const RunResult& run, const RowResult& row, const RunError& error) {
    RowFigures figures{.row = &row, .noLoads = findNoLoads(run, row), .dependent = findDependent(run, row)};
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        std::optional<StrategyFigures>& added = figures.strategies.emplace_back();
        if (!measured(row.strategies[s])) continue;
        const bool isError = &row == &run.aaControl; // itself
        const Scatter own = isError ? Scatter() : restartScatter(run.settings, row, s);
        added = figuresOf(run, row, s, std::hypot(error.control, restartReach(own, error.restarts, row)));
        if (!isImpossible(*added, row)) continue;
        added.reset();
        figures.isImpossible = true;
    }
    return figures;
}

StatusCounts countStatus(const RunResult& run) {
    StatusCounts counts;
    const auto places = enumTable<Status, std::size_t*>(
        {&counts.measured, &counts.unsupported, &counts.failed, &counts.notMeasured, &counts.failed});
    for (const RowResult& row : run.rows) {
        for (const StrategyResult& strategy : row.strategies) ++*places[strategy.status];
    }
    return counts;
}

double disturbedShare(const std::vector<RowFigures>& rows) {
    std::size_t all = 0, counted = 0;
    for (const RowFigures& row : rows) {
        for (std::size_t s = 0; s < row.strategies.size(); ++s) {
            if (!row.strategies[s]) continue;
            all += row.row->strategies[s].nanoseconds.size();
            counted += row.strategies[s]->countedSamples;
        }
    }
    return all == 0 ? 0 : 1 - static_cast<double>(counted) / static_cast<double>(all);
}

// "x and 3 more take less time than the hardware needs"; empty if no row is impossible.
std::string impossibleText(const std::vector<RowFigures>& rows) {
    const auto first = std::ranges::find(rows, true, &RowFigures::isImpossible);
    if (first == rows.end()) return {};
    const auto all = std::ranges::count(rows, true, &RowFigures::isImpossible);
    return fmt::format("{}{} less time than the hardware needs", first->row->name,
                       all == 1 ? " takes" : fmt::format(" and {} more take", all - 1));
}

std::optional<RunQuality> qualityOf(const RunFigures& figures) {
    QualityFacts facts{.impossible = impossibleText(figures.rows), .setAside = figures.disturbedShare};
    const StrategyFigures* const null = figures.aaControl.under(0);
    if (null != nullptr) facts.aaControl = null->ratio;
    for (const RowFigures& row : figures.rows) {
        for (const std::optional<StrategyFigures>& each : row.strategies)
            if (each && !each->isBaseline) facts.ratios.push_back(each->ratio);
    }
    if (!figures.run->windows.empty()) facts.wide = kLeastStep - 1;
    for (const WalkCurve& curve : walkCurves(*figures.run))
        for (const auto& [bytes, point] : curve.windows)
            facts.ratios.push_back({.median = point.time, .interval = point.interval});
    if (!figures.run->source.empty() || (facts.ratios.empty() && facts.impossible.empty()))
        return std::nullopt;
    return judgeQuality(facts);
}

} // namespace

double aaControlError(const PairedRatio& aaControl) {
    const bool chance = aaControl.interval && aaControl.interval->low <= 1 && aaControl.interval->high >= 1;
    const double error = std::abs(aaControl.median - 1);
    return chance || error <= kAaControl.noisy ? 0 : error;
}

RunQuality judgeQuality(const QualityFacts& facts) {
    const auto isWide = [&](const PairedRatio& ratio) {
        return relativeWidth(ratio).value_or(facts.wide + 1) > facts.wide;
    };
    const double wide = static_cast<double>(std::ranges::count_if(facts.ratios, isWide)) /
                        static_cast<double>(std::max<std::size_t>(facts.ratios.size(), 1)),
                 ofControl = facts.aaControl ? aaControlError(*facts.aaControl) : 0;
    const std::pair<Grade, std::string> found[] = {
        {facts.impossible.empty() ? Grade::Good : Grade::Disturbed, facts.impossible},
        {gradeOf(facts.setAside, kSetAside),
         fmt::format("{:.0f} % of the samples were disturbed", 100 * facts.setAside)},
        {gradeOf(wide, kWideShare),
         fmt::format("{:.0f} % of the intervals exceed ±{:.2g} %", 100 * wide, 100 * facts.wide / 2)},
        {gradeOf(ofControl, kAaControl), fmt::format("the A/A control is off by {:.1f} %", 100 * ofControl)}};
    RunQuality quality{.wideShare = wide};
    for (const Grade grade : {Grade::Disturbed, Grade::Noisy})
        for (const auto& [its, reason] : found) {
            if (its != grade) continue;
            quality.reasons.push_back(reason);
            quality.grade = std::max(quality.grade, grade);
        }
    return quality;
}

const RowFigures& RunFigures::of(const RowResult& row) const {
    for (const std::vector<RowFigures>* list : {&rows, &controls}) {
        const auto found = std::ranges::find(*list, &row, &RowFigures::row);
        if (found != list->end()) return *found;
    }
    return aaControl;
}

const RowFigures* RunFigures::find(std::string_view name) const {
    const RowResult* const row = findRowOrControl(*run, name);
    return row != nullptr ? &of(*row) : nullptr;
}

PairedRatio ratioToBaseline(const RowResult& row, std::size_t strategy) {
    const StrategyResult& result = row.strategies[strategy];
    if (result.printed) return {.median = result.printed->ratio};
    return pairedRatio(perLoad(row.baselineNanoseconds, row.baselineLoads),
                       perLoad(result.nanoseconds, result.loads));
}

std::string impossibleRows(const RunResult& run) {
    std::vector<RowFigures> rows;
    for (const RowResult& row : run.rows) rows.push_back(withoutControls(run, row, {}));
    return impossibleText(rows);
}

RunFigures analyse(const RunResult& run) {
    RunFigures figures{
        .run = &run, .aaControl = withoutControls(run, run.aaControl, {}), .counts = countStatus(run)};
    const StrategyFigures* const control = figures.aaControl.under(0);
    std::vector<Scatter> scatters;
    for (const RowResult& row : run.rows)
        for (std::size_t s = 0; s < row.strategies.size(); ++s)
            scatters.push_back(restartScatter(run.settings, row, s));
    const RunError error{control != nullptr ? std::log1p(aaControlError(control->ratio)) : 0,
                         fitPrior(scatters)};
    const auto figuresOfAll = [&](const std::vector<RowResult>& rows) {
        std::vector<RowFigures> all;
        for (const RowResult& row : rows) all.push_back(withoutControls(run, row, error));
        return all;
    };
    figures.rows = figuresOfAll(run.rows);
    figures.controls = figuresOfAll(run.controls);
    judgeLimiters(figures, figures.aaControl);
    for (RowFigures& row : figures.rows) judgeLimiters(figures, row);
    figures.disturbedShare = disturbedShare(figures.rows);
    figures.quality = qualityOf(figures);
    return figures;
}

bool isWhole(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const auto controlFailed = [](const RowResult& control) {
        return hasFailed(control.strategies.front().status);
    };
    const auto failed = [](const auto& result) { return hasFailed(result.status); };
    return run.aborted.empty() && figures.counts.failed == 0 && figures.counts.notMeasured == 0 &&
           std::none_of(run.controls.begin(), run.controls.end(), controlFailed) &&
           std::ranges::none_of(run.recording, failed) && std::ranges::none_of(run.windows, failed);
}

} // namespace vkperftest
