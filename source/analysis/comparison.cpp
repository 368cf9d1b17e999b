#include "analysis/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "analysis/change_estimate.h"
#include "analysis/run_differences.h"
#include "base/enum_table.h"
#include "base/text.h"

namespace vkperftest {
namespace {

bool isDisturbed(const RunFigures& run) {
    return run.quality && run.quality->grade != Grade::Good;
}

// In nanoseconds.
double fastestLoad(const StrategyResult& result) {
    return std::ranges::min(result.nanoseconds) / static_cast<double>(result.loads);
}

double ratioOfUndisturbed(const Measured& side) {
    return undisturbedLevel(side.row.baselineNanoseconds) / static_cast<double>(side.row.baselineLoads) /
           (undisturbedLevel(side.result.nanoseconds) / static_cast<double>(side.result.loads));
}

} // namespace

double aaControlNoise(const RunFigures& run) {
    return isDisturbed(run) ? std::log1p(run.quality->aaControlError) : 0;
}

double restartsSharing(const RunFigures& run) {
    constexpr double kHarmless = 0.5, kSharing = 2;
    return run.quality && run.quality->facts.setAside > kHarmless ? kSharing : 1;
}

std::vector<double> witnessesOf(const Measured& base, const Measured& now, Metric metric) {
    const StrategyFigures &was = base.figures, &is = now.figures;
    const bool sampled = !base.result.nanoseconds.empty() && !now.result.nanoseconds.empty();
    std::vector<double> witnesses;
    if (metric == Metric::Time) {
        if (was.milliseconds && is.milliseconds)
            witnesses.push_back(std::log(*is.milliseconds / *was.milliseconds));
        if (sampled) witnesses.push_back(std::log(fastestLoad(now.result) / fastestLoad(base.result)));
    } else {
        witnesses.push_back(std::log(is.ratio.median / was.ratio.median));
        if (was.ratio.ofFastest && is.ratio.ofFastest)
            witnesses.push_back(std::log(*is.ratio.ofFastest / *was.ratio.ofFastest));
        if (sampled) witnesses.push_back(std::log(ratioOfUndisturbed(now) / ratioOfUndisturbed(base)));
    }
    return witnesses;
}

std::string noisySides(const RunFigures& base, const RunFigures& now) {
    std::vector<std::string> sides;
    for (const auto& [name, figures] : {std::pair("BASE", &base), std::pair("NEW", &now)}) {
        if (!isDisturbed(*figures)) continue;
        const RunQuality& quality = *figures->quality;
        sides.push_back(
            fmt::format("{} is {} ({})", name, gradeName(quality.grade), join(quality.reasons, ", ")));
    }
    return join(sides, ", ");
}

namespace {

std::optional<std::size_t> findStrategy(const RowResult& row, const std::string& name) {
    const auto found = std::ranges::find(row.strategies, name, &StrategyResult::strategy);
    if (found == row.strategies.end()) return std::nullopt;
    return static_cast<std::size_t>(found - row.strategies.begin());
}

std::string kernelHash(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const auto found = run.kernels.find(row.kernelOf(strategy));
    return found != run.kernels.end() ? found->second : "";
}

// Why it is not known whether the code of changed rows changed, although it was asked for.
std::vector<std::string> unknownCodes(const RunResult& base, const RunResult& now,
                                      const Comparison& comparison) {
    const bool asked =
        !base.codesMissing.empty() || !now.codesMissing.empty() || !base.codes.empty() || !now.codes.empty();
    std::map<std::string, std::size_t> figures; // by the reason
    for (const Change& change : comparison.changes) {
        if (asked && isChanged(change.verdict) && !change.sameCode) ++figures[change.whyCodeUnknown];
    }
    std::vector<std::string> texts;
    for (const auto& [why, count] : figures) {
        texts.push_back(fmt::format(
            "unknown whether the driver's code changed for {} of the changed figures, {}", count, why));
    }
    return texts;
}

// The speed of a machine changes from run to run, and all rows with it: ratios to one baseline do not.
Metric usualMetric(const RunResult& base, const RunResult& now) {
    const bool comparable = base.settings.baseline == now.settings.baseline;
    return sameDevice(base, now) && !comparable ? Metric::Time : Metric::Ratio;
}

// Of the logarithm of the baseline's time; nothing unless both sides have measured it.
std::optional<double> baselineChange(const RunLevels& base, const RunLevels& now) {
    const auto meanOf = [](const RunLevels& levels) {
        double sum = 0;
        for (const auto& [restart, level] : levels.baseline()) sum += level;
        return sum / static_cast<double>(levels.baseline().size());
    };
    if (base.baseline().empty() || now.baseline().empty()) return std::nullopt;
    return meanOf(now) - meanOf(base);
}

void addCautions(const RunResult& base, const RunResult& now, std::size_t unknownKernels,
                 Comparison& comparison) {
    const auto caution = [&](bool applies, std::string text) {
        if (applies) comparison.cautions.push_back(std::move(text));
    };
    const auto kernels = std::ranges::count(comparison.changes, true, &Change::kernelDiffers);
    caution(kernels > 0,
            fmt::format("the SPIR-V differs for {} of {} figures: changes there may come from the kernel",
                        kernels, comparison.changes.size()));
    caution(unknownKernels > 0,
            fmt::format("SPIR-V unknown for {} of {} figures", unknownKernels, comparison.changes.size()));
    for (const std::string& difference : runDifferences(base, now)) caution(true, difference);
    for (const std::string& unknown : unknownCodes(base, now, comparison)) caution(true, unknown);
    caution(
        !base.windows.empty() || !now.windows.empty(),
        "loads from windows of memory are not compared: `vkperftest experiment cache FILE` judges each file");
    std::map<std::string, std::size_t> footnotes; // figures, by the reason
    for (const Change& change : comparison.changes)
        if (!change.footnote.empty()) ++footnotes[change.footnote];
    for (const auto& [why, count] : footnotes)
        caution(true, fmt::format("~ {} of {} figures cannot be compared: {}", count,
                                  comparison.changes.size(), why));
}

std::string whyUnrepeated(const RunLevels& base, const RunLevels& now) {
    const bool was = base.baseline().size() > 1, is = now.baseline().size() > 1;
    return was && is   ? "no figure is repeated on both sides"
           : was == is ? "neither side has repetitions"
                       : fmt::format("{} has no repetitions", was ? "NEW" : "BASE");
}

// Printed figures with the same footnote can be compared.
std::string footnoteOf(const StrategyResult& was, const StrategyResult& is) {
    const std::string before = was.printed ? was.printed->footnote : "",
                      after = is.printed ? is.printed->footnote : "";
    return before == after ? "" : !before.empty() ? before : after;
}

const StrategyFigures& figuresUnder(const RunFigures& run, const RowResult& row, std::size_t strategy) {
    return *run.rows[static_cast<std::size_t>(&row - run.run->rows.data())].strategies[strategy];
}

// Two runs while they are compared.
struct Pairing {
    const RunFigures &baseFigures, &nowFigures;
    const RunResult &base{*baseFigures.run}, &now{*nowFigures.run};
    const RunLevels baseLevels{base}, nowLevels{now};
    const std::array<double, 2> sharing{restartsSharing(baseFigures), restartsSharing(nowFigures)};
    Comparison comparison;
    std::vector<Estimate> estimates{}; // of the changes, in their order
    std::vector<TimeChange> times{};   // of those that are not the baseline's
    std::vector<double> logs{};        // likewise, in the metric, restart by restart
    std::size_t unknownKernels = 0;
    bool sameSamples = true;

