#include "experiments/recording.h"

#include <algorithm>
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

// Of all ways that were measured at that length, the cheapest first.
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

Finding judgeLength(const RunResult& run, std::uint64_t dispatches) {
    Finding finding{fmt::format("CPU, {} {}", dispatches, dispatches == 1 ? "dispatch" : "dispatches"),
                    "cannot say", ""};
    std::vector<Cost> costs = costsOf(run, dispatches);
    const auto without =
        std::find_if(costs.begin(), costs.end(), [](const Cost& c) { return c.way == kWithout; });
    std::string dispatchOnly;
    if (without != costs.end()) {
        dispatchOnly = fmt::format("; without binding {:.0f} ns", without->nanoseconds);
        costs.erase(without);
    }
    if (costs.size() < 2) {
        finding.sentence = cannotSay("fewer than two ways of binding were measured");
        return finding;
    }
    const auto unsure = [](const Cost& cost) { return !cost.interval.has_value(); };
    if (const auto found = std::find_if(costs.begin(), costs.end(), unsure); found != costs.end()) {
        finding.sentence = cannotSay(fmt::format("'{}' has too few samples", found->way));
        return finding;
    }
    std::vector<std::string> cheapest, texts;
    for (const Cost& cost : costs) {
        if (cost.interval->low <= costs.front().interval->high) cheapest.push_back(cost.way);
        texts.push_back(fmt::format("{} {:.0f} ns [{:.0f}, {:.0f}]", cost.way, cost.nanoseconds,
                                    cost.interval->low, cost.interval->high));
    }
    finding.verdict = join(cheapest, " or ");
    finding.sentence = fmt::format("cheapest to record: {}; a dispatch takes {}{}", finding.verdict,
                                   join(texts, ", "), dispatchOnly);
    return finding;
}

} // namespace

std::vector<Finding> recordingFindings(const RunResult& run) {
    if (run.recording.empty()) return {{"CPU", "cannot say", cannotSay("the run holds no recording times")}};
    std::set<std::uint64_t> lengths;
    for (const RecordingResult& recording : run.recording) {
        for (const RecordingResult::Length& length : recording.lengths) lengths.insert(length.dispatches);
    }
    std::vector<Finding> findings;
    for (const std::uint64_t dispatches : lengths) findings.push_back(judgeLength(run, dispatches));
    for (const RecordingResult& recording : run.recording) {
        if (recording.status == Status::Measured) continue;
        findings.push_back({fmt::format("CPU, {}", recording.way), "cannot say",
                            cannotSay("it is " + statusText(recording.status, recording.reason))});
    }
    return findings;
}

} // namespace vkperftest
