#include "cases/walk.h"

#include <algorithm>
#include <bit>

#include "cases/case.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kLineBytes = 128, kNodeBytes = 64;
constexpr std::uint32_t kElementsOfLine = kLineBytes / kElementBytes;
constexpr std::uint32_t kSections = kInvocationsPerGroup / kElementsOfLine; // of a workgroup: a line each

constexpr auto kWalks = std::to_array<Walk>({
    {"raw, shared window", "window_read.raw", ResourceKind::StorageBuffer, Reach::SharedWindow},
    {"raw, own windows", "window_read.raw", ResourceKind::StorageBuffer, Reach::OwnWindows},
    {"structured, shared window", "window_read.structured", ResourceKind::StorageBuffer, Reach::SharedWindow},
    {"structured, own windows", "window_read.structured", ResourceKind::StorageBuffer, Reach::OwnWindows},
    {"typed, shared window", "window_read.typed", ResourceKind::TexelBuffer, Reach::SharedWindow},
    {"typed, own windows", "window_read.typed", ResourceKind::TexelBuffer, Reach::OwnWindows},
    {"texture, shared window", "window_read.texture", ResourceKind::Texture, Reach::SharedWindow},
    {"texture, own windows", "window_read.texture", ResourceKind::Texture, Reach::OwnWindows},
    {"chain, one lane", "window_chase.raw", ResourceKind::StorageBuffer, Reach::OneLane},
    {"chain, one subgroup", "window_chase.raw", ResourceKind::StorageBuffer, Reach::OneSubgroup},
    {"chain, typed, one lane", "window_chase.typed", ResourceKind::TexelBuffer, Reach::OneLane},
    {"chain, all lanes", "window_chase.raw", ResourceKind::StorageBuffer, Reach::AllLanes},
});

std::uint32_t log2Of(std::uint64_t powerOfTwo) {
    return static_cast<std::uint32_t>(std::countr_zero(powerOfTwo));
}

// The line that comes at that turn: each of the window's once before any comes again.
std::uint32_t scattered(std::uint32_t turn, const WalkConstants& constants) {
    std::uint32_t line = (turn * 0x9e3779b1u) & constants.mask;
    line ^= line >> constants.shift;
    return (line * 0x85ebca6bu) & constants.mask;
}

// The number of the element that the memory of a texture holds at that place of a window.
std::uint32_t texelOf(const WalkConstants& constants, std::uint32_t window, std::uint32_t line,
                      std::uint32_t lane, std::uint32_t width) {
    const std::uint32_t columns = 1u << constants.columnBits;
    const std::uint32_t windowWidth = columns * 4;
    const std::uint32_t windowHeight = (constants.mask + 1) / columns * 2;
    const std::uint32_t x = (window & ((1u << constants.windowColumns) - 1)) * windowWidth +
                            (line & (columns - 1)) * 4 + (lane & 3);
    const std::uint32_t y =
        (window >> constants.windowColumns) * windowHeight + (line >> constants.columnBits) * 2 + lane / 4;
    return y * width + x;
}

std::uint32_t weighted(std::uint32_t element) {
    const auto [x, y, z, w] = windowElement(element);
    return x + 3 * y + 5 * z + 7 * w;
}

