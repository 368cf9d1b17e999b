#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/comparison.h"
#include "base/text.h"
#include "report/documents.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

std::string moreOrLess(double change, const char* more, const char* less) {
    return fmt::format("{:.1f} % {}", 100 * std::abs(change), change > 0 ? more : less);
}

// "the clock was 8.9 % lower"
std::string differenceText(const ComparedCondition& condition) {
    const auto ratio = [&](const char* what) {
        return what + (" was " + moreOrLess(condition.now / condition.base - 1, "higher", "lower"));
    };
    const auto checks = [](double robustness) { return robustnessName(static_cast<Robustness>(robustness)); };
    const auto lanes = [](double size) {
        return subgroupSizeText({.subgroupSize = static_cast<std::uint32_t>(size)}, false);
    };
    const double degrees = condition.now - condition.base;
    const char* const side = condition.now > condition.base ? "NEW" : "BASE";
    switch (condition.what) {
    case Condition::Kernels:
        return "the SPIR-V of most figures differs";
    case Condition::Queue:
        return fmt::format("{} ran on the compute queue", side);
    case Condition::Robustness:
        return fmt::format("the bounds checks changed from {} to {}", checks(condition.base),
                           checks(condition.now));
    case Condition::SubgroupSize:
        return fmt::format("the subgroup size changed from {} to {}", lanes(condition.base),
                           lanes(condition.now));
    case Condition::Validation:
        return fmt::format("validation layers were on in {} only", side);
    case Condition::Timer:
        return "a device's timer was wrong";
    case Condition::Gpu:
        return "the GPU is another one of the same model";
    case Condition::Clock:
        return ratio("the clock");
    case Condition::MemoryClock:
        return ratio("the memory clock");
    case Condition::Power:
        return ratio("the power");
    case Condition::Temperature:
        return fmt::format("the temperature was {:.0f} °C {}", std::abs(degrees),
                           degrees > 0 ? "higher" : "lower");
    case Condition::Throttling:
        break;
    }
    return fmt::format("throttling was reported in {:.0f} % of the readings instead of {:.0f} %",
                       100 * condition.now, 100 * condition.base);
}

// "the clocks, power and temperature were the same"; empty if none is known to be.
std::string sameText(const std::vector<ComparedCondition>& conditions) {
    std::vector<std::string> same;
    for (const ComparedCondition& condition : conditions) {
        if (condition.differs) continue;
        if (condition.what == Condition::Clock) same.emplace_back("clocks");
        if (condition.what == Condition::Power) same.emplace_back("power");
        if (condition.what == Condition::Temperature) same.emplace_back("temperature");
    }
    return same.empty() ? "" : enumerated(same) + " were the same";
}

// For sides that took turns.
std::string sideText(const Everything& everything, const std::string& differences) {
    constexpr const char* kTurns = "Both sides took turns on one machine";
    if (!differences.empty())
        return fmt::format("Cause: the driver or the program, not the machine. {}, but {}.", kTurns,
                           differences);
    return everything.sameDriver
               ? fmt::format("Cause: another build of the driver, its settings or the program, not the "
                             "machine. {} and report the same driver version.",
                             kTurns)
               : fmt::format("Cause: the driver, not the machine. {}.", kTurns);
}

// For runs one after the other, if the cause is unclear.
std::string unknownText(const Everything& everything, const std::string& differences,
                        const std::string& same) {
    const bool settings =
        std::any_of(everything.conditions.begin(), everything.conditions.end(),
                    [](const ComparedCondition& each) { return each.differs && isSetting(each.what); });
    if (settings) return fmt::format("Cause unknown: {}.", differences);
    if (!everything.sameDriver)
        return "Cause unknown: the driver differs, but the clocks are unknown, so the machine may also "
               "differ.";
    const std::string driver = "Cause unknown: both runs report the same driver version, and ";
    if (!differences.empty()) return driver + differences + ", which does not explain the whole change.";
    return driver + (same.empty() ? "the clocks are unknown." : same + ".");
}

std::string causeText(const Everything& everything, bool interleaved) {
    std::vector<std::string> differences;
    for (const ComparedCondition& condition : everything.conditions)
        if (condition.differs) differences.push_back(differenceText(condition));
    const std::string same = sameText(everything.conditions), other = enumerated(differences);
    if (interleaved) return sideText(everything, other);
    switch (everything.cause) {
    case Cause::Driver:
        return "Cause: the driver, not the machine. The driver differs; " + same + ".";
    case Cause::Machine:
        return "Cause: the machine, not the driver. " +
               (other.empty() ? "Both runs report the same driver version, and a CPU executes the driver."
                              : capitalized(other) + ".");
    case Cause::Either:
        return "Cause: the driver or the machine. The driver differs, and " +
               (other.empty() ? "a CPU executes it." : other + ".");
    case Cause::Unknown:
        break;
    }
    return unknownText(everything, other, same);
}

