#include <cmath>

#include <fmt/format.h>

#include "analysis/comparison.h"
#include "base/text.h"
#include "report/documents.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

std::string moreOrLess(double change, const char* more, const char* less, const char* times) {
    if (change >= 1) return fmt::format("{} {}", signedPercent(change), times);
    return fmt::format("{:.1f} % {}", 100 * std::abs(change), change > 0 ? more : less);
}

// The change that most figures share; empty if there is none.
std::string shiftLine(const Comparison& comparison) {
    if (!comparison.shift) return {};
    const auto& [figures, change, interval] = *comparison.shift;
    const std::string all = fmt::format("{} of {}", figures, counted(comparison.changes.size(), "figure")),
                      range =
                          fmt::format("[{}, {}]", signedPercent(interval.low), signedPercent(interval.high));
    if (comparison.metric == Metric::Ratio)
        return fmt::format("{} have ratios that are {} {}: the baseline itself changed.", all,
                           moreOrLess(change, "higher", "lower", "as high"), range);
    const std::string amount = moreOrLess(change, "longer", "less time", "the time");
    return comparison.judged() ? fmt::format("{} take {} {}.", all, amount, range)
                               : fmt::format("{} take {}.", all, amount);
}

// How far the machine's speed differed, which times in clocks exclude.
std::string clockLine(const Comparison& comparison) {
    constexpr double kLeast = 0.01;
    if (std::abs(comparison.clockChange) < kLeast) return {};
    return fmt::format("The {} was {} in NEW; this is taken out.",
                       comparison.clock == ReferenceClock::Core ? "clock of the cores" : "processor",
                       moreOrLess(comparison.clockChange, "faster", "slower", "as fast"));
}

// What noisy runs can tell; empty if that is the usual threshold.
std::string decidableLine(const Comparison& comparison) {
    if (comparison.decidable <= kOtherRun) return {};
    return fmt::format(
        "For most rows, these runs cannot tell a change below {:.0f} % from none. The threshold "
        "is {:.0f} %.",
        100 * comparison.decidable, 100 * comparison.threshold);
}

// "no difference exceeds 0.4 %", rounded up; empty if one exceeds the threshold, or if nothing could be
// compared.
std::string noDifference(const Comparison& comparison) {
    const double largest = largestDifference(comparison);
    if (largest > comparison.threshold || comparison.count() == 0) return "";
    return largest == 0 ? "no difference"
                        : fmt::format("no difference exceeds {:.1f} %", std::ceil(1000 * largest) / 10);
}

// Why no row could be judged, a clause.
std::string whyBlind(const Comparison& comparison) {
    if (!comparison.otherDevice.empty()) return comparison.otherDevice;
    return comparison.judged() ? "all intervals cross the threshold" : comparison.whyUnjudged;
}

} // namespace

std::vector<std::string> comparisonOutcome(const Comparison& comparison) {
    const std::size_t all = comparison.count();
    const std::string none = noDifference(comparison);
    if (!comparison.otherDevice.empty()) {
        const char* const meaning =
            comparison.metric == Metric::Ratio
                ? "ratios show which loads are fast on each device, not which device is faster"
                : "times show which device is faster; --metric ratio shows which loads are fast on each";
        return {fmt::format("Different devices: {} ({}).", meaning, comparison.otherDevice),
                fmt::format("{} compared, no verdicts{}{}.", counted(all, "figure"), none.empty() ? "" : ": ",
                            none)};
    }
    std::vector<std::string> lines;
    addText(lines, shiftLine(comparison));
    if (!comparison.judged()) {
        lines.push_back(fmt::format("{} compared, no verdicts: {}{}{}.", counted(all, "figure"),
                                    comparison.whyUnjudged, none.empty() ? "" : "; ", none));
        return lines;
    }
    lines.push_back(fmt::format("{} compared: {} FASTER, {} SLOWER, {} SAME, {} UNCLEAR.",
                                counted(all, "figure"), comparison.count(Verdict::Better),
                                comparison.count(Verdict::Worse), comparison.count(Verdict::Same),
                                comparison.count(Verdict::Unknown)));
    addText(lines, clockLine(comparison));
    addText(lines, decidableLine(comparison));
    return lines;
}

Error blindError(const ComparedRuns& runs) {
    const Comparison& comparison = runs.comparison;
    const bool repeated = comparison.repeated() && comparison.otherDevice.empty();
    const std::size_t figures = comparison.count();
    const std::string none = figures > 1 ? fmt::format("none of its {} figures", figures) : "no figure";
    return {ErrorKind::RowFailed,
            fmt::format("--fail-on could not check '{}': {} could be judged ({})", runs.now, none,
                        whyBlind(comparison)),
            comparison.interleaved ? "run `ab` with more --blocks or on a quieter machine"
            : !repeated            ? "compare two whole runs of one device"
                                   : "measure in turns with `ab`, or again with --precise"};
}

} // namespace vkperftest
