#include "cases/walk.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "cases/case.h"

namespace vkperftest {
namespace {

constexpr auto kWalks = std::to_array<Walk>({
    {"chain, one lane", "window_chase.raw", ResourceKind::StorageBuffer, true},
    {"chain, typed, one lane", "window_chase.typed", ResourceKind::TexelBuffer, true},
    {"raw loads", "window_read.raw", ResourceKind::StorageBuffer},
    {"structured loads", "window_read.structured", ResourceKind::StorageBuffer},
    {"typed loads", "window_read.typed", ResourceKind::TexelBuffer},
    {"texture loads", "window_read.texture", ResourceKind::Texture},
});

// A number near that share of `places`, coprime to it, whose multiples lie evenly over the places: the partial
// quotients of number / places are small.
std::uint32_t spreading(double share, std::uint32_t places) {
    for (std::uint32_t most = 3;; ++most) {
        for (auto number = static_cast<std::uint32_t>(share * places) | 1; number <= places; ++number) {
            std::uint32_t larger = places, smaller = number;
            while (smaller > 0 && larger / smaller <= most) larger = std::exchange(smaller, larger % smaller);
            if (smaller == 0 && larger == 1) return number;
        }
    }
}

// The number of the element that the memory of a texture holds at that place of the window.
std::uint32_t texelOf(std::uint32_t columnBits, std::uint32_t line, std::uint32_t lane, std::uint32_t width) {
    const std::uint32_t x = (line & ((1u << columnBits) - 1)) * 4 + (lane & 3);
    const std::uint32_t y = (line >> columnBits) * 2 + lane / 4;
    return y * width + x;
}

std::uint32_t weighted(std::uint32_t element) {
    const auto [x, y, z, w] = windowElement(element);
    return x + 3 * y + 5 * z + 7 * w;
}

std::uint32_t chainEnd(const WalkConstants& constants) {
    std::uint32_t node = 0;
    for (std::uint32_t step = 0; step < constants.steps; ++step)
        node = windowElement(4 * node)[0] & (constants.places - 1);
    return node;
}

} // namespace

std::span<const Walk> walks() {
    return kWalks;
}

const Walk* findWalk(std::string_view name) {
    const auto found = std::ranges::find(kWalks, name, &Walk::name);
    return found != kWalks.end() ? &*found : nullptr;
}

std::vector<std::uint64_t> windowsUpTo(std::uint64_t memory) {
    std::vector<std::uint64_t> windows;
    for (std::uint64_t window = kLeastWindow; window <= memory; window *= 2) windows.push_back(window);
    return windows;
}

TexelExtent texelExtent(std::uint64_t bytes) {
    const auto bits = static_cast<std::uint32_t>(std::bit_width(bytes / kElementBytes) - 1);
    return {1u << ((bits + 1) / 2), 1u << (bits / 2)};
}

std::uint64_t loadsOf(const WalkDispatch& dispatch) {
    const std::uint64_t lanes =
        dispatch.walk->chain ? 1 : std::uint64_t{dispatch.groups} * kInvocationsPerGroup;
    return lanes * dispatch.steps;
}

std::uint32_t WalkDispatch::places() const {
    constexpr std::uint64_t kLarge = 4 << 20;
    if (!walk->chain) return static_cast<std::uint32_t>(window / kLineBytes);
    return static_cast<std::uint32_t>((window < kLarge ? window : window / 2) / kNodeBytes);
}

WalkDispatch coveringDispatch(const Walk& walk, std::uint64_t window, std::uint64_t memory) {
    const std::uint64_t groups = std::max<std::uint64_t>(1, window / (kLoadsPerGroup * kElementBytes));
    return {&walk, window, memory, static_cast<std::uint32_t>(groups), kLoadsPerInvocation, true};
}

WalkDispatch shortestDispatch(const Walk& walk, std::uint64_t window, std::uint64_t memory,
                              std::uint64_t parallel) {
    constexpr std::uint32_t kManyGroups = 32768, kFewSteps = 16;
    constexpr std::uint32_t kMostNodes = 16384;
    WalkDispatch dispatch{&walk, window, memory, 1, kLoadsPerInvocation};
    if (walk.chain) {
        dispatch.steps = std::clamp(dispatch.places(), dispatch.steps, kMostNodes);
        return dispatch;
    }
    if (parallel == 0) dispatch.steps = kFewSteps;
    dispatch.groups = parallel > 0 ? static_cast<std::uint32_t>(parallel) : kManyGroups;
    return dispatch;
}

void setSteps(WalkDispatch& dispatch, double steps) {
    const auto most = static_cast<std::uint32_t>(steps), round = dispatch.places();
    dispatch.steps = most / round > 0 ? most / round * round : std::min(most, round / 2) / 4 * 4;
}

WalkConstants constantsOf(const WalkDispatch& dispatch) {
    constexpr double kGoldenShare = 0.6180339887, kOtherShare = 0.4142135624;
    const std::uint32_t places = dispatch.places();
    WalkConstants constants{.places = places, .steps = dispatch.steps};
    if (dispatch.walk->chain) return constants;
    const std::uint64_t turns = dispatch.covers ? dispatch.steps : spreading(kGoldenShare, places);
    constants.stride = dispatch.covers ? 1 : spreading(kOtherShare, places);
    constants.between = static_cast<std::uint32_t>(turns * constants.stride % places);
    constants.columnBits =
        static_cast<std::uint32_t>(std::bit_width(texelExtent(dispatch.window).width / 4) - 1);
    return constants;
}

std::uint32_t lineOf(const WalkConstants& constants, std::uint32_t section, std::uint32_t step) {
    const std::uint64_t first = std::uint64_t{section % constants.places} * constants.between;
    return static_cast<std::uint32_t>((first + std::uint64_t{step} * constants.stride) % constants.places);
}

std::array<std::uint32_t, 4> windowElement(std::uint32_t element) {
    return {element / 4 * 1664525u + 1013904223u, element * 0x9e3779b1u, ~element, element ^ (element >> 7)};
}

std::vector<std::uint32_t> walkResults(const WalkDispatch& dispatch) {
    const WalkConstants constants = constantsOf(dispatch);
    const std::uint32_t width = texelExtent(dispatch.memory).width;
    std::vector<std::uint32_t> results(std::size_t{dispatch.groups} * kInvocationsPerGroup);
    if (dispatch.walk->chain) {
        results[0] = chainEnd(constants);
        return results;
    }
    for (std::uint32_t i = 0; i < results.size(); ++i) {
        const std::uint32_t lane = i % kElementsOfLine;
        for (std::uint32_t step = 0; step < constants.steps; ++step) {
            const std::uint32_t line = lineOf(constants, i / kElementsOfLine, step);
            results[i] += weighted(dispatch.walk->resource == ResourceKind::Texture
                                       ? texelOf(constants.columnBits, line, lane, width)
                                       : line * kElementsOfLine + lane);
        }
    }
    return results;
}

} // namespace vkperftest
