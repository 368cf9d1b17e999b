#include "stats/mixed_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vkperftest {
namespace {

constexpr double kFalse = 0.05; // of the verdicts, and of the intervals
constexpr double kKnown = std::numeric_limits<double>::infinity();
constexpr std::size_t kFewestForCommon = 5; // figures that show what is common to all

double meanOf(const Levels& levels) {
    double sum = 0;
    for (const auto& [restart, level] : levels) sum += level;
    return sum / static_cast<double>(levels.size());
}

Levels without(Levels levels, const Levels& effects) {
    for (auto& [restart, level] : levels)
        if (const auto effect = effects.find(restart); effect != effects.end()) level -= effect->second;
    return levels;
}

// What each restart does to all figures, less its mean over the restarts (Tukey's median polish): of the restarts that a
// quarter of the figures have, since the others show little of it.
Levels restartEffects(std::span<const Levels> figures) {
    std::map<std::size_t, std::size_t> counts;
    for (const Levels& figure : figures)
        for (const auto& [restart, level] : figure) ++counts[restart];
    Levels effects;
    for (const auto& [restart, count] : counts)
        if (4 * count >= figures.size()) effects[restart] = 0;
    if (figures.size() < kFewestForCommon) return effects;
    constexpr int kTurns = 5;
    for (int turn = 0; turn < kTurns; ++turn) {
        std::map<std::size_t, std::vector<double>> residuals;
        for (const Levels& figure : figures) {
            const double mean = meanOf(without(figure, effects));
            for (const auto& [restart, level] : figure)
                if (effects.contains(restart)) residuals[restart].push_back(level - mean);
        }
        for (auto& [restart, values] : residuals) effects[restart] = median(std::move(values));
        const double mean = meanOf(effects);
        for (auto& [restart, effect] : effects) effect -= mean;
    }
    return effects;
}

// One side, or the differences of pairs.
struct Part {
    std::vector<Sums> figures; // without what is common to a restart
    Scatter prior;             // of the figures' scatters
    Sums common;               // by restart, what all share beyond the clock
};

Part partOf(std::span<const Levels> figures, const Levels& clock) {
    Part part;
    const Levels effects = restartEffects(figures);
    std::vector<Scatter> scatters;
    for (const Levels& figure : figures) {
        part.figures.push_back(sums(valuesOf(without(figure, effects))));
        if (figure.size() >= 2) scatters.push_back(part.figures.back().scatter());
    }
    part.prior = fitPrior(scatters);
    // What the clock leaves of it: an ideal clock follows every restart.
    Levels left;
    for (const auto& [restart, effect] : effects) {
        if (clock.empty())
            left[restart] = effect;
        else if (const auto rate = clock.find(restart); rate != clock.end())
            left[restart] = effect + rate->second;
    }
    part.common = sums(valuesOf(left));
    return part;
}

Scatter ofFigure(const Sums& own, const Scatter& prior) {
    Scatter scatter = steadied(own.scatter(), prior);
    scatter.variance /= own.count;
    return scatter;
}

Levels differences(const Levels& base, const Levels& now) {
    Levels pairs;
    for (const auto& [restart, level] : base)
        if (const auto other = now.find(restart); other != now.end()) pairs[restart] = other->second - level;
    return pairs;
}

double square(double value) {
    return value * value;
}

// What the figures' changes scatter beyond their noise, as far as most of them do.
double runAndFigureVariance(const std::vector<ModelChange>& changes, double known) {
    // Further than this, the changes of most figures are the driver's: 15 runs of lavapipe beside compilers that kept
    // two cores busy differ by 1 to 2.3 %.
    constexpr double kMost = 0.03;
    std::vector<double> logs, variances;
    for (const ModelChange& change : changes) {
        if (!change.scatter) continue;
        logs.push_back(change.log);
        variances.push_back(change.scatter->variance);
    }
    if (logs.empty()) return 2 * square(known);
    const double beyond = square(deviationOfMost(std::move(logs))) - median(std::move(variances));
    return std::clamp(beyond, 2 * square(known), 2 * square(std::max(known, kMost)));
}

// How the mean of what all figures share scatters. `parts`: sides, or pairs.
Scatter ofAll(const std::vector<Part>& parts, const Model& model) {
    constexpr double kFreedomOfKind = 4; // a few runs' restarts
    Scatter all{model.paired ? 0 : 2 * square(model.scatter.ofRun), kKnown};
    for (const Part& part : parts) {
        const double kind = square(model.scatter.ofRestart) * (model.paired ? 2 : 1);
        // A clock that was read in one restart alone does not show how it follows them.
        const Scatter shown = part.common.count < 2 ? Scatter() : part.common.scatter();
        Scatter restart = moderate(shown, {kind, kFreedomOfKind});
        restart.variance /= std::max(part.common.count, 1.0);
        all = sum(all, restart);
    }
    return all;
}

} // namespace

std::vector<double> valuesOf(const Levels& levels) {
    std::vector<double> values;
    for (const auto& [restart, level] : levels) values.push_back(level);
    return values;
}