std::uint32_t chainEnd(const WalkConstants& constants, std::uint32_t lane) {
    std::uint32_t node = (lane * 0x9e3779b1u) & constants.mask;
    for (std::uint32_t step = 0; step < constants.steps; ++step)
        node = windowElement(4 * node)[0] & constants.mask;
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

std::vector<std::uint64_t> windowsOf(const Walk& walk, std::uint64_t memory) {
    constexpr std::uint64_t kApart = 64;
    const std::uint64_t largest = walk.reach == Reach::OwnWindows ? memory / kApart : memory;
    std::vector<std::uint64_t> windows;
    for (std::uint64_t window = kLeastWindow; window <= largest; window *= 2) windows.push_back(window);
    return windows;
}

TexelExtent texelExtent(std::uint64_t bytes) {
    const std::uint32_t bits = log2Of(bytes / kElementBytes);
    return {1u << ((bits + 1) / 2), 1u << (bits / 2)};
}

std::uint64_t loadsOf(const WalkDispatch& dispatch) {
    const std::uint64_t lanes =
        dispatch.walk->chases() ? 1 : std::uint64_t{dispatch.groups} * kInvocationsPerGroup;
    return lanes * dispatch.steps;
}

WalkDispatch coveringDispatch(const Walk& walk, std::uint64_t window, std::uint64_t memory) {
    const std::uint64_t groups = std::max<std::uint64_t>(1, window / (kLoadsPerGroup * kElementBytes));
    return {&walk, window, memory, static_cast<std::uint32_t>(groups), kLoadsPerInvocation};
}

WalkDispatch shortestDispatch(const Walk& walk, std::uint64_t window, std::uint64_t memory,
                              std::uint64_t parallel) {
    constexpr std::uint64_t kLargestOfChains = 1 << 20;
    constexpr std::uint32_t kManyGroups = 32768, kGroupsOfOwn = 8192, kFewSteps = 16;
    WalkDispatch dispatch{&walk, window, memory, 1, kLoadsPerInvocation};
    if (walk.chases()) {
        const std::uint64_t nodes = std::min(window, kLargestOfChains) / kNodeBytes;
        const std::uint64_t lanes = walk.reach == Reach::AllLanes ? kInvocationsPerGroup : 1;
        dispatch.steps = std::max(dispatch.steps, static_cast<std::uint32_t>(nodes / lanes));
        return dispatch;
    }
    const bool own = walk.reach == Reach::OwnWindows;
    if (parallel == 0) dispatch.steps = kFewSteps;
    dispatch.groups = parallel > 0 ? static_cast<std::uint32_t>(parallel) : own ? kGroupsOfOwn : kManyGroups;
    const auto twice = static_cast<std::uint32_t>(2 * window / (std::uint64_t{kSections} * kLineBytes));
    if (own) dispatch.steps = std::max(dispatch.steps, twice);
    return dispatch;
}

WalkConstants constantsOf(const WalkDispatch& dispatch, std::uint32_t subgroupSize) {
    const Walk& walk = *dispatch.walk;
    const std::uint64_t window = dispatch.window;
    const auto inWindow = static_cast<std::uint32_t>(window / (walk.chases() ? kNodeBytes : kLineBytes));
    WalkConstants constants{
        .mask = inWindow - 1, .shift = std::max(1u, log2Of(inWindow) / 2), .steps = dispatch.steps};
    if (walk.chases()) {
        constants.lanes = walk.reach == Reach::OneLane       ? 1
                          : walk.reach == Reach::OneSubgroup ? std::min(subgroupSize, kInvocationsPerGroup)
                                                             : kInvocationsPerGroup;
        return constants;
    }
    const TexelExtent texels = texelExtent(window);
    constants.columnBits = log2Of(texels.width / 4);
    if (walk.reach == Reach::OwnWindows) {
        constants.turnBits = log2Of(dispatch.memory / window);
        constants.windowMask = (1u << constants.turnBits) - 1;
        constants.windowColumns = log2Of(texelExtent(dispatch.memory).width / texels.width);
    }
    return constants;
}

std::array<std::uint32_t, 4> windowElement(std::uint32_t element) {
    return {element / 4 * 1664525u + 1013904223u, element * 0x9e3779b1u, ~element, element ^ (element >> 7)};
}

std::vector<std::uint32_t> walkResults(const WalkDispatch& dispatch, std::uint32_t subgroupSize) {
    const Walk& walk = *dispatch.walk;
    const WalkConstants constants = constantsOf(dispatch, subgroupSize);
    const std::uint32_t width = texelExtent(dispatch.memory).width;
    std::vector<std::uint32_t> results;
    for (std::uint32_t group = 0; group < dispatch.groups; ++group) {
        for (std::uint32_t index = 0; index < kInvocationsPerGroup; ++index) {
            std::uint32_t& result = results.emplace_back(0);
            if (walk.chases()) {
                if (index < constants.lanes) result = chainEnd(constants, index);
                continue;
            }
            const std::uint32_t lane = index % kElementsOfLine, own = group & constants.windowMask;
            const std::uint32_t section = (group >> constants.turnBits) * kSections + index / kElementsOfLine;
            for (std::uint32_t step = 0; step < constants.steps; ++step) {
                const std::uint32_t line = scattered(section * constants.steps + step, constants);
                result += weighted(walk.resource == ResourceKind::Texture
                                       ? texelOf(constants, own, line, lane, width)
                                       : (own * (constants.mask + 1) + line) * kElementsOfLine + lane);
            }
        }
    }
    return results;
}

} // namespace vkperftest
