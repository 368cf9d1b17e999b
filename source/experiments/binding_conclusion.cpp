// What the experiment "binding" concludes.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/strategy.h"
#include "experiments/binding.h"
#include "experiments/recording.h"

namespace vkperftest {
namespace {

// What is known of a strategy on all rows.
struct Summary {
    std::string strategy;
    const StrategyTime* fastest = nullptr; // of rows where it is faster than set; null if there are none
    const StrategyTime* slowest = nullptr; // likewise
    std::size_t faster = 0, slower = 0, same = 0; // rows

    // More than half of the rows that could be judged.
    bool isMost(std::size_t rows) const { return 2 * rows > faster + slower + same; }
};

std::vector<Summary> summaries(std::span<const StrategyTime> times) {
    std::vector<Summary> all;
    for (const StrategyTime& time : times) {
        if (all.empty() || all.back().strategy != time.strategy) all.push_back({.strategy = time.strategy});
        Summary& summary = all.back();
        if (time.verdict == kSame) ++summary.same;
        if (time.verdict == kFaster) ++summary.faster;
        if (time.verdict == kSlower) ++summary.slower;
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

// The one that is faster by most comes first.
std::string useText(Summaries faster) {
    std::stable_sort(faster.begin(), faster.end(),
                     [](const Summary* a, const Summary* b) { return a->fastest->time < b->fastest->time; });
    const StrategyTime& best = *faster.front()->fastest;
    return fmt::format("use {}: up to {} as fast as set ({})", strategyNames(faster),
                       factorText(1 / best.time), best.row);
}

std::string avoidText(const Summaries& slower) {
    const Summary* const worst =
        *std::max_element(slower.begin(), slower.end(), [](const Summary* a, const Summary* b) {
            return a->slowest->time < b->slowest->time;
        });
    return fmt::format("avoid {}: up to {} the time of set ({})", strategyNames(slower),
                       factorText(worst->slowest->time), worst->slowest->row);
}

// Where nothing else is to be said.
std::string likeSetText(const Summaries& same) {
    const bool everywhere = std::all_of(same.begin(), same.end(), [](const Summary* summary) {
        return summary->faster + summary->slower == 0;
    });
    return fmt::format("bind as you like: as fast as set{} are {}", everywhere ? "" : " on most rows",
                       strategyNames(same));
}

// "descriptor buffer (buffer)": ways of recording have names of their own.
std::string wayText(std::string_view way) {
    for (const StrategyTraits& each : kStrategies) {
        const std::vector<std::string> ways = split(each.recordingWays, ',');
        const bool its = std::find(ways.begin(), ways.end(), way) != ways.end();
        if (its && each.name != strategyName(Strategy::Set)) return fmt::format("{} ({})", way, each.name);
    }
    return std::string(way);
}

// The cheapest way to record, if there is one; of the longest command buffer.
std::string recordingText(std::span<const Finding> recording) {
    const Finding* longest = nullptr;
    for (const Finding& finding : recording) {
        if (finding.ground == Ground::HostTimes) longest = &finding;
    }
    const bool known = longest != nullptr && longest->verdict != kCannotSay && longest->verdict != kTooClose;
    return known ? "; cheapest to record: " + wayText(longest->verdict) : "";
}

} // namespace

std::string concludeBinding(std::span<const StrategyTime> times, std::span<const Finding> recording) {
    const std::vector<Summary> all = summaries(times);
    Summaries faster, slower, mixed, same;
    for (const Summary& summary : all) {
        if (summary.faster + summary.slower + summary.same == 0) continue;
        Summaries& those = summary.isMost(summary.faster)   ? faster
                           : summary.isMost(summary.slower) ? slower
                           : summary.isMost(summary.same)   ? same
                                                            : mixed;
        those.push_back(&summary);
    }
    std::vector<std::string> parts;
    if (!faster.empty()) parts.push_back(useText(faster));
    if (!slower.empty()) parts.push_back(avoidText(slower));
    if (!mixed.empty()) parts.push_back("it depends on the row: " + strategyNames(mixed));
    if (!same.empty()) parts.push_back(parts.empty() ? likeSetText(same) : "otherwise bind as you like");
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