    bool software() const { return base.settings.cpu || now.settings.cpu; }
    bool restsOnIntervals() const {
        return software() && !comparison.interleaved && comparison.metric == Metric::Ratio;
    }

    void add(const RowResult& before, std::size_t b, const RowResult& after, std::size_t n) {
        const StrategyResult& was = before.strategies[b];
        const StrategyResult& is = after.strategies[n];
        std::optional<Estimate> found = estimateChange({baseLevels, before, b}, {nowLevels, after, n},
                                                       comparison.metric, comparison.interleaved);
        if (!found) {
            const auto lacks = [](const StrategyResult& result) {
                return result.status != Status::Measured || (result.printed && !result.printed->milliseconds);
            };
            const bool byNow = !lacks(was) || (was.status == Status::Measured && lacks(is));
            const StrategyResult& lacking = byNow ? is : was;
            comparison.uncompared.push_back(
                {before.name, was.strategy, byNow, Unmeasured{lacking.status, lacking.reason}});
            return;
        }
        const double byRestarts = found->now - found->base;
        const StrategyFigures &wasFigures = figuresUnder(baseFigures, before, b),
                              &isFigures = figuresUnder(nowFigures, after, n);
        if (restsOnIntervals() && found->parts.size() == 2) {
            restOnInterval(wasFigures.ratio, found->base, found->parts[0]);
            restOnInterval(isFigures.ratio, found->now, found->parts[1]);
        }
        const std::string hashes[] = {kernelHash(base, before, b), kernelHash(now, after, n)};
        const bool known = !hashes[0].empty() && !hashes[1].empty();
        if (!known) ++unknownKernels;
        comparison.changes.push_back(
            {.name = before.name,
             .strategy = was.strategy,
             .base = std::exp(found->base),
             .now = std::exp(found->now),
             .change = std::expm1(found->now - found->base),
             .isBaseline = comparison.metric == Metric::Ratio && wasFigures.isBaseline,
             .kernelDiffers = known && hashes[0] != hashes[1],
             .footnote = footnoteOf(was, is)});
        Change& change = comparison.changes.back();
        CodeChange code = codeChange(base, was, now, is);
        change.baseLoads = std::move(code.baseLoads), change.nowLoads = std::move(code.nowLoads);
        change.sameCode = code.same, change.whyCodeUnknown = std::move(code.whyUnknown);
        sameSamples = sameSamples && sameFigures(was, is);
        estimates.push_back(*found);
        const Measured first{wasFigures, before, was}, second{isFigures, after, is};
        const bool shares = sharing[0] > 1 || sharing[1] > 1;
        if (shares || restsOnIntervals())
            estimates.back().witnesses = witnessesOf(first, second, comparison.metric);
        if (before.name == base.settings.baseline) return;
        logs.push_back(byRestarts);
        times.push_back({.row = before.name, .log = logs.back()});
        if (shares) times.back().witnesses = witnessesOf(first, second, Metric::Time);
    }

