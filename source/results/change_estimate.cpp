#include "results/change_estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "results/epoch_levels.h"
#include "stats/false_discovery.h"
#include "stats/student.h"

namespace vkperftest {
namespace {

constexpr double kLevelOfSignificance = 0.05;

struct Sums {
    double mean = 0;
    double squares = 0; // of deviations from the mean
    double count = 0;
};

Sums sums(const std::vector<double>& values) {
    Sums result{.count = static_cast<double>(values.size())};
    for (const double value : values) result.mean += value / result.count;
    for (const double value : values) result.squares += (value - result.mean) * (value - result.mean);
    return result;
}

std::vector<double> valuesOf(const EpochLevels& levels) {
    std::vector<double> values;
    for (const auto& [epoch, level] : levels) values.push_back(level);
    return values;
}

Scatter scatterOf(double squares, double freedom) {
    return {freedom > 0 ? squares / freedom : 0, freedom};
}

Estimate twoSamples(const EpochLevels& base, const EpochLevels& now) {
    const Sums first = sums(valuesOf(base));
    const Sums second = sums(valuesOf(now));
    return {.base = first.mean,
            .now = second.mean,
            .scatter = scatterOf(first.squares + second.squares, first.count + second.count - 2),
            .weight = 1 / first.count + 1 / second.count,
            .repeated = true};
}

std::optional<Estimate> pairs(const EpochLevels& base, const EpochLevels& now) {
    std::vector<double> levels, differences;
    for (const auto& [epoch, level] : base) {
        const auto other = now.find(epoch);
        if (other == now.end()) continue;
        levels.push_back(level);
        differences.push_back(other->second - level);
    }
    if (levels.empty()) return std::nullopt;
    const Sums difference = sums(differences);
    const double mean = sums(levels).mean;
    return Estimate{.base = mean,
                    .now = mean + difference.mean,
                    .scatter = scatterOf(difference.squares, difference.count - 1),
                    .weight = 1 / difference.count,
                    .repeated = true};
}

// Of a level that somebody printed, without samples.
std::optional<double> printedLevel(const StrategyResult& result, Metric metric) {
    if (!result.printed) return std::nullopt;
    if (metric == Metric::Ratio) return std::log(result.printed->ratio);
    if (!result.printed->milliseconds) return std::nullopt;
    return std::log(*result.printed->milliseconds);
}

} // namespace

std::optional<Estimate> estimateChange(const Figure& base, const Figure& now, Metric metric,
                                       bool interleaved) {
    const EpochLevels baseLevels = base.levels.of(base.row, base.strategy, metric);
    const EpochLevels nowLevels = now.levels.of(now.row, now.strategy, metric);
    if (!baseLevels.empty() && !nowLevels.empty()) {
        return interleaved ? pairs(baseLevels, nowLevels) : twoSamples(baseLevels, nowLevels);
    }
    const auto level = [&](const EpochLevels& levels, const Figure& figure) {
        return levels.empty() ? printedLevel(figure.row.strategies[figure.strategy], metric)
                              : std::optional(sums(valuesOf(levels)).mean);
    };
    const std::optional<double> first = level(baseLevels, base);
    const std::optional<double> second = level(nowLevels, now);
    if (!first || !second) return std::nullopt;
    return Estimate{.base = *first, .now = *second};
}

Scatter machineScatter(const RunLevels& base, const RunLevels& now) {
    const Sums first = sums(valuesOf(base.baseline()));
    const Sums second = sums(valuesOf(now.baseline()));
    if (first.count < 2 || second.count < 2) return {std::numeric_limits<double>::infinity(), 1};
    const double variance = first.squares / (first.count - 1) + second.squares / (second.count - 1);
    return {variance, first.count + second.count - 2};
}

namespace {

// Of a sum of two (Welch and Satterthwaite).
Scatter sum(const Scatter& a, const Scatter& b) {
    const double variance = a.variance + b.variance;
    if (variance <= 0) return {0, a.freedom};
    const auto part = [](const Scatter& scatter) {
        return scatter.variance * scatter.variance / scatter.freedom;
    };
    const double parts = part(a) + part(b);
    return {variance, parts > 0 ? variance * variance / parts : std::numeric_limits<double>::infinity()};
}

// Judging ------------------------------------------------------------

struct Judged {
    Change* change;
    double log;   // of now / base
    double error; // standard error of that
    double freedom;
    double pValue; // of a change beyond the threshold being none
};

Judged judge(Change& change, const Estimate& estimate, const Scatter& spread, double bound) {
    Judged judged{.change = &change,
                  .log = estimate.now - estimate.base,
                  .error = std::sqrt(spread.variance),
                  .freedom = spread.freedom,
                  .pValue = 1};
    const double reach = studentQuantile(1 - kLevelOfSignificance / 2, spread.freedom) * judged.error;
    change.interval = Interval{std::expm1(judged.log - reach), std::expm1(judged.log + reach)};
    const double beyond = std::abs(judged.log) - bound;
    if (beyond > 0) {
        judged.pValue = judged.error > 0 ? 2 * studentUpperTail(beyond / judged.error, judged.freedom) : 0;
    }
    return judged;
}

void giveVerdicts(std::vector<Judged>& judged, Metric metric, double bound) {
    std::vector<double> pValues;
    for (const Judged& row : judged) pValues.push_back(std::min(1.0, row.pValue));
    const std::vector<double> adjusted = adjustedPValues(pValues);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        Change& change = *judged[i].change;
        const bool longerOrBigger = judged[i].log > 0;
        if (adjusted[i] < kLevelOfSignificance) {
            change.verdict = longerOrBigger == (metric == Metric::Time) ? Verdict::Slower : Verdict::Faster;
        } else if (change.interval->low > std::expm1(-bound) && change.interval->high < std::expm1(bound)) {
            change.verdict = Verdict::Same;
        }
    }
}

} // namespace

void judgeChanges(Comparison& comparison, const std::vector<Estimate>& estimates, const Scatter& machine) {
    std::vector<Scatter> scatters;
    for (const Estimate& estimate : estimates) {
        if (estimate.repeated) scatters.push_back(estimate.scatter);
    }
    const Scatter prior = fitPrior(scatters);
    const double bound = std::log1p(comparison.threshold);
    std::vector<Judged> judged;
    for (std::size_t i = 0; i < comparison.changes.size(); ++i) {
        if (!estimates[i].repeated) continue;
        Scatter spread = moderate(estimates[i].scatter, prior);
        if (!(spread.freedom > 0)) continue;
        spread.variance *= estimates[i].weight;
        spread = sum(spread, machine);
        if (!std::isfinite(spread.variance)) continue;
        judged.push_back(judge(comparison.changes[i], estimates[i], spread, bound));
    }
    giveVerdicts(judged, comparison.metric, bound);
}

} // namespace vkperftest
