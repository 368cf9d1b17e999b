#include "experiments/stride.h"

#include <array>
#include <bit>

#include <fmt/format.h>

#include "analysis/l1_limit.h"
#include "base/text.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

// The suite's strides that do not divide the line: padding leads to the next power of two, which does.
constexpr std::array<unsigned, 12> kStrides = {20, 24, 28, 36, 40, 44, 48, 52, 56, 60, 80, 96};
constexpr std::array<unsigned, 19> kAllStrides = {4,  8,  12, 16, 20, 24, 28, 32, 36, 40,
                                                  44, 48, 52, 56, 60, 64, 80, 96, 128};
constexpr unsigned kWhole = 20;               // the stride without any padding
constexpr unsigned kNamed = 24, kNamed4 = 48; // by the claim; of float4 the first such stride

constexpr std::pair<CachePlace, std::string_view> kPlaces[] = {{CachePlace::InsideL1, "inside L1"},
                                                               {CachePlace::OwnWindow, "own windows"}};

struct Members {
    Format format;
    std::string_view name;
    unsigned bytes() const { return traits(format).bytes(); }
    unsigned named() const { return kNamed % bytes() == 0 ? kNamed : kNamed4; }
};

constexpr Members kMembers[] = {
    {Format::R32F, "float"}, {Format::RG32F, "float2"}, {Format::RGBA32F, "float4"}};

std::string nameOf(const Operation& operation) {
    return caseName({operation, Pattern::Linear});
}

// First inside L1, then in own windows, for the rows that the run has.
std::vector<StrideTime> compareStrides(const RunFigures& figures) {
    std::vector<StrideTime> pairs;
    for (const auto& [place, text] : kPlaces) {
        const auto add = [&, text = text](const Operation& operation, const Operation& other, unsigned stride,
                                          std::string_view members) {
            pairs.push_back({{nameOf(operation), nameOf(other)}, stride, other.stride, text, members});
        };
        for (const Members& members : kMembers) {
            for (const unsigned stride : kStrides) {
                if (stride % members.bytes() != 0) continue;
                add(stridedLoad(stride, place, members.format),
                    stridedLoad(std::bit_ceil(stride), place, members.format), stride, members.name);
            }
        }
        add(splitLoad(place), stridedLoad(kWhole, place), 0, "");
    }
    return compared(figures, pairs, kStrideCosts);
}

// Whatever limits the rows: if the same kernel takes longer, only misses can be the cause.
std::vector<WindowTime> compareWindows(const RunFigures& figures, std::size_t strategy) {
    const std::optional<L1Limit> limit = l1Limit(*figures.run);
    std::vector<WindowTime> windows;
    for (const Members& members : kMembers) {
        for (const unsigned stride : kAllStrides) {
            if (stride % members.bytes() != 0) continue;
            const Operation load = stridedLoad(stride, CachePlace::OwnWindow, members.format);
            const RowFigures* const measured = figures.find(nameOf(load));
            if (measured == nullptr) continue;
            const std::string inside = nameOf(stridedLoad(stride, CachePlace::InsideL1, members.format));
            WindowTime& window =
                windows.emplace_back(WindowTime{{nameOf(load), inside}, stride, members.name});
            window.judge(measuredTimeOver(figures, window.row, inside, strategy), kMissCosts);
            const StrategyFigures* const known = measured->under(strategy);
            if (!limit || known == nullptr || !known->loadsPerNanosecond) continue;
            constexpr double kWordBytes = 4;
            window.shareOfL1 =
                load.width * kWordBytes * *known->loadsPerNanosecond / limit->bytesPerNanosecond();
            if (*window.shareOfL1 > kMostBehindL1) window.slower = false;
        }
    }
    return windows;
}

Finding judgeStride(const StrideTime& time) {
    const std::string subject = fmt::format("{}, {}, stride {}", time.place, time.members, time.stride);
    if (!time.slower) return undecided(subject, *time.trouble);
    if (*time.slower) {
        return findingWith(subject, Found::Slower, "", time.time,
                           fmt::format("x the time of {0} bytes: pad to {0}", time.padded));
    }
    return findingWith(subject, Found::NotSlower, "", 1 / time.time,
                       fmt::format("x as fast as {} bytes: {}", time.padded,
                                   time.faster == true ? "do not pad" : "padding gains nothing"));
}

Finding judgeSplit(const StrideTime& time) {
    const std::string subject = fmt::format("{}, split", time.place);
    if (!time.slower || !time.faster) return undecided(subject, *time.trouble);
    return findingWith(subject,
                       *time.slower   ? Found::Slower
                       : *time.faster ? Found::Faster
                                      : Found::AsFast,
                       "two arrays are ", 1 / time.time,
                       fmt::format("x as fast as one of stride {}", kWhole));
}

