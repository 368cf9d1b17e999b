#include "experiments/stride.h"

#include <array>
#include <bit>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

// Those of the suite that do not divide the line: padding leads to the next power of two, which does.
constexpr std::array<unsigned, 12> kStrides = {20, 24, 28, 36, 40, 44, 48, 52, 56, 60, 80, 96};
constexpr unsigned kWhole = 20; // the stride without any padding
constexpr unsigned kNamed = 24; // by the claim

constexpr std::pair<CachePlace, std::string_view> kPlaces[] = {{CachePlace::InsideL1, "inside L1"},
                                                               {CachePlace::OutsideL1, "outside L1"}};

std::string nameOf(const Operation& operation) {
    return caseName({operation, Pattern::Linear});
}

// First for the working set inside L1, then for the one outside, of what the run has rows.
std::vector<StrideTime> compareStrides(const RunFigures& figures) {
    std::vector<StrideTime> pairs;
    for (const auto& [place, text] : kPlaces) {
        const auto add = [&, text = text](const Operation& operation, const Operation& other,
                                          unsigned stride) {
            pairs.push_back({{nameOf(operation), nameOf(other)}, stride, other.stride, text});
        };
        for (const unsigned stride : kStrides)
            add(stridedLoad(stride, place), stridedLoad(std::bit_ceil(stride), place), stride);
        add(splitLoad(place), stridedLoad(kWhole, place), 0);
    }
    return compared(figures, pairs, kStrideCosts);
}

Finding judgeStride(const StrideTime& time) {
    const std::string subject = fmt::format("{}, stride {}", time.place, time.stride);
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
                       "two arrays are ", 1 / time.time, fmt::format("x as fast as one of {} bytes", kWhole));
}

// `all`: the strides of one place, at least one.
Finding judgeStrideClaim(const std::vector<StrideTime>& all) {
    const std::string subject(all[0].place);
    const auto named = std::ranges::find(all, kNamed, &StrideTime::stride);
    if (named == all.end()) return undecided(subject, {&kMissingStride, "", "", {kNamed}});
    if (!named->slower)
        return undecided(subject, {&kStrideUnclear, named->trouble->sentence(), "", {kNamed}});
    const ClaimRows rows = claimRows(all);
    const auto list = [&](std::optional<bool> slower) {
        return listOf(those(all, &StrideTime::slower, slower), &StrideTime::stride);
    };
    const Found verdict = rows.verdict();
    if (verdict == Found::CannotSay)
        return undecided(subject, rows.whyUnclear(fmt::format("strides ({})", list({}))));
    std::string sentence(claimWords(verdict));
    if (verdict == Found::HoldsInPart) {
        sentence += fmt::format(": slower are {}, not slower {}", list(true), list(false));
        if (rows.unclear > 0) sentence += fmt::format(" ({} not judged)", list({}));
    } else {
        const bool holds = verdict == Found::Holds;
        sentence += fmt::format(": strides that do not divide the cache line are {}slower ({} {})",
                                holds ? "" : "not ", holds ? "all" : "none of", rows.all());
    }
    return findingWith(subject, verdict, fmt::format("{}; {} bytes are ", sentence, kNamed), 1 / named->time,
                       fmt::format("x as fast as {}", named->padded));
}

// Of these strides: "24, 28 bytes to 32 and 36 bytes to 64".
std::string paddings(const std::vector<StrideTime>& times) {
    std::vector<std::string> parts;
    for (const unsigned padded : {32u, 64u, 128u}) {
        std::vector<unsigned> strides;
        for (const unsigned stride : kStrides) {
            const bool any = std::ranges::count(times, stride, &StrideTime::stride) > 0;
            if (std::bit_ceil(stride) == padded && any) strides.push_back(stride);
        }
        if (!strides.empty())
            parts.push_back(fmt::format("{} bytes to {}", listOf(strides, std::identity()), padded));
    }
    return join(parts, " and ");
}

// "36 is 5.3x as fast as 64 inside L1": the one for which it matters most.
std::string greatest(const std::vector<StrideTime>& times) {
    const auto factor = [](const StrideTime& time) { return std::max(time.time, 1 / time.time); };
    const StrideTime& most = *std::ranges::max_element(times, {}, factor);
    const bool unpadded = most.time < 1;
    return fmt::format("{} is {:.1f}x as fast as {} {}", unpadded ? most.stride : most.padded, factor(most),
                       unpadded ? most.padded : most.stride, most.place);
}

std::string paddingAdvice(const std::vector<StrideTime>& strides) {
    const std::vector<StrideTime> pad = those(strides, &StrideTime::slower, true);
    const std::vector<StrideTime> keep = those(strides, &StrideTime::faster, true);
    if (!pad.empty()) {
        return fmt::format(
            "Pad elements of {}: {}{}", paddings(pad), greatest(pad),
            keep.empty() ? "" : fmt::format("; do not pad those of {}: {}", paddings(keep), greatest(keep)));
    }
    const std::size_t judged = claimRows(strides).judged();
    if (!keep.empty()) {
        return fmt::format("Do not pad elements: unpadded ones are faster in {} of {} comparisons ({})",
                           keep.size(), judged, greatest(keep));
    }
    return fmt::format("Leave elements unpadded: padding gains nothing in any of {} comparisons", judged);
}

// Whether a stride gains by padding in one place and loses in the other.
bool contradictory(const std::vector<StrideTime>& strides) {
    return std::ranges::any_of(strides, [&](const StrideTime& time) {
        return time.slower == true && std::ranges::any_of(strides, [&](const StrideTime& other) {
                   return other.stride == time.stride && other.faster == true;
               });
    });
}

} // namespace

std::string concludeStrides(const std::vector<StrideTime>& times) {
    const std::vector<StrideTime> strides = those(times, &StrideTime::isSplit, false);
    std::string split;
    for (const StrideTime& time : those(times, &StrideTime::isSplit, true)) {
        if (time.faster == true)
            split += fmt::format("; two arrays are {:.1f}x as fast as one {}", 1 / time.time, time.place);
    }
    const ClaimRows rows = claimRows(strides);
    if (rows.judged() == 0) return noConclusion(strides, "comparisons") + split;
    if (!contradictory(strides)) return paddingAdvice(strides) + split + notJudged(rows.unclear);
    std::vector<std::string> parts;
    for (const auto& [place, text] : kPlaces)
        parts.push_back(fmt::format("{}: {}", text, paddingAdvice(those(strides, &StrideTime::place, text))));
    return fmt::format("It depends: {}{}{}", join(parts, "; "), split, notJudged(rows.unclear));
}

Result<Answer> answerStride(const RunFigures& figures) {
    const std::vector<StrideTime> times = compareStrides(figures);
    if (times.empty()) return noRows("stride", nameOf(stridedLoad(kNamed)));
    Answer answer{concludeStrides(times), {}};
    for (const auto& [place, text] : kPlaces) {
        const std::vector<StrideTime> there = those(times, &StrideTime::place, text);
        const std::vector<StrideTime> strides = those(there, &StrideTime::isSplit, false);
        for (const StrideTime& time : there)
            answer.findings.push_back(time.isSplit() ? judgeSplit(time) : judgeStride(time));
        if (!strides.empty()) answer.findings.push_back(judgeStrideClaim(strides));
    }
    nameStrategy(*figures.run, strategyOfPairs(*figures.run, times), answer.findings);
    return answer;
}

} // namespace vkperftest
