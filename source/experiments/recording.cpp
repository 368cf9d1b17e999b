#include "experiments/recording.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/judging.h"

namespace vkperftest {
namespace {

constexpr std::string_view kWithout = "dispatch only";

// The two were measured one after the other, both with intervals (Zou and Donner 2008, as in
// stats/paired.h).
RecordingCost difference(const RecordingCost& cost, const RecordingCost& without) {
    const double both = cost.nanoseconds - without.nanoseconds;
    const Interval& of = *cost.interval;
    const Interval& less = *without.interval;
    return {cost.way, both,
            Interval{both - std::hypot(cost.nanoseconds - of.low, less.high - without.nanoseconds),
                     both + std::hypot(of.high - cost.nanoseconds, without.nanoseconds - less.low)}};
}

// Why these cannot be compared; nothing if they can.
std::optional<Trouble> costTrouble(const std::vector<RecordingCost>& costs) {
    const auto few = std::ranges::find_if(costs, [](const RecordingCost& cost) { return !cost.interval; });
    if (few != costs.end()) return Trouble{&kWayScatters, few->way};
    if (std::ranges::count(costs, kWithout, &RecordingCost::way) == 0)
        return Trouble{&kNoBareDispatch, std::string(kWithout)};
    return costs.size() < 3 ? std::optional(Trouble{&kOneWay}) : std::nullopt;
}

// "bind only 90 ns [47, 128], push template 131 ns [40, 161]"
std::string costsText(const std::vector<RecordingCost>& costs) {
    std::vector<std::string> texts;
    for (const RecordingCost& cost : costs)
        texts.push_back(fmt::format("{} {:.0f} ns [{:.0f}, {:.0f}]", cost.way, cost.nanoseconds,
                                    cost.interval->low, cost.interval->high));
    return join(texts, ", ");
}

Finding judgeLength(const RunResult& run, std::uint64_t dispatches) {
    const std::string subject =
        fmt::format("CPU, {} {}", dispatches, dispatches == 1 ? "dispatch" : "dispatches");
    std::vector<RecordingCost> costs = recordingCosts(run, dispatches);
    if (const std::optional<Trouble> trouble = costTrouble(costs))
        return undecided(subject, *trouble, Ground::HostTimes);
    const auto found = std::ranges::find(costs, kWithout, &RecordingCost::way);
    const RecordingCost without = *found;
    costs.erase(found);
    const auto negative = std::ranges::find_if(
        costs, [&](const RecordingCost& cost) { return difference(cost, without).interval->high < 0; });
    if (negative != costs.end()) {
        const std::string way = negative->way;
        costs.push_back(without);
        return undecided(subject, {&kLongBareDispatch, way, costsText(costs)}, Ground::HostTimes);
    }
    std::vector<std::string> cheapest;
    std::vector<RecordingCost> beyond;
    for (const RecordingCost& cost : costs) {
        if (cost.interval->low <= costs.front().interval->high) cheapest.push_back(cost.way);
        beyond.push_back(difference(cost, without));
    }
    const std::string sentence =
        fmt::format("{}: {}; beyond a bare dispatch ({:.0f} ns): {}",
                    cheapest.size() == 1              ? "cheapest to record"
                    : cheapest.size() == costs.size() ? "too close to tell apart"
                                                      : "cheapest to record, too close to tell apart",
                    join(cheapest, ", "), without.nanoseconds, costsText(beyond));
    return {.subject = subject,
            .verdict = cheapest.size() == 1 ? Found::Cheapest : Found::TooClose,
            .sentence = sentence,
            .ground = Ground::HostTimes,
            .way = cheapest.front()};
}

} // namespace

std::vector<RecordingCost> recordingCosts(const RunResult& run, std::uint64_t dispatches) {
    std::vector<RecordingCost> costs;
    for (const RecordingResult& recording : run.recording) {
        if (recording.status != Status::Measured) continue;
        for (const RecordingResult::Length& length : recording.lengths) {
            if (length.dispatches != dispatches) continue;
            costs.push_back({recording.way, median(length.nanoseconds), medianInterval(length.nanoseconds)});
        }
    }
    std::stable_sort(costs.begin(), costs.end(), [](const RecordingCost& a, const RecordingCost& b) {
        return a.nanoseconds < b.nanoseconds;
    });
    return costs;
}

std::vector<std::uint64_t> recordedLengths(const RunResult& run) {
    std::set<std::uint64_t> lengths;
    for (const RecordingResult& recording : run.recording) {
        for (const RecordingResult::Length& length : recording.lengths) lengths.insert(length.dispatches);
    }
    return {lengths.begin(), lengths.end()};
}

std::vector<Finding> recordingFindings(const RunResult& run) {
    if (run.recording.empty()) return {undecided("CPU", {&kNoRecording}, Ground::Status)};
    std::vector<Finding> findings;
    for (const std::uint64_t dispatches : recordedLengths(run))
        findings.push_back(judgeLength(run, dispatches));
    for (const RecordingResult& recording : run.recording) {
        if (recording.status == Status::Measured) continue;
        findings.push_back(undecided(fmt::format("CPU, {}", recording.way),
                                     {&kReported, statusText(recording.status, recording.reason)},
                                     Ground::Status));
    }
    return findings;
}

} // namespace vkperftest
