// What the experiment "binding" concludes.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/binding.h"
#include "experiments/recording.h"

namespace vkperftest {
namespace {

// What is known of a strategy on all rows.
struct Summary {
    std::string strategy;
    const StrategyTime* fastest = nullptr; // of rows where it is faster than set; null if there are none
    const StrategyTime* slowest = nullptr; // likewise
    bool same = false;                     // on any row
};

std::vector<Summary> summaries(std::span<const StrategyTime> times) {
    std::vector<Summary> all;
    for (const StrategyTime& time : times) {
        if (all.empty() || all.back().strategy != time.strategy) all.push_back({.strategy = time.strategy});
        Summary& summary = all.back();
        summary.same = summary.same || time.verdict == kSame;
        if (time.verdict == kFaster && (summary.fastest == nullptr || time.time < summary.fastest->time))
            summary.fastest = &time;
        if (time.verdict == kSlower && (summary.slowest == nullptr || time.time > summary.slowest->time))
            summary.slowest = &time;
    }
    return all;
}

// Two decimals where one would not show a difference.
std::string factorText(double factor) {
    return fmt::format("{:.{}f}x", factor, factor < 1.2 ? 2 : 1);
}

using Summaries = std::vector<const Summary*>;

std::string strategyNames(const Summaries& some) {
    std::vector<std::string> names;
    for (const Summary* summary : some) names.push_back(summary->strategy);
    return join(names, ", ");
}

// The one that is faster by most, then the others' names.
std::string useText(Summaries faster) {
    std::stable_sort(faster.begin(), faster.end(),
                     [](const Summary* a, const Summary* b) { return a->fastest->time < b->fastest->time; });
    const StrategyTime& best = *faster.front()->fastest;
    faster.erase(faster.begin());
    return fmt::format("use {} for {} ({} as fast as set){}", best.strategy, best.row,
                       factorText(1 / best.time),
                       faster.empty() ? "" : "; faster on some rows: " + strategyNames(faster));
}

std::string avoidText(const Summaries& slower) {
    const Summary* const worst =
        *std::max_element(slower.begin(), slower.end(), [](const Summary* a, const Summary* b) {
            return a->slowest->time < b->slowest->time;
        });
    return fmt::format("avoid {}: up to {} the time of set ({})", strategyNames(slower),
                       factorText(worst->slowest->time), worst->slowest->row);
}

std::string dependsText(const Summaries& mixed) {
    const StrategyTime* fastest = mixed.front()->fastest;
    const StrategyTime* slowest = mixed.front()->slowest;
    for (const Summary* summary : mixed) {
        if (summary->fastest->time < fastest->time) fastest = summary->fastest;
        if (summary->slowest->time > slowest->time) slowest = summary->slowest;
    }
    return fmt::format("by row {}: from {} as fast ({}) to {} the time ({})", strategyNames(mixed),
                       factorText(1 / fastest->time), fastest->row, factorText(slowest->time), slowest->row);
}

// The cheapest way to record, if there is one; of the longest command buffer.
std::string recordingText(std::span<const Finding> recording) {
    const Finding* longest = nullptr;
    for (const Finding& finding : recording) {
        if (finding.ground == Ground::HostTimes) longest = &finding;
    }
    const bool known = longest != nullptr && longest->verdict != kCannotSay && longest->verdict != kTooClose;
    return known ? fmt::format("; cheapest to record: {}", longest->verdict) : "";
}

} // namespace

std::string concludeBinding(std::span<const StrategyTime> times, std::span<const Finding> recording) {
    const std::vector<Summary> all = summaries(times);
    Summaries faster, slower, mixed, same;
    for (const Summary& summary : all) {
        if (summary.fastest != nullptr && summary.slowest != nullptr)
            mixed.push_back(&summary);
        else if (summary.fastest != nullptr)
            faster.push_back(&summary);
        else if (summary.slowest != nullptr)
            slower.push_back(&summary);
        else if (summary.same)
            same.push_back(&summary);
    }
    std::vector<std::string> parts;
    if (!faster.empty()) parts.push_back(useText(faster));
    if (!slower.empty()) parts.push_back(avoidText(slower));
    if (!mixed.empty()) parts.push_back(dependsText(mixed));
    if (!same.empty()) {
        const std::string names = strategyNames(same);
        parts.push_back(parts.empty() ? "bind as you like: as fast as set are " + names
                                      : "no difference: " + names);
    }
    if (parts.empty()) {
        std::vector<Finding> unclear;
        for (const StrategyTime& time : times) unclear.push_back(undecided("", time.trouble));
        return noConclusion(times.size(), "comparisons with set", unclear) + recordingText(recording);
    }
    std::string text = join(parts, "; ");
    text[0] = static_cast<char>(text[0] - 'a' + 'A'); // all parts begin with a small letter
    return text + recordingText(recording);
}

} // namespace vkperftest
