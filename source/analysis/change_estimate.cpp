#include "analysis/change_estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "stats/interval.h"
#include "stats/scatter.h"

namespace vkperftest {
namespace {

constexpr double kLevelOfSignificance = 0.05;
constexpr double kKnown = std::numeric_limits<double>::infinity(); // freedom of a variance

std::vector<double> valuesOf(const RestartLevels& levels) {
    std::vector<double> values;
    for (const auto& [restart, level] : levels) values.push_back(level);
    return values;
}

Part part(const Sums& sums) {
    return {sums.scatter(), 1 / sums.count};
}

Estimate twoSamples(const RestartLevels& base, const RestartLevels& now) {
    const Sums first = sums(valuesOf(base));
    const Sums second = sums(valuesOf(now));
    Estimate estimate{.base = first.mean, .now = second.mean};
    if (first.count >= 2 && second.count >= 2) estimate.parts = {part(first), part(second)};
    return estimate;
}

std::optional<Estimate> pairs(const RestartLevels& base, const RestartLevels& now) {
    std::vector<double> levels, differences;
    for (const auto& [restart, level] : base) {
        const auto other = now.find(restart);
        if (other == now.end()) continue;
        levels.push_back(level);
        differences.push_back(other->second - level);
    }
    if (levels.empty()) return std::nullopt;
    const Sums difference = sums(differences);
    const double mean = sums(levels).mean;
    Estimate estimate{.base = mean, .now = mean + difference.mean};
    if (difference.count >= 2) estimate.parts = {part(difference)};
    return estimate;
}

// The logarithm of a figure that somebody printed, without samples.
std::optional<double> printedLevel(const StrategyResult& result, Metric metric) {
    if (!result.printed) return std::nullopt;
    if (metric == Metric::Ratio) return std::log(result.printed->ratio);
    if (!result.printed->milliseconds) return std::nullopt;
    return std::log(*result.printed->milliseconds);
}

} // namespace

std::optional<Estimate> estimateChange(const Level& base, const Level& now, Metric metric, bool interleaved) {
    const RestartLevels baseLevels = base.levels.of(base.row, base.strategy, metric);
    const RestartLevels nowLevels = now.levels.of(now.row, now.strategy, metric);
    if (!baseLevels.empty() && !nowLevels.empty()) {
        return interleaved ? pairs(baseLevels, nowLevels) : twoSamples(baseLevels, nowLevels);
    }
    const auto level = [&](const RestartLevels& levels, const Level& side) {
        return levels.empty() ? printedLevel(side.row.strategies[side.strategy], metric)
                              : std::optional(sums(valuesOf(levels)).mean);
    };
    const std::optional<double> first = level(baseLevels, base);
    const std::optional<double> second = level(nowLevels, now);
    if (!first || !second) return std::nullopt;
    return Estimate{.base = *first, .now = *second};
}

void restOnInterval(const PairedRatio& ratio, double& level, Part& part) {
    if (!ratio.interval) return;
    level = std::log(ratio.median);
    const double freedom = part.scatter.freedom;
    const double reach =
        std::log(std::max(ratio.interval->high / ratio.median, ratio.median / ratio.interval->low));
    part = {{std::pow(reach / marginOfError({1, freedom}), 2), freedom}, 1, true};
}

Scatter machineScatter(const RunLevels& base, const RunLevels& now, const std::array<double, 2>& sharing) {
    const Sums first = sums(valuesOf(base.baseline()));
    const Sums second = sums(valuesOf(now.baseline()));
    if (first.count < 2 || second.count < 2) return {std::numeric_limits<double>::infinity(), 1};
    return {sharing[0] * first.scatter().variance + sharing[1] * second.scatter().variance,
            first.count + second.count - 2};
}

Scatter pairedScatter(const RunLevels& base, const RunLevels& now, double sharing) {
    const std::optional<Estimate> paired = pairs(base.baseline(), now.baseline());
    if (!paired || paired->parts.empty()) return {std::numeric_limits<double>::infinity(), 1};
    const Part& difference = paired->parts.front();
    return {sharing * difference.scatter.variance * difference.weight, difference.scatter.freedom};
}

double leastAgreed(double log, const std::vector<double>& others) {
    for (const double other : others)
        log = log * other <= 0 ? 0 : std::abs(other) < std::abs(log) ? other : log;
    return log;
}

namespace {

// The logarithm of now / base beyond the common change, as far as all ways to find it agree.
double agreed(const Estimate& estimate, double common) {
    std::vector<double> witnesses = estimate.witnesses;
    for (double& witness : witnesses) witness -= common;
    return leastAgreed(estimate.now - estimate.base - common, witnesses);
}

struct Judged {
    JudgedChange* change;
    double log;    // agreed upon
    double pValue; // of the change being within the threshold
};

Judged judge(JudgedChange& change, const Estimate& estimate, const Scatter& spread, const Judging& how) {
    const double log = estimate.now - estimate.base, either = marginOfError(spread);
    change.interval = Interval{std::expm1(log - either), std::expm1(log + either)};
    Judged judged{.change = &change, .log = agreed(estimate, how.common), .pValue = 1};
    const double beyond = std::abs(judged.log) - std::log1p(how.threshold);
    const Scatter all = sum(spread, {2 * how.betweenRuns * how.betweenRuns, kKnown});
    const double error = std::sqrt(all.variance);
    if (beyond > 0)
        judged.pValue = error > 0 ? std::min(1.0, 2 * studentUpperTail(beyond / error, all.freedom)) : 0;
    return judged;
}

void giveVerdicts(const std::vector<Judged>& judged, const Judging& how) {
    std::vector<double> pValues;
    for (const Judged& row : judged) pValues.push_back(row.pValue);
    const std::vector<double> adjusted = adjustedPValues(pValues);
    const double bound = std::log1p(how.threshold);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        JudgedChange& change = *judged[i].change;
        const bool longerOrBigger = judged[i].log > 0;
        if (adjusted[i] < kLevelOfSignificance) {
            change.verdict =
                longerOrBigger == (how.metric == Metric::Time) ? Verdict::Worse : Verdict::Better;
        } else if (change.interval->low > std::expm1(how.common - bound) &&
                   change.interval->high < std::expm1(how.common + bound)) {
            change.verdict = Verdict::Same;
        }
    }
}

// What the rows of a side have in common. Sides are kept apart: a quiet run's many restarts say nothing about a
// noisy run's few.
struct RowsScatter {
    Scatter prior;
    double meanVariance = 0;
};

RowsScatter ofRows(const std::vector<Estimate>& estimates, std::size_t part) {
    std::vector<Scatter> scatters;
    double sum = 0;
    for (const Estimate& estimate : estimates) {
        if (part >= estimate.parts.size()) continue;
        scatters.push_back(estimate.parts[part].scatter);
        sum += scatters.back().variance;
    }
    return {fitPrior(scatters), scatters.empty() ? 0 : sum / static_cast<double>(scatters.size())};
}

// How the change scatters; without freedom if that is not known.
Scatter spreadOf(const Estimate& estimate, const std::array<RowsScatter, 2>& rows, const Judging& how) {
    if (estimate.parts.empty()) return {};
    Scatter spread = how.noise > 0 ? sum(how.machine, {how.noise * how.noise, kKnown}) : how.machine;
    for (std::size_t i = 0; i < estimate.parts.size(); ++i) {
        const auto& [own, weight, byInterval] = estimate.parts[i];
        const double sharing = how.restartsSharing[i];
        Scatter part = moderate(own, rows[i].prior);
        if (byInterval && own.variance > part.variance) part = own;
        if (sharing > 1) part = {sharing * std::max(own.variance, rows[i].meanVariance), own.freedom};
        if (!(part.freedom > 0)) return {};
        part.variance *= weight;
        spread = sum(part, spread);
    }
    return spread;
}

} // namespace