    Judging judging() const {
        const bool inTurns = comparison.interleaved;
        const double most = std::max(sharing[0], sharing[1]);
        return {.metric = comparison.metric,
                .threshold = comparison.threshold,
                .machine = comparison.metric == Metric::Time && !inTurns
                               ? machineScatter(baseLevels, nowLevels)
                               : Scatter{0, 1},
                .noise = std::hypot(aaControlNoise(baseFigures), aaControlNoise(nowFigures)),
                .restartsSharing = {inTurns ? most : sharing[0], sharing[1]},
                .betweenRuns = software() && !inTurns ? kSoftwareRunScatter : 0};
    }

    // Finds the change that all rows share; returns the logarithm that verdicts on rows exclude.
    double findCommon(const Judging& how) {
        if (!sameDevice(base, now) || base.settings.baseline != now.settings.baseline) return 0;
        const std::optional<double> baseline = baselineChange(baseLevels, nowLevels);
        if (!baseline) return 0;
        comparison.baselineChange = std::expm1(*baseline);
        const bool inTurns = comparison.interleaved;
        const double bound = std::log1p(comparison.threshold);
        if (how.metric == Metric::Ratio)
            for (TimeChange& time : times) time.log = *baseline - time.log;
        std::optional<Everything>& everything = comparison.everything;
        everything = everythingChanged(times, *baseline, bound,
                                       inTurns ? pairedScatter(baseLevels, nowLevels, how.restartsSharing[0])
                                               : machineScatter(baseLevels, nowLevels, how.restartsSharing),
                                       how);
        if (everything) findCause(*everything, base, now, mostKernelsDiffer(), inTurns);
        if (how.metric == Metric::Ratio) {
            if (const std::optional<double> common = commonChange(logs, *baseline, bound))
                comparison.commonChange = std::expm1(*common);
        } else if (everything && everything->verdict != Verdict::Unknown && !inTurns) {
            comparison.commonChange = everything->change; // in turns two drivers meet one machine
        }
        return std::log1p(comparison.commonChange.value_or(0));
    }

