#include "experiments/recording.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/judging.h"

namespace vkperftest {
namespace {

constexpr std::string_view kWithout = "dispatch only";

// Both were measured one after the other and have intervals (Zou and Donner 2008, as in stats/paired.h).
RecordingCost difference(const RecordingCost& cost, const RecordingCost& without) {
    const double both = cost.nanoseconds - without.nanoseconds;
    const Interval& of = *cost.interval;
    const Interval& less = *without.interval;
    return {cost.way, both,
            Interval{both - std::hypot(cost.nanoseconds - of.low, less.high - without.nanoseconds),
                     both + std::hypot(of.high - cost.nanoseconds, without.nanoseconds - less.low)}};
}

// Why the costs cannot be compared; nothing if they can.
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

// The ways in the order that their intervals support, the cheapest first: each is surely dearer than at least
// one of the level before it. `costs`: ascending, with intervals, at least one.
std::vector<std::vector<std::string>> levels(std::vector<RecordingCost> costs) {
    std::vector<std::vector<std::string>> all;
    while (!costs.empty()) {
        const auto high = [](const RecordingCost& each) { return each.interval->high; };
        const double most = high(*std::ranges::min_element(costs, {}, high));
        const auto dearer = [&](const RecordingCost& each) { return each.interval->low > most; };
        std::vector<std::string> level;
        for (const RecordingCost& cost : costs)
            if (!dearer(cost)) level.push_back(cost.way);
        all.push_back(std::move(level));
        std::erase_if(costs, std::not_fn(dearer));
    }
    return all;
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
    const std::vector<std::vector<std::string>> order = levels(costs);
    std::vector<RecordingCost> beyond;
    for (const RecordingCost& cost : costs) beyond.push_back(difference(cost, without));
    const auto below = [](const RecordingCost& cost) { return cost.interval->high < 0; };
    const bool baseline = std::ranges::none_of(beyond, below);
    std::vector<std::string> parts;
    for (const std::vector<std::string>& ways : order) parts.push_back(join(ways, ", "));
    const std::string figures =
        baseline ? fmt::format("time beyond a bare dispatch ({:.0f} ns): {}", without.nanoseconds,
                               costsText(beyond))
                 : fmt::format(
                       "total times, because a bare dispatch ({:.0f} ns) takes longer than one with {}: {}",
                       without.nanoseconds, costs.front().way, costsText(costs));
    const bool one = order[0].size() == 1;
    const std::string sentence = fmt::format("{}: {}; {}",
                                             order.size() == 1 ? "no clear order"
                                             : one             ? "cheapest to record"
                                                   : "cheapest to record (no clear order among these)",
                                             join(parts, "; then "), figures);
    Finding finding{.subject = subject,
                    .verdict = one ? Found::Cheapest : Found::TooClose,
                    .sentence = sentence,
                    .ground = Ground::HostTimes,
                    .way = order[0].front()};
    for (const RecordingCost& cost : recordingCosts(run, dispatches))
        finding.figures.push_back(
            {.name = cost.way, .value = {.median = cost.nanoseconds, .interval = cost.interval}});
    return finding;
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