// `all`: the strides of one place and kind of elements, at least one.
Finding judgeStrideClaim(const std::vector<StrideTime>& all, unsigned byClaim) {
    const std::string subject = fmt::format("{}, {}", all[0].place, all[0].members);
    const auto named = std::ranges::find(all, byClaim, &StrideTime::stride);
    if (named == all.end())
        return undecided(subject, {&kMissingStride, "", "", {static_cast<double>(byClaim)}});
    if (!named->slower)
        return undecided(subject,
                         {&kStrideUnclear, named->trouble->sentence(), "", {static_cast<double>(byClaim)}});
    const ClaimRows rows = claimRows(all);
    const auto list = [&](std::optional<bool> slower) {
        return listOf(those(all, &StrideTime::slower, slower), &StrideTime::stride);
    };
    const Found verdict = rows.verdict();
    if (verdict == Found::CannotSay)
        return undecided(subject, rows.whyUnclear(fmt::format("strides ({})", list({}))));
    std::string sentence(claimWords(verdict));
    if (verdict == Found::HoldsInPart) {
        sentence += fmt::format(": slower at {}, not slower at {}", list(true), list(false));
        if (rows.unclear > 0) sentence += fmt::format(" (no verdict at {})", list({}));
    } else {
        const bool holds = verdict == Found::Holds;
        sentence += fmt::format(": strides that do not divide the cache line are {}slower ({} {})",
                                holds ? "" : "not ", holds ? "all" : "none of", rows.all());
    }
    return findingWith(subject, verdict, fmt::format("{}; {} bytes are ", sentence, byClaim), 1 / named->time,
                       fmt::format("x as fast as {}", named->padded));
}

// Why own windows are not proven to miss L1: "16, 32 (about as fast as inside L1)".
std::string notProven(const std::vector<WindowTime>& windows) {
    const auto toL1 = [](const WindowTime& window) {
        return window.shareOfL1 && *window.shareOfL1 > kMostBehindL1;
    };
    std::vector<std::string> texts;
    const auto add = [&](const std::vector<WindowTime>& some, std::string_view why) {
        if (!some.empty()) texts.push_back(fmt::format("{} ({})", listOf(some, &WindowTime::stride), why));
    };
    const std::vector<WindowTime> refuted = those(windows, &WindowTime::slower, std::optional(false));
    add(those(refuted, toL1, false), "about as fast as inside L1");
    add(those(refuted, toL1, true),
        fmt::format("more than {:.0f} % of what L1 delivers", 100 * kMostBehindL1));
    add(those(windows, &WindowTime::slower, std::optional<bool>()), "no verdict");
    return join(texts, ", ");
}

// `windows`: of one kind of elements, at least one.
Finding judgeMisses(const std::vector<WindowTime>& windows) {
    const std::string subject = fmt::format("misses of L1, {}", windows[0].members);
    const ClaimRows rows = claimRows(windows);
    if (rows.judged() == 0) return undecided(subject, *windows[0].trouble);
    const std::vector<WindowTime> proven = those(windows, &WindowTime::slower, std::optional(true));
    if (proven.empty()) {
        return {subject, Found::DoesNotHold,
                fmt::format("not confirmed for own windows: stride {}", notProven(windows))};
    }
    std::vector<double> times;
    for (const WindowTime& window : proven) times.push_back(window.time);
    const std::string text =
        fmt::format("loads from own windows take {}x the time inside L1", rangeOf(times, 2));
    if (proven.size() == windows.size()) return {subject, Found::Holds, "confirmed: " + text};
    return {subject, Found::HoldsInPart,
            fmt::format("confirmed for stride {}: {}; not confirmed for {}",
                        listOf(proven, &WindowTime::stride), text, notProven(windows))};
}

} // namespace

std::string strideClaimSubject(CachePlace place, std::string_view members) {
    const auto found = std::ranges::find(kPlaces, place, &std::pair<CachePlace, std::string_view>::first);
    return fmt::format("{}, {}", found->second, members);
}

Result<Answer> answerStride(const RunFigures& figures) {
    const std::vector<StrideTime> times = compareStrides(figures);
    if (times.empty()) return noRows("stride", nameOf(stridedLoad(kNamed)));
    Answer answer{concludeStrides(times), {}};
    for (const auto& [place, text] : kPlaces) {
        const std::vector<StrideTime> there = those(times, &StrideTime::place, text);
        for (const StrideTime& time : there)
            answer.findings.push_back(
                restingOn(std::vector{time}, time.isSplit() ? judgeSplit(time) : judgeStride(time)));
        for (const Members& members : kMembers) {
            const std::vector<StrideTime> strides = those(there, &StrideTime::members, members.name);
            if (strides.empty()) continue;
            answer.findings.push_back(restingOn(strides, judgeStrideClaim(strides, members.named())));
        }
    }
    const std::size_t strategy = strategyOfPairs(*figures.run, times);
    const std::vector<WindowTime> windows = compareWindows(figures, strategy);
    for (const Members& members : kMembers) {
        const std::vector<WindowTime> its = those(windows, &WindowTime::members, members.name);
        if (!its.empty()) answer.findings.push_back(restingOn(its, judgeMisses(its)));
    }
    const auto shared = [](const RowResult& row) {
        return row.load && row.load->place == CachePlace::OutsideL1;
    };
    if (std::ranges::any_of(figures.run->rows, shared))
        answer.findings.push_back(undecided("outside L1", {&kSharedWindow}));
    nameStrategy(*figures.run, strategy, answer.findings);
    return answer;
}

} // namespace vkperftest