std::vector<JudgedChange> judgeChanges(const std::vector<Estimate>& estimates, const Judging& how) {
    const std::array rows = {ofRows(estimates, 0), ofRows(estimates, 1)};
    std::vector<JudgedChange> changes(estimates.size());
    std::vector<Judged> judged;
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        const Scatter spread = spreadOf(estimates[i], rows, how);
        if (!(spread.freedom > 0) || !std::isfinite(spread.variance)) continue;
        judged.push_back(judge(changes[i], estimates[i], spread, how));
    }
    giveVerdicts(judged, how);
    return changes;
}

std::optional<double> commonChange(const std::vector<double>& logs, double baseline, double bound) {
    if (logs.empty() || std::abs(baseline) <= bound) return std::nullopt;
    const double middle = median(logs);
    const auto alike =
        std::ranges::count_if(logs, [&](double log) { return std::abs(log - middle) <= bound; });
    const bool most = 4 * static_cast<std::size_t>(alike) >= 3 * logs.size();
    const bool baselineToo = std::abs(middle - baseline) <= bound;
    if (!most || !baselineToo || std::abs(middle) <= bound) return std::nullopt;
    return middle;
}

namespace {

// The logarithms by one of the ways to find them.
std::vector<double> logsOf(const std::vector<TimeChange>& times, std::size_t way) {
    std::vector<double> logs;
    for (const TimeChange& time : times) {
        if (way == 0)
            logs.push_back(time.log);
        else if (way <= time.witnesses.size())
            logs.push_back(time.witnesses[way - 1]);
    }
    return logs;
}

std::size_t rowsOf(const std::vector<TimeChange>& times) {
    std::set<std::string_view> rows;
    for (const TimeChange& time : times) rows.insert(time.row);
    return rows.size();
}

} // namespace

