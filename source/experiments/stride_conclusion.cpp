// What the experiment "stride" concludes.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/judging.h"
#include "experiments/stride.h"

namespace vkperftest {
namespace {

using StrideTimes = std::vector<StrideTime>;

constexpr std::array<std::string_view, 3> kKinds = {"float", "float2", "float4"};
constexpr std::array<std::string_view, 2> kBoth = {"inside L1", "own windows"};

// How to pad these strides: "24, 28 bytes to 32 and 36 bytes to 64".
std::string paddings(const StrideTimes& times) {
    std::vector<std::string> parts;
    for (const unsigned padded : {32u, 64u, 128u}) {
        std::vector<unsigned> strides;
        for (const StrideTime& time : those(times, &StrideTime::padded, padded))
            if (std::ranges::count(strides, time.stride) == 0) strides.push_back(time.stride);
        std::ranges::sort(strides);
        if (!strides.empty())
            parts.push_back(fmt::format("{} bytes to {}", listOf(strides, std::identity()), padded));
    }
    return join(parts, " and ");
}

// "a stride of 36 is 5.3x as fast as 64 inside L1": the stride for which it matters most.
std::string greatest(const StrideTimes& times) {
    const auto factor = [](const StrideTime& time) { return std::max(time.time, 1 / time.time); };
    const StrideTime& most = *std::ranges::max_element(times, {}, factor);
    const bool unpadded = most.time < 1;
    return fmt::format("a stride of {} is {:.1f}x as fast as {} {}{}", unpadded ? most.stride : most.padded,
                       factor(most), unpadded ? most.padded : most.stride,
                       most.place == kBoth[1] ? "in " : "", most.place);
}

// `strides`: of one kind of elements; some of them must have been judged.
std::string paddingAdvice(const StrideTimes& strides) {
    const std::string_view kind = strides[0].members;
    const StrideTimes pad = those(strides, &StrideTime::slower, std::optional(true));
    const StrideTimes keep = those(strides, &StrideTime::faster, std::optional(true));
    if (!pad.empty()) {
        return fmt::format(
            "pad elements of {} from {}: {}{}", kind, paddings(pad), greatest(pad),
            keep.empty() ? "" : fmt::format("; do not pad from {}: {}", paddings(keep), greatest(keep)));
    }
    const std::size_t judged = claimRows(strides).judged();
    if (!keep.empty()) {
        return fmt::format("do not pad elements of {}: unpadded ones are faster in {} of {} comparisons ({})",
                           kind, keep.size(), judged, greatest(keep));
    }
    return fmt::format("leave elements of {} unpadded: padding gains nothing in any of {} comparisons", kind,
                       judged);
}

// "inside L1: ", if all judged strides are in one place.
std::string onlyPlace(const StrideTimes& strides) {
    std::string_view place;
    for (const StrideTime& time : strides) {
        if (!time.slower) continue;
        if (!place.empty() && place != time.place) return {};
        place = time.place;
    }
    return fmt::format("{}{}: ", place == kBoth[1] ? "in " : "", place);
}

// Whether a stride gains by padding in one place and loses in the other.
bool contradictory(const StrideTimes& strides) {
    return std::ranges::any_of(strides, [&](const StrideTime& time) {
        return time.slower == true && std::ranges::any_of(strides, [&](const StrideTime& other) {
                   return other.stride == time.stride && other.faster == true;
               });
    });
}

// `strides`: of one kind of elements, at least one.
std::string adviceOf(const StrideTimes& strides) {
    const ClaimRows rows = claimRows(strides);
    if (rows.judged() == 0) {
        return fmt::format("elements of {}: none of {} comparisons could be judged", strides[0].members,
                           rows.all());
    }
    if (!contradictory(strides))
        return onlyPlace(strides) + paddingAdvice(strides) + noVerdictOn(rows.unclear, "comparison");
    std::vector<std::string> parts;
    for (const std::string_view place : kBoth)
        parts.push_back(
            fmt::format("{}: {}", place, paddingAdvice(those(strides, &StrideTime::place, place))));
    return fmt::format("it depends: {}{}", join(parts, "; "), noVerdictOn(rows.unclear, "comparison"));
}

} // namespace

std::string concludeStrides(const StrideTimes& times) {
    const StrideTimes strides = those(times, &StrideTime::isSplit, false);
    std::vector<std::string> clauses, missing;
    for (const std::string_view kind : kKinds) {
        const StrideTimes its = those(strides, &StrideTime::members, kind);
        if (!its.empty()) clauses.push_back(adviceOf(its));
        if (its.empty()) missing.push_back(fmt::format("elements of {}", kind));
    }
    for (const std::string_view place : kBoth)
        if (std::ranges::count(times, place, &StrideTime::place) == 0) missing.emplace_back(place);
    std::vector<std::string> splits;
    for (const StrideTime& time : those(times, &StrideTime::isSplit, true)) {
        if (time.faster == true)
            splits.push_back(fmt::format("{}{}, splitting elements into two arrays is {:.1f}x as fast",
                                         time.place == kBoth[1] ? "in " : "", time.place, 1 / time.time));
    }
    const std::string scope = missing.empty() ? "" : "; not measured: " + join(missing, ", ");
    if (claimRows(strides).judged() == 0) {
        std::string text = noConclusion(strides, "comparisons");
        for (const std::string& split : splits) text += "; " + split;
        return text + scope;
    }
    clauses.insert(clauses.end(), splits.begin(), splits.end());
    return sentenceOf(clauses) + scope;
}

} // namespace vkperftest