ModelledChanges fitModel(std::span<const ModelFigure> figures, const Model& model) {
    ModelledChanges fitted;
    bool clock = !model.clock[0].empty() && !model.clock[1].empty();
    std::array<std::vector<Levels>, 2> sides;
    std::vector<Levels> pairs;
    for (const ModelFigure& figure : figures) {
        for (std::size_t side = 0; side < 2; ++side) sides[side].push_back(figure.levels[side]);
        if (model.paired) pairs.push_back(differences(figure.levels[0], figure.levels[1]));
    }
    std::vector<Part> parts;
    if (model.paired) {
        // Of pairs, which ran at about one clock, few readings of a wandering one may say less than none.
        const Part bare = partOf(pairs, {}),
                   ticks = partOf(pairs, differences(model.clock[0], model.clock[1]));
        clock = clock && ticks.common.squares <= bare.common.squares;
        parts = {clock ? ticks : bare};
    } else {
        parts = {partOf(sides[0], model.clock[0]), partOf(sides[1], model.clock[1])};
    }
    if (clock) fitted.clock = meanOf(model.clock[1]) - meanOf(model.clock[0]);
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const double base = model.paired ? meanOf(sides[0][i]) : parts[0].figures[i].mean;
        const double change = model.paired ? parts[0].figures[i].mean : parts[1].figures[i].mean - base;
        const double log = change + fitted.clock;
        const auto& [was, is] = figures[i].around;
        fitted.changes.push_back(
            {base, base + change, log, log + is.low - was.high, log + is.high - was.low});
        ModelChange& modelled = fitted.changes.back();
        if (std::ranges::any_of(parts, [&](const Part& part) { return part.figures[i].count < 2; })) continue;
        modelled.scatter = Scatter{0, kKnown};
        for (const Part& part : parts)
            modelled.scatter = sum(*modelled.scatter, ofFigure(part.figures[i], part.prior));
    }
    fitted.shared = ofAll(parts, model);
    const double each = model.paired ? 0 : runAndFigureVariance(fitted.changes, model.scatter.ofRunAndFigure);
    for (ModelChange& change : fitted.changes)
        if (change.scatter) change.scatter = sum(*change.scatter, sum(fitted.shared, {each, kKnown}));
    return fitted;
}

std::vector<std::optional<Interval>> changeIntervals(std::span<const ModelChange> changes, double threshold) {
    const double bound = std::log1p(threshold);
    std::vector<double> pValues; // that the change does not lie beyond the threshold
    for (const ModelChange& change : changes) {
        if (!change.scatter) continue;
        const double error = std::sqrt(change.scatter->variance),
                     far = std::max(change.lowest - bound, -bound - change.highest);
        pValues.push_back(far <= 0 ? 1
                          : error == 0
                              ? 0
                              : std::min(1.0, 2 * studentUpperTail(far / error, change.scatter->freedom)));
    }
    const auto isFalse = [](double p) { return p < kFalse; };
    const auto rejected = static_cast<double>(std::ranges::count_if(adjustedPValues(pValues), isFalse));
    const double decisive = kFalse * std::max(rejected, 1.0) / static_cast<double>(pValues.size());
    std::vector<std::optional<Interval>> intervals;
    for (auto p = pValues.begin(); const ModelChange& change : changes) {
        std::optional<Interval>& interval = intervals.emplace_back();
        if (!change.scatter) continue;
        const double margin =
            studentQuantile(1 - (isFalse(*p++) ? decisive : kFalse) / 2, change.scatter->freedom) *
            std::sqrt(change.scatter->variance);
        interval = Interval{std::expm1(change.lowest - margin), std::expm1(change.highest + margin)};
    }
    return intervals;
}

std::optional<double> decidableThreshold(std::span<const ModelChange> changes) {
    constexpr double kMost = 0.8, kPercent = 0.01, kMargins = 1.5;
    std::vector<double> margins;
    for (const ModelChange& change : changes)
        if (change.scatter) margins.push_back(marginOfError(*change.scatter));
    if (margins.empty()) return std::nullopt;
    std::ranges::sort(margins);
    const double margin = margins[static_cast<std::size_t>(kMost * static_cast<double>(margins.size() - 1))];
    return kPercent * std::ceil(std::expm1(kMargins * margin) / kPercent);
}

double deviationOfMost(std::vector<double> values) {
    constexpr std::size_t kFewest = 20;
    constexpr double kHalfWidth = 0.3186; // of a quarter of the normal distribution, in standard deviations
    if (values.size() < kFewest) return 0;
    std::ranges::sort(values);
    const std::size_t quarter = values.size() / 4;
    double shortest = kKnown;
    for (std::size_t i = 0; i + quarter < values.size(); ++i)
        shortest = std::min(shortest, values[i + quarter] - values[i]);
    // The shortest of many is too short: by 10 % of 276 values, by a third of 50 (simulated).
    constexpr double kTooShort = 25;
    return shortest / (2 * kHalfWidth) * (1 + kTooShort / static_cast<double>(values.size()));
}

std::optional<Interval> twoLevels(std::vector<double> values) {
    constexpr double kLeastStep = 0.02, kScatters = 4, kShare = 0.1;
    std::ranges::sort(values);
    const auto count = static_cast<double>(values.size());
    const auto fewest = static_cast<std::size_t>(std::max(2.0, std::ceil(kShare * count)));
    if (values.size() < 2 * fewest) return std::nullopt;
    std::size_t split = fewest; // the first value of the upper level
    for (std::size_t i = fewest; i + fewest <= values.size(); ++i)
        if (values[i] - values[i - 1] > values[split] - values[split - 1]) split = i;
    const std::span<const double> all(values);
    const Sums lower = sums(all.first(split)), upper = sums(all.subspan(split));
    const double scatter = std::sqrt((lower.squares + upper.squares) / (count - 2));
    const double gap = values[split] - values[split - 1];
    if (gap < kLeastStep || gap < kScatters * scatter) return std::nullopt;
    return Interval{lower.mean, upper.mean};
}

} // namespace vkperftest
