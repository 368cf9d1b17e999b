#include "analysis/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "analysis/figures.h"
#include "analysis/run_differences.h"
#include "analysis/thresholds.h"
#include "base/enum_table.h"
#include "base/text.h"
#include "cases/case.h"
#include "stats/mixed_model.h"

namespace vkperftest {
namespace {

std::string kernelHash(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const auto found = run.kernels.find(row.kernelOf(strategy));
    return found != run.kernels.end() ? found->second : "";
}

std::string loadsOf(const CodeDigest* code) {
    return code != nullptr && code->trouble.empty() ? code->loads() : "";
}

void addCautions(const RunResult& base, const RunResult& now, Comparison& comparison) {
    const auto caution = [&](bool applies, std::string text) {
        if (applies) comparison.cautions.push_back(std::move(text));
    };
    const auto kernels = std::ranges::count(comparison.changes, true, &Change::kernelDiffers);
    caution(kernels > 0,
            fmt::format("the SPIR-V differs for {} of {} figures: changes there may come from the kernel",
                        kernels, comparison.changes.size()));
    for (const std::string& difference : runDifferences(base, now)) caution(true, difference);
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

// Printed figures with the same footnote can be compared.
std::string footnoteOf(const StrategyResult& was, const StrategyResult& is) {
    const std::string before = was.printed ? was.printed->footnote : "",
                      after = is.printed ? is.printed->footnote : "";
    return before == after ? "" : !before.empty() ? before : after;
}

// The logarithm of a figure that somebody printed, without samples.
std::optional<double> printedLevel(const StrategyResult& result, Metric metric) {
    if (!result.printed) return std::nullopt;
    if (metric == Metric::Ratio) return std::log(result.printed->ratio);
    if (!result.printed->milliseconds) return std::nullopt;
    return std::log(*result.printed->milliseconds);
}

// One side of a figure.
struct Side {
    const RunResult& run;
    const RowResult& row;
    std::size_t strategy;
    const Levels& baseline; // baselineLevels() of the run

    const StrategyResult& result() const { return row.strategies[strategy]; }

    // Of the samples on a GPU, by the baseline's if the levels are; of a software driver, whose samples are often
    // disturbed for long, of the restarts.
    std::optional<Interval> twoLevels(const Levels& restarts) const {
        if (run.settings.cpu) return vkperftest::twoLevels(valuesOf(restarts));
        std::vector<double> logs;
        for (std::size_t i = 0; i < result().nanoseconds.size(); ++i)
            logs.push_back(
                std::log(result().nanoseconds[i] / (baseline.empty() ? 1 : row.baselineNanoseconds[i])));
        return vkperftest::twoLevels(std::move(logs));
    }

    // A printed figure is one level.
    Levels levels(Metric metric) const {
        Levels found = restartLevels(run.settings, row, strategy, metric, baseline);
        if (!found.empty()) return found;
        const std::optional<double> printed = printedLevel(result(), metric);
        return printed ? Levels{{0, *printed}} : Levels();
    }
};

// Two runs while they are compared.
struct Pairing {
    const RunResult &base, &now;
    Comparison comparison;
    std::array<Levels, 2> baselines = {baselineLevels(base), baselineLevels(now)};
    std::vector<ModelFigure> figures{};       // of the changes, in their order
    std::vector<std::array<Side, 2>> sides{}; // likewise
    bool oneDevice = deviceDifference(base, now).empty();

    void add(const Side& was, const Side& is) {
        ModelFigure figure{{was.levels(comparison.metric), is.levels(comparison.metric)}};
        const auto& [before, after] = figure.levels;
        const bool printed = was.result().printed || is.result().printed;
        if (comparison.interleaved && !printed)
            for (const bool byNow : {false, true})
                std::erase_if(figure.levels[byNow],
                              [&](const auto& each) { return !figure.levels[!byNow].contains(each.first); });
        if (before.empty() || after.empty()) return addUncompared(was, is);
        const std::string hashes[] = {kernelHash(base, was.row, was.strategy),
                                      kernelHash(now, is.row, is.strategy)};
        const bool known = !hashes[0].empty() && !hashes[1].empty();
        const CodeDigest* const codes[] = {codeOf(base, was.result()), codeOf(now, is.result())};
        comparison.changes.push_back({.name = changedName(was.row, is.row),
                                      .kind = was.row.load ? std::optional(was.row.load->kind) : std::nullopt,
                                      .strategy = was.result().strategy,
                                      .kernelDiffers = known && hashes[0] != hashes[1],
                                      .footnote = footnoteOf(was.result(), is.result()),
                                      .baseLoads = loadsOf(codes[0]),
                                      .nowLoads = loadsOf(codes[1])});
        if (codes[0] != nullptr && codes[1] != nullptr && oneDevice)
            comparison.changes.back().sameCode = sameCode(*codes[0], *codes[1]);
        figures.push_back(std::move(figure));
        sides.push_back({was, is});
    }

    void addUncompared(const Side& was, const Side& is) {
        const auto lacks = [](const StrategyResult& result) {
            return result.status != Status::Measured || (result.printed && !result.printed->milliseconds);
        };
        const bool byNow =
            !lacks(was.result()) || (was.result().status == Status::Measured && lacks(is.result()));
        const StrategyResult& lacking = byNow ? is.result() : was.result();
        comparison.uncompared.push_back(
            {was.row.name, was.result().strategy, byNow, Unmeasured{lacking.status, lacking.reason}});
    }

    // "Buffer<R8>.Load linear → robustness 2": of one row under other settings.
    std::string changedName(const RowResult& was, const RowResult& is) const {
        if (was.name == is.name) return was.name;
        const std::string words = join(settingWords(now.settings.compiled), ", ");
        return fmt::format("{} → {}", was.name, words.empty() ? "default settings" : words);
    }

    Model model() {
        const bool software = base.settings.cpu || now.settings.cpu;
        Model model{.paired = comparison.interleaved};
        if (comparison.metric == Metric::Ratio) { // what all ratios share is the baseline's
            model.scatter.ofRunAndFigure = runScatter(software, ReferenceClock::None).ofRunAndFigure;
            return model;
        }
        const ClockReadings was = referenceClock(base), is = referenceClock(now);
        if (was.clock == is.clock) {
            comparison.clock = was.clock;
            model.clock = {was.rates, is.rates};
        }
        model.scatter = runScatter(software, comparison.clock);
        return model;
    }

    // Two levels lie further apart than the restarts of most rows scatter.
    void findTwoLevels() {
        constexpr double kScatters = 5;
        for (std::size_t side = 0; side < 2; ++side) {
            std::vector<double> scatters;
            for (const ModelFigure& figure : figures) { // standard deviations; 0 of one level
                const Sums levels = sums(valuesOf(figure.levels[side]));
                scatters.push_back(levels.count < 2 ? 0 : std::sqrt(levels.scatter().variance));
            }
            const double least = kScatters * median(std::move(scatters));
            for (std::size_t i = 0; i < figures.size(); ++i) {
                const std::optional<Interval> two = sides[i][side].twoLevels(figures[i].levels[side]);
                if (!two || two->high - two->low < least) continue;
                const double middle = (two->low + two->high) / 2;
                figures[i].around[side] = {two->low - middle, two->high - middle};
                Change& change = comparison.changes[i];
                (side == 0 ? change.baseStep : change.nowStep) = std::exp(two->high - two->low);
            }
        }
    }

    void judge(std::optional<double> threshold) {
        if (comparison.metric == Metric::Time) findTwoLevels();
        const ModelledChanges modelled = fitModel(figures, model());
        comparison.clockChange = std::expm1(modelled.clock);
        comparison.decidable = decidableThreshold(modelled.changes).value_or(0);
        comparison.threshold = threshold.value_or(std::clamp(comparison.decidable, kOtherRun, kMostDecided));
        const std::vector<std::optional<Interval>> intervals =
            changeIntervals(modelled.changes, comparison.threshold);
        for (std::size_t i = 0; i < intervals.size(); ++i) {
            Change& change = comparison.changes[i];
            const ModelChange& its = modelled.changes[i];
            change.base = std::exp(its.base), change.now = std::exp(its.now);
            change.change = std::expm1(its.log);
            change.interval = intervals[i];
        }
        if (!comparison.repeated()) comparison.whyUnjudged = "no figure is repeated on both sides";
        for (const auto& [side, run] : {std::pair("BASE", &base), std::pair("NEW", &now)})
            if (const std::string rows = impossibleRows(*run); !rows.empty())
                comparison.whyUnjudged = fmt::format("in {}, {}", side, rows);
        if (comparison.judged()) findShift(modelled);
        if (!comparison.judged()) return;
        for (Change& change : comparison.changes) change.verdict = verdictOn(change);
    }

    Verdict verdictOn(const Change& change) const {
        PairedRatio ratio{1 + change.change, change.interval};
        if (ratio.interval) ratio.interval = Interval{1 + ratio.interval->low, 1 + ratio.interval->high};
        const bool longer = comparison.metric == Metric::Time;
        if (!longer) ratio = quotient({1, Interval{1, 1}}, ratio);
        return verdictOnTime(ratio, 1 + comparison.threshold);
    }

    void findShift(const ModelledChanges& modelled) {
        constexpr std::size_t kFewest = 5; // figures that may have changed independently
        const double least = std::log1p(kOtherRun), bound = std::log1p(comparison.threshold);
        std::vector<double> logs;
        for (const ModelChange& change : modelled.changes) logs.push_back(change.log);
        const double middle = median(logs);
        const bool speedIsUnknown = comparison.metric == Metric::Time && !comparison.interleaved &&
                                    comparison.clock == ReferenceClock::None;
        const auto alike = std::ranges::count_if(logs, [&](double log) {
            return log * middle > 0 &&
                   (speedIsUnknown ? std::abs(log) > least : std::abs(log - middle) <= bound);
        });
        if (logs.size() < kFewest || 4 * static_cast<std::size_t>(alike) < 3 * logs.size() ||
            std::abs(middle) <= least)
            return;
        const double margin = marginOfError(modelled.shared);
        if (!speedIsUnknown && std::abs(middle) - margin <= least) return;
        if (speedIsUnknown)
            comparison.whyUnjudged =
                "this cannot be told from the machine's speed, since a file has no reference "
                "clock: measure in turns with `ab`";
        comparison.shift = {static_cast<std::size_t>(alike),
                            std::expm1(middle),
                            {std::expm1(middle - margin), std::expm1(middle + margin)}};
    }

    void addAll() {
        for (const bool byNow : {true, false}) { // what NEW lacks, and what BASE lacks
            const RunResult &one = byNow ? base : now, &two = byNow ? now : base;
            for (const RowResult& row : one.rows) {
                const RowResult* const same = findRow(two, row.name);
                const RowResult* const other = same ? same : findRow(two, plainName(one, row.name));
                for (std::size_t s = 0; s < row.strategies.size(); ++s) {
                    const std::string& strategy = row.strategies[s].strategy;
                    std::size_t its = 0;
                    while (other != nullptr && its < other->strategies.size() &&
                           other->strategies[its].strategy != strategy)
                        ++its;
                    if (other == nullptr || its == other->strategies.size())
                        comparison.uncompared.push_back({row.name, strategy, byNow, {}});
                    else if (byNow)
                        add({base, row, s, baselines[0]}, {now, *other, its, baselines[1]});
                }
            }
        }
    }
};

// Equal for twice and half as much.
double factorLog(const Change& change) {
    return std::abs(std::log1p(change.change));
}

} // namespace

Result<Comparison> compareRuns(const RunResult& base, const RunResult& now, const CompareSettings& settings) {
    const std::optional<TriedShader>&was = base.settings.shader, &is = now.settings.shader;
    if (was.has_value() != is.has_value() || (was && was->text() != is->text()))
        return Error{ErrorKind::Usage,
                     !was || !is ? "one is of a user's shader, the other is not"
                                 : fmt::format("they are of different shaders or sizes ({}; {})", was->text(),
                                               is->text()),
                     "try both with the same --groups, --buffer and --image"};
    // Of two devices, ratios show which loads are fast on each; printed tables have them.
    const Metric metric = settings.metric.value_or(sameDevice(base, now) ? Metric::Time : Metric::Ratio);
    if (metric == Metric::Ratio &&
        plainName(base, base.settings.baseline) != plainName(now, now.settings.baseline)) {
        return Error{ErrorKind::Usage,
                     fmt::format("ratios against '{}' and against '{}' cannot be compared",
                                 base.settings.baseline, now.settings.baseline),
                     "compare with --metric time"};
    }
    Pairing pairing{
        .base = base, .now = now, .comparison = {.metric = metric, .interleaved = settings.interleaved}};
    pairing.addAll();
    Comparison& comparison = pairing.comparison;
    if (comparison.changes.empty()) {
        return Error{ErrorKind::Usage, "the results have no measured row in common",
                     "`vkperftest show FILE` prints what a file holds"};
    }
    if (!settings.interleaved) comparison.otherDevice = deviceDifference(base, now);
    pairing.judge(settings.threshold);
    addCautions(base, now, comparison);
    return std::move(pairing.comparison);
}

std::string_view verdictName(Verdict verdict) {
    constexpr auto kNames = enumTable<Verdict, std::string_view>({"FASTER", "SAME", "SLOWER", "UNCLEAR"});
    return kNames[verdict];
}

bool Comparison::judged() const {
    return repeated() && whyUnjudged.empty() && otherDevice.empty();
}

std::size_t Comparison::count(std::optional<Verdict> verdict) const {
    return static_cast<std::size_t>(std::ranges::count_if(changes, [&](const Change& change) {
        return change.footnote.empty() && (!verdict || change.verdict == *verdict);
    }));
}

bool Comparison::blind() const {
    return std::ranges::count(changes, Verdict::Unknown, &Change::verdict) == std::ssize(changes);
}

bool Comparison::repeated() const {
    return std::ranges::any_of(changes, [](const Change& change) { return change.interval.has_value(); });
}

std::vector<Change> mainChanges(const Comparison& comparison) {
    std::vector<Change> shown = comparison.changes;
    if (comparison.judged()) {
        std::erase_if(shown, [](const Change& change) { return !isChanged(change.verdict); });
        return shown;
    }
    constexpr std::size_t kMost = 5;
    const double bound = std::log1p(comparison.threshold);
    std::erase_if(
        shown, [&](const Change& change) { return !change.footnote.empty() || factorLog(change) <= bound; });
    std::ranges::stable_sort(shown, std::greater(), factorLog);
    shown.resize(std::min(shown.size(), kMost));
    return shown;
}

double largestDifference(const Comparison& comparison) {
    double largest = 0;
    for (const Change& change : comparison.changes)
        if (change.footnote.empty()) largest = std::max(largest, factorLog(change));
    return std::expm1(largest);
}

} // namespace vkperftest
