#include "experiments/recording.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/judging.h"
#include "stats/interval.h"

namespace vkperftest {
namespace {

constexpr std::string_view kWithout = "dispatch only";

struct Cost {
    std::string way;
    double nanoseconds = 0;
    std::optional<Interval> interval;
};

// What all ways cost that were measured at that length, the cheapest first.
std::vector<Cost> costsOf(const RunResult& run, std::uint64_t dispatches) {
    std::vector<Cost> costs;
    for (const RecordingResult& recording : run.recording) {
        if (recording.status != Status::Measured) continue;
        for (const RecordingResult::Length& length : recording.lengths) {
            if (length.dispatches != dispatches) continue;
            costs.push_back({recording.way, median(length.nanoseconds), medianInterval(length.nanoseconds)});
        }
    }
    std::stable_sort(costs.begin(), costs.end(),
                     [](const Cost& a, const Cost& b) { return a.nanoseconds < b.nanoseconds; });
    return costs;
}

// The two were measured one after the other, both with intervals (Zou and Donner 2008, as in
// stats/paired.h).
Cost difference(const Cost& cost, const Cost& without) {
    const double both = cost.nanoseconds - without.nanoseconds;
    const Interval& of = *cost.interval;
    const Interval& less = *without.interval;
    return {cost.way, both,
            Interval{both - std::hypot(cost.nanoseconds - of.low, less.high - without.nanoseconds),
                     both + std::hypot(of.high - cost.nanoseconds, without.nanoseconds - less.low)}};
}

// Why these cannot be compared; empty if they can.
std::string costTrouble(const std::vector<Cost>& costs) {
    const auto few =
        std::find_if(costs.begin(), costs.end(), [](const Cost& cost) { return !cost.interval.has_value(); });
    if (few != costs.end()) return fmt::format("'{}' has too few samples", few->way);
    const bool without =
        std::any_of(costs.begin(), costs.end(), [](const Cost& cost) { return cost.way == kWithout; });
    if (!without) return fmt::format("'{}' was not measured, beside which binding costs", kWithout);
    return costs.size() < 3 ? "fewer than two ways of binding were measured" : "";
}

Finding judgeLength(const RunResult& run, std::uint64_t dispatches) {
    const std::string subject =
        fmt::format("CPU, {} {}", dispatches, dispatches == 1 ? "dispatch" : "dispatches");
    std::vector<Cost> costs = costsOf(run, dispatches);
    if (const std::string trouble = costTrouble(costs); !trouble.empty())
        return undecided(subject, trouble, Ground::HostTimes);
    const auto found =
        std::find_if(costs.begin(), costs.end(), [](const Cost& c) { return c.way == kWithout; });
    const Cost without = *found;
    costs.erase(found);
    std::vector<std::string> cheapest, texts;
    for (const Cost& cost : costs) {
        if (cost.interval->low <= costs.front().interval->high) cheapest.push_back(cost.way);
        const Cost more = difference(cost, without);
        texts.push_back(fmt::format("{} {:.0f} ns [{:.0f}, {:.0f}]", cost.way, more.nanoseconds,
                                    more.interval->low, more.interval->high));
    }
    const std::string sentence =
        fmt::format("{}: {}; beyond a bare dispatch ({:.0f} ns): {}",
                    cheapest.size() == 1              ? "cheapest to record"
                    : cheapest.size() == costs.size() ? "too close to tell apart"
                                                      : "cheapest to record, too close to tell apart",
                    join(cheapest, ", "), without.nanoseconds, join(texts, ", "));
    return {subject, cheapest.size() == 1 ? cheapest.front() : std::string(kTooClose), sentence,
            Ground::HostTimes};
}

} // namespace

std::vector<Finding> recordingFindings(const RunResult& run) {
    if (run.recording.empty()) return {undecided("CPU", "the run holds no recording times", Ground::Status)};
    std::set<std::uint64_t> lengths;
    for (const RecordingResult& recording : run.recording) {
        for (const RecordingResult::Length& length : recording.lengths) lengths.insert(length.dispatches);
    }
    std::vector<Finding> findings;
    for (const std::uint64_t dispatches : lengths) findings.push_back(judgeLength(run, dispatches));
    for (const RecordingResult& recording : run.recording) {
        if (recording.status == Status::Measured) continue;
        findings.push_back(undecided(fmt::format("CPU, {}", recording.way),
                                     statusText(recording.status, recording.reason), Ground::Status));
    }
    return findings;
}

} // namespace vkperftest