// The change that all rows and the baseline share; empty if there is none.
std::string everythingLine(const Comparison& comparison) {
    if (!comparison.everything || comparison.sameRun) return {};
    const Everything& everything = *comparison.everything;
    const std::string interval = everything.interval
                                     ? fmt::format("[{}, {}]", signedPercent(everything.interval->low),
                                                   signedPercent(everything.interval->high))
                                     : "";
    if (everything.verdict == Verdict::Unknown) {
        return fmt::format("Nearly all rows and the baseline took {}. No verdict: {}.",
                           moreOrLess(everything.change, "longer", "less time"),
                           everything.differsIn(Condition::Timer) ? "a device's timer was wrong"
                           : interval.empty()                     ? "BASE or NEW has no repetitions"
                                              : "the 95 % interval " + interval + " crosses the threshold");
    }
    const std::string amount = fmt::format("{:.1f} %", 100 * std::abs(everything.change));
    const std::string verdict =
        everything.change > 0 ? amount + " slower" : "faster: it takes " + amount + " less time";
    std::string line = fmt::format("Everything is {}. {} The 95 % interval of the change is {}.", verdict,
                                   causeText(everything, comparison.interleaved), interval);
    if (comparison.metric == Metric::Ratio)
        line +=
            fmt::format(" Ratios do not show this change; --fail-on {} counts it only with --metric time.",
                        everything.verdict == Verdict::Worse ? "slower" : "faster");
    return line;
}

// What verdicts on rows exclude, or the baseline's own change; empty if neither applies.
std::string baselineLine(const Comparison& comparison) {
    constexpr const char* kBeyond = "Verdicts on rows count only the change beyond this common change.";
    const double baseline = comparison.baselineChange.value_or(0);
    if (comparison.commonChange && comparison.metric == Metric::Time) return kBeyond;
    if (comparison.commonChange)
        return fmt::format("Nearly all ratios are {} because the baseline itself took {}. {}",
                           moreOrLess(*comparison.commonChange, "higher", "lower"),
                           moreOrLess(baseline, "longer", "less"), kBeyond);
    if (comparison.everything || !comparison.baselineChange) return {};
    return std::abs(baseline) < 0.0005
               ? "The baseline's own time changed by less than 0.1 %."
               : fmt::format("The baseline's own time changed by {}.", signedPercent(baseline));
}

// "no difference exceeds 0.4 %", rounded up; empty if one exceeds the threshold, or if nothing could be
// compared.
std::string noDifference(const Comparison& comparison) {
    const double largest = largestDifference(comparison);
    if (largest > comparison.threshold || countVerdicts(comparison).all == 0) return "";
    return largest == 0 ? "no difference"
                        : fmt::format("no difference exceeds {:.1f} %", std::ceil(1000 * largest) / 10);
}

bool baselineAlone(const Comparison& comparison) {
    return std::all_of(comparison.changes.begin(), comparison.changes.end(),
                       [](const Change& change) { return change.isBaseline; });
}

// Why no row could be judged, a clause.
std::string whyBlind(const Comparison& comparison) {
    if (!comparison.otherDevice.empty()) return comparison.otherDevice;
    if (!comparison.judged()) return comparison.whyUnjudged;
    if (baselineAlone(comparison)) return "the runs have only their baseline in common";
    return comparison.noise.empty() ? "all intervals cross the threshold" : comparison.noise;
}

} // namespace

std::vector<std::string> comparisonOutcome(const Comparison& comparison) {
    const VerdictCounts counts = countVerdicts(comparison);
    if (comparison.sameRun && !comparison.repeated())
        return {
            fmt::format("{} compared: BASE and NEW have the same figures.", counted(counts.all, "figure"))};
    const std::string none = noDifference(comparison);
    if (!comparison.otherDevice.empty()) {
        const char* const meaning =
            comparison.metric == Metric::Ratio
                ? "ratios show which loads are fast on each device, not which device is faster"
                : "times show which device is faster; --metric ratio shows which loads are fast on each";
        return {fmt::format("Different devices: {} ({}).", meaning, comparison.otherDevice),
                fmt::format("{} compared, no verdicts{}{}.", counted(counts.all, "figure"),
                            none.empty() ? "" : ": ", none)};
    }
    std::vector<std::string> lines;
    const auto add = [&](std::string line) {
        if (!line.empty()) lines.push_back(std::move(line));
    };
    add(everythingLine(comparison));
    if (!comparison.judged()) {
        add(fmt::format("{} compared, no verdicts: {}{}{}.", counted(counts.all, "figure"),
                        comparison.whyUnjudged, none.empty() ? "" : "; ", none));
        return lines;
    }
    add(fmt::format("{} compared: {} FASTER, {} SLOWER, {} SAME, {} UNCLEAR.", counted(counts.all, "figure"),
                    counts.faster, counts.slower, counts.same, counts.unclear));
    if (comparison.sameRun) {
        add("BASE and NEW have the same samples: this is one run, compared with itself.");
        return lines;
    }
    if (!comparison.noise.empty()) add(fmt::format("Noise widens the intervals: {}.", comparison.noise));
    add(baselineLine(comparison));
    return lines;
}

Error blindError(const ComparedRuns& runs) {
    const Comparison& comparison = runs.comparison;
    const bool repeated = comparison.repeated() && comparison.otherDevice.empty();
    const std::size_t figures = countVerdicts(comparison).all;
    const std::string none = figures > 1 ? fmt::format("none of its {} figures", figures) : "no figure";
    return {ErrorKind::RowFailed,
            fmt::format("--fail-on could not check '{}': {} could be judged ({})", runs.now, none,
                        whyBlind(comparison)),
            repeated && !comparison.judged() ? "compare ratios: omit --metric time" // timers differ
            : comparison.interleaved         ? "run `ab` with more --blocks or on a quieter machine"
            : baselineAlone(comparison)      ? "compare two runs of one suite"
            : !repeated                      ? "compare two whole runs of one device"
            : comparison.metric == Metric::Time
                ? "compare ratios, or measure in turns with `ab`" // the machine's drift is in every time
                : "measure again, with --precise or on a quieter machine"};
}

} // namespace vkperftest
