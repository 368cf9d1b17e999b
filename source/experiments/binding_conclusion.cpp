// What the experiment "binding" concludes.
#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/strategy.h"
#include "experiments/binding.h"
#include "experiments/judging.h"

namespace vkperftest {
namespace {

// A strategy's rows, and its greatest gain and loss among them. Without a gain or a loss, that row has no
// verdict.
struct Summary : StrategyRows {
    StrategyTime fastest, slowest;
};

using Summaries = std::vector<Summary>;

Summaries summaries(const std::vector<StrategyTime>& times) {
    Summaries all;
    for (StrategyRows& rows : rowsByStrategy(times)) all.push_back({std::move(rows), {}, {}});
    for (const StrategyTime& time : times) {
        if (time.verdict == Found::CannotSay) continue;
        Summary& summary = *std::ranges::find(all, time.strategy, &Summary::strategy);
        if (time.alikeUnderSet.empty() && time.time < summary.fastest.time) summary.fastest = time;
        if (time.time > summary.slowest.time) summary.slowest = time;
    }
    return all;
}

// Two decimals where one would not show a difference.
std::string factorText(double factor) {
    return fmt::format("{:.{}f}x", factor, factor < 1.2 ? 2 : 1);
}

// The strategy with the largest gain comes first.
std::string useText(Summaries faster) {
    std::ranges::stable_sort(faster, {}, [](const Summary& summary) { return summary.fastest.time; });
    const StrategyTime& best = faster.front().fastest;
    return fmt::format("use {}: up to {} as fast as set ({})", listOf(faster, &Summary::strategy),
                       factorText(1 / best.time), best.row);
}

std::string avoidText(const Summaries& slower) {
    const auto time = [](const Summary& summary) { return summary.slowest.time; };
    const StrategyTime& worst = std::ranges::max_element(slower, {}, time)->slowest;
    const auto share = [](const Summary& summary) {
        const std::size_t faster = summary.count(AgainstSet::Faster);
        return fmt::format("{} (slower on {} of {}{})", summary.strategy, summary.count(AgainstSet::Slower),
                           rowCount(summary.judged()),
                           faster > 0 ? fmt::format(", faster on {}", faster) : "");
    };
    return fmt::format("avoid {}: up to {} the time of set ({})", listOf(slower, share),
                       factorText(worst.time), worst.row);
}

// Whether the promise is judged on rows, and costs nothing on any of them.
bool costsNothing(const std::vector<StrategyTime>& alignment) {
    return !alignment.empty() && std::ranges::all_of(alignment, [](const StrategyTime& time) {
        return time.verdict == Found::Same || time.verdict == Found::Faster;
    });
}

// What an alignment of 4 bytes costs, and whether 8 suffice; empty where that could not be judged.
std::string alignmentText(const std::vector<StrategyTime>& alignment,
                          const std::vector<StrategyTime>& ofEight) {
    const std::vector<StrategyTime> slower = those(alignment, &StrategyTime::verdict, Found::Slower);
    if (!slower.empty()) {
        const StrategyTime& worst = *std::ranges::max_element(slower, {}, &StrategyTime::time);
        const bool eightSuffice = costsNothing(ofEight);
        return fmt::format(
            "promise {} bytes of alignment to loads of 16 bytes: with 4 they take up to {} as long "
            "({}, {} against {}){}",
            eightSuffice ? 8 : 16, factorText(worst.time), worst.row, kNarrowAddresses, kWideAddresses,
            eightSuffice ? "; 16 gain no more" : "");
    }
    return costsNothing(alignment) ? "4 bytes of alignment cost nothing compared with 16" : "";
}

// The greatest loss under a strategy that is not slower on most rows; empty without one.
std::string lossText(const Summaries& all) {
    const Summary* worst = nullptr;
    for (const Summary& summary : all) {
        if (summary.slowest.verdict != Found::Slower || summary.mostly() == AgainstSet::Slower) continue;
        if (worst == nullptr || summary.slowest.time > worst->slowest.time) worst = &summary;
    }
    if (worst == nullptr) return {};
    return fmt::format("but {} takes {} the time of set on {}", worst->strategy,
                       factorText(worst->slowest.time), worst->slowest.row);
}

// The greatest gain under a strategy that the conclusion names nowhere else; empty without one.
std::string gainText(const Summaries& all) {
    const Summary* best = nullptr;
    for (const Summary& summary : all) {
        const AgainstSet mostly = summary.mostly();
        if (summary.fastest.verdict != Found::Faster) continue;
        if (mostly != AgainstSet::Same && mostly != AgainstSet::Unknown) continue;
        if (best == nullptr || summary.fastest.time < best->fastest.time) best = &summary;
    }
    if (best == nullptr) return {};
    return fmt::format("{} is {} as fast as set on {}", best->strategy, factorText(1 / best->fastest.time),
                       best->fastest.row);
}

// "push, inline are as fast as set on most rows"
std::string likeSetText(const Summaries& same) {
    const bool everywhere = std::ranges::all_of(
        same, [](const Summary& summary) { return summary.count(AgainstSet::Same) == summary.judged(); });
    return fmt::format("{} {} as fast as set{}", listOf(same, &Summary::strategy),
                       same.size() == 1 ? "is" : "are", everywhere ? "" : " on most rows");
}

// "descriptor buffer (buffer)": ways of recording have names of their own.
std::string wayText(std::string_view way) {
    for (const StrategyTraits& each : kStrategies) {
        const std::vector<std::string> ways = split(each.recordingWays, ',');
        if (std::ranges::count(ways, way) > 0 && each.name != strategyName(Strategy::Set))
            return fmt::format("{} ({})", way, each.name);
    }
    return std::string(way);
}

// The cheapest way to record in the longest command buffer, if there is one.
std::string recordingText(const std::vector<Finding>& recording) {
    const auto longest =
        std::ranges::find(recording.rbegin(), recording.rend(), Ground::HostTimes, &Finding::ground);
    const bool known = longest != recording.rend() && longest->verdict == Found::Cheapest;
    return known ? "; cheapest to record many dispatches: " + wayText(longest->way) : "";
}

} // namespace

std::string concludeBinding(const std::vector<StrategyTime>& times, const std::vector<Finding>& recording,
                            const std::vector<StrategyTime>& alignment,
                            const std::vector<StrategyTime>& ofEight) {
    std::map<AgainstSet, Summaries> by;
    const Summaries all = summaries(times);
    for (const Summary& summary : all) by[summary.mostly()].push_back(summary);
    const Summaries &faster = by[AgainstSet::Faster], &slower = by[AgainstSet::Slower],
                    &mixed = by[AgainstSet::Depends], &same = by[AgainstSet::Same];
    std::vector<std::string> parts;
    const std::string cost = alignmentText(alignment, ofEight);
    if (!faster.empty()) parts.push_back(useText(faster));
    if (!slower.empty()) parts.push_back(avoidText(slower));
    if (!mixed.empty()) parts.push_back("depends on the row: " + listOf(mixed, &Summary::strategy));
    if (!same.empty()) parts.push_back((parts.empty() ? "bind as you like: " : "") + likeSetText(same));
    for (const std::string& rest : {lossText(all), gainText(all)})
        if (!rest.empty()) parts.push_back(rest);
    if (!cost.empty()) {
        const bool costs = std::ranges::count(alignment, Found::Slower, &StrategyTime::verdict) > 0;
        parts.insert(costs ? parts.begin() : parts.end(), cost);
    }
    if (parts.empty()) return noConclusion(times, "comparisons with set") + recordingText(recording);
    return sentenceOf(parts) + recordingText(recording);
}

} // namespace vkperftest