bool Everything::differsIn(Condition condition) const {
    return std::any_of(conditions.begin(), conditions.end(),
                       [&](const ComparedCondition& each) { return each.what == condition && each.differs; });
}

std::optional<Everything> everythingChanged(const std::vector<TimeChange>& times, double baseline,
                                            double bound, const Scatter& machine, const Judging& how) {
    if (rowsOf(times) < kFewestOfEverything) return std::nullopt;
    std::optional<double> log = commonChange(logsOf(times, 0), baseline, bound);
    std::size_t ways = 0;
    for (const TimeChange& time : times) ways = std::max(ways, time.witnesses.size());
    // The baseline's change is only known restart by restart: the other ways must agree with the rows' change.
    for (std::size_t way = 1; way <= ways && log; ++way)
        log = leastAgreed(*log, {median(logsOf(times, way))});
    if (!log || std::abs(*log) <= bound) return std::nullopt;
    Everything everything{.change = std::expm1(*log)};
    if (!std::isfinite(machine.variance)) return everything;
    const double known = how.noise * how.noise + 2 * how.betweenRuns * how.betweenRuns;
    const double either =
        marginOfError(known > 0 ? sum(machine, {known, std::numeric_limits<double>::infinity()}) : machine);
    everything.interval = Interval{std::expm1(*log - either), std::expm1(*log + either)};
    if (std::abs(*log) - either > bound) everything.verdict = *log > 0 ? Verdict::Worse : Verdict::Better;
    return everything;
}

void findCause(Everything& everything, const RunResult& base, const RunResult& now, bool otherKernels,
               bool inTurns) {
    everything.conditions = differentSettings(base, now, otherKernels);
    if (!inTurns) {
        const std::vector<ComparedCondition> machines = comparedMachines(base, now);
        everything.conditions.insert(everything.conditions.end(), machines.begin(), machines.end());
    }
    everything.sameDriver = sameDriver(base, now);
    everything.cause = causeOf({.log = std::log1p(everything.change),
                                .sameDriver = everything.sameDriver,
                                .cpu = base.settings.cpu || now.settings.cpu,
                                .inTurns = inTurns},
                               everything.conditions);
    if (everything.differsIn(Condition::Timer)) everything.verdict = Verdict::Unknown;
}

} // namespace vkperftest