    bool mostKernelsDiffer() const {
        const auto others = std::ranges::count(comparison.changes, true, &Change::kernelDiffers);
        return 2 * static_cast<std::size_t>(others) > comparison.changes.size();
    }

    void judge() {
        Judging how = judging();
        how.common = findCommon(how);
        if (restsOnIntervals()) how.restartsSharing = {1, 1};
        const std::vector<JudgedChange> judged = judgeChanges(estimates, how);
        for (std::size_t i = 0; i < judged.size(); ++i) comparison.changes[i].interval = judged[i].interval;
        if (!comparison.repeated())
            comparison.whyUnjudged = whyUnrepeated(baseLevels, nowLevels);
        else if (how.metric == Metric::Time && timersDiffer(base, now))
            comparison.whyUnjudged = "a device's timer was wrong, so times cannot be compared";
        for (std::size_t i = 0; i < judged.size() && comparison.judged(); ++i)
            comparison.changes[i].verdict = judged[i].verdict;
    }

    void addAll() {
        for (const RowResult& row : base.rows) {
            const RowResult* other = findRow(now, row.name);
            for (std::size_t s = 0; s < row.strategies.size(); ++s) {
                const std::string& strategy = row.strategies[s].strategy;
                const std::optional<std::size_t> o = other ? findStrategy(*other, strategy) : std::nullopt;
                if (o) {
                    add(row, s, *other, *o);
                } else {
                    comparison.uncompared.push_back({row.name, strategy, true, {}});
                }
            }
        }
        for (const RowResult& row : now.rows) {
            const RowResult* other = findRow(base, row.name);
            for (const StrategyResult& strategy : row.strategies) {
                if (other != nullptr && findStrategy(*other, strategy.strategy)) continue;
                comparison.uncompared.push_back({row.name, strategy.strategy, false, {}});
            }
        }
    }
};

} // namespace

Result<Comparison> compareRuns(const RunResult& base, const RunResult& now, const CompareSettings& settings) {
    return compareRuns(analyse(base), analyse(now), settings);
}

Result<Comparison> compareRuns(const RunFigures& baseFigures, const RunFigures& nowFigures,
                               const CompareSettings& settings) {
    const RunResult& base = *baseFigures.run;
    const RunResult& now = *nowFigures.run;
    const Metric metric = settings.metric.value_or(usualMetric(base, now));
    if (metric == Metric::Ratio && base.settings.baseline != now.settings.baseline) {
        return Error{ErrorKind::Usage,
                     fmt::format("ratios against '{}' and against '{}' cannot be compared",
                                 base.settings.baseline, now.settings.baseline),
                     "measure one of them again with the other's --baseline, or compare with --metric time"};
    }
    Pairing pairing{.baseFigures = baseFigures,
                    .nowFigures = nowFigures,
                    .comparison = {.metric = metric,
                                   .threshold = settings.threshold,
                                   .interleaved = settings.interleaved,
                                   .noise = noisySides(baseFigures, nowFigures)}};
    pairing.addAll();
    Comparison& comparison = pairing.comparison;
    if (comparison.changes.empty()) {
        return Error{ErrorKind::Usage, "the results have no measured row in common",
                     "`vkperftest show FILE` prints what a file holds"};
    }
    comparison.sameRun = pairing.sameSamples && comparison.uncompared.empty() && !settings.interleaved;
    if (!settings.interleaved) comparison.otherDevice = deviceDifference(base, now);
    pairing.judge();
    addCautions(base, now, base.source.empty() && now.source.empty() ? pairing.unknownKernels : 0,
                comparison);
    return std::move(pairing.comparison);
}

std::string_view metricName(Metric metric) {
    return metric == Metric::Time ? "time" : "ratio";
}

bool isChanged(Verdict verdict) {
    return verdict == Verdict::Better || verdict == Verdict::Worse;
}

std::string_view verdictName(Verdict verdict) {
    constexpr auto kNames = enumTable<Verdict, std::string_view>({"FASTER", "SAME", "SLOWER", "UNCLEAR"});
    return kNames[verdict];
}

bool Comparison::judged() const {
    return repeated() && whyUnjudged.empty() && otherDevice.empty();
}

bool Comparison::holds(Verdict verdict) const {
    const bool all = metric == Metric::Time && everything && everything->verdict == verdict;
    return all || std::ranges::count(changes, verdict, &Change::verdict) > 0;
}

bool Comparison::blind() const {
    const bool all = metric == Metric::Time && everything && everything->verdict != Verdict::Unknown;
    return !sameRun && !all && std::all_of(changes.begin(), changes.end(), [](const Change& change) {
        return change.verdict == Verdict::Unknown || change.isBaseline;
    });
}

bool Comparison::repeated() const {
    return std::ranges::any_of(changes, [](const Change& change) { return change.interval.has_value(); });
}

VerdictCounts countVerdicts(const Comparison& comparison) {
    VerdictCounts counts;
    const auto places =
        enumTable<Verdict, std::size_t*>({&counts.faster, &counts.same, &counts.slower, &counts.unclear});
    for (const Change& change : comparison.changes) {
        if (!change.footnote.empty()) continue;
        ++counts.all;
        ++*places[change.verdict];
    }
    return counts;
}

namespace {

// Equal for twice and half as much.
double factorLog(const Change& change) {
    return std::abs(std::log1p(change.change));
}

} // namespace

void sortBySlowness(Comparison& comparison) {
    const double sign = comparison.metric == Metric::Time ? 1 : -1;
    std::stable_sort(comparison.changes.begin(), comparison.changes.end(),
                     [&](const Change& a, const Change& b) {
                         if (a.interval.has_value() != b.interval.has_value()) return a.interval.has_value();
                         return sign * a.change > sign * b.change;
                     });
}

std::vector<Change> shownChanges(const Comparison& comparison, bool all) {
    std::vector<Change> shown = comparison.changes;
    if (all) return shown;
    if (comparison.sameRun) return {};
    if (comparison.judged()) {
        std::erase_if(shown, [](const Change& change) { return !isChanged(change.verdict); });
        return shown;
    }
    const double bound = std::log1p(comparison.threshold);
    std::erase_if(
        shown, [&](const Change& change) { return !change.footnote.empty() || factorLog(change) <= bound; });
    std::stable_sort(shown.begin(), shown.end(),
                     [](const Change& a, const Change& b) { return factorLog(a) > factorLog(b); });
    shown.resize(std::min(shown.size(), kMostUnjudged));
    return shown;
}

double largestDifference(const Comparison& comparison) {
    double largest = 0;
    for (const Change& change : comparison.changes)
        if (change.footnote.empty()) largest = std::max(largest, factorLog(change));
    return std::expm1(largest);
}

std::optional<double> restartsToSettle(const Comparison& comparison) {
    const double bound = std::log1p(comparison.threshold);
    std::vector<double> factors;
    for (const Change& change : comparison.changes) {
        if (change.verdict != Verdict::Unknown || !change.interval) continue;
        const double log = std::log1p(change.change) - std::log1p(comparison.commonChange.value_or(0));
        const double distance = std::abs(std::abs(log) - bound);
        const double half = (std::log1p(change.interval->high) - std::log1p(change.interval->low)) / 2;
        factors.push_back(half * half / (distance * distance));
    }
    if (factors.empty()) return std::nullopt;
    return std::max(1.0, median(std::move(factors)));
}

} // namespace vkperftest
