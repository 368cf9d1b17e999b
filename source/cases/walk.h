// Walks: ways to load from a window of memory, at many sizes of the window. A walk is a line in a table; its
// kernel is shaders/window_read.hlsl for loads that do not wait for each other, which show what each level of
// memory delivers, or shaders/window_chase.hlsl for a chain in which each load gives the next address, which
// shows where caches end.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cases/source_data.h"

namespace vkperftest {

struct Walk {
    std::string_view name;   // "raw loads", "chain, one lane"
    std::string_view kernel; // its key
    ResourceKind resource = ResourceKind::StorageBuffer;
    bool chain = false; // of one lane, in one workgroup for the whole device
};

std::span<const Walk> walks();

// Null if there is none of that name. Walks with other kernels had other names.
const Walk* findWalk(std::string_view name);

constexpr std::uint64_t kLeastWindow = 1024;
constexpr std::uint64_t kWindowMemory = 512 << 20;        // the largest window: several times the largest L2
constexpr std::uint64_t kSoftwareWindowMemory = 64 << 20; // on software drivers, unless the effort is precise
constexpr std::uint32_t kElementBytes = 16;               // of a load; of a texel, R32G32B32A32_UINT
constexpr std::uint32_t kLineBytes = 128, kNodeBytes = 64;
constexpr std::uint32_t kElementsOfLine = kLineBytes / kElementBytes;

// The sizes in octaves, from kLeastWindow up to the whole memory, a power of two.
std::vector<std::uint64_t> windowsUpTo(std::uint64_t memory);

// The image that holds the memory's texels row by row: powers of two, as wide as high or twice as wide.
struct TexelExtent {
    std::uint32_t width = 0, height = 0;
};
TexelExtent texelExtent(std::uint64_t bytes);

// A dispatch of a walk.
struct WalkDispatch {
    const Walk* walk = nullptr;
    std::uint64_t window =
        0; // bytes: a power of two; of independent loads also any number of lines up to 65,536
    std::uint64_t memory = 0;  // bytes that all windows of the measurement lie in, a power of two
    std::uint32_t groups = 1;  // workgroups; of chains 1
    std::uint32_t steps = 256; // loads of a lane, a multiple of 4
    bool covers = false;       // independent loads of the whole window, once, in the order of addresses

    // What a lane goes through: the window's lines, or the nodes of the chain. A chain is too slow for all of a
    // large window, of which it takes the lower half: a covering dispatch loads that first, so that of a window of
    // twice a cache and more none of the chain is left there.
    std::uint32_t places() const;
};

// What the dispatch loads: of all lanes, but of a chain its one lane's.
std::uint64_t loadsOf(const WalkDispatch& dispatch);

// A dispatch of a walk through independent loads, after which caches hold what they can of the window.
WalkDispatch coveringDispatch(const Walk& walk, std::uint64_t window, std::uint64_t memory);

// The shortest dispatch that is timed; longer ones have more steps. Chains visit each node of a window of up to
// 1 MB. `parallel`: workgroups at a time on a software driver; 0: a GPU, where tens of waves of workgroups make
// little of one that is not full.
WalkDispatch shortestDispatch(const Walk& walk, std::uint64_t window, std::uint64_t memory,
                              std::uint64_t parallel);

// Gives the dispatch so many steps or fewer, so that one of twice as many has the same hits and misses in both
// halves: each lane goes through all places a whole number of times, or meets none again.
void setSteps(WalkDispatch& dispatch, double steps);

// Push constants of both kernels, at byte 0.
struct WalkConstants {
    std::uint32_t places = 0;     // WalkDispatch::places
    std::uint32_t steps = 0;      // loads of a lane
    std::uint32_t stride = 0;     // lines from one load of a lane to its next
    std::uint32_t between = 0;    // lines from where one section begins to where the next one does
    std::uint32_t columnBits = 0; // of a texture: the logarithm of the window's width in blocks of 4 texels
};

// Eight neighbouring invocations, a section, read a line at a time. All sections go through the window in one
// order, and begin evenly scattered over it: both distances are coprime to the number of lines. So every
// subgroup reads as many lines as it has sections, and no section finds in L1 what one just before it loaded,
// whatever `steps` is.
WalkConstants constantsOf(const WalkDispatch& dispatch);

// The line that the section, counted over all workgroups, reads at that step.
std::uint32_t lineOf(const WalkConstants& constants, std::uint32_t section, std::uint32_t step);

// What memory holds, by the number of the element: shaders/window_fill.hlsl writes it. The first word is the
// number of the next node of the chain (element / 4 is the node's), of which each window takes the lowest
// bits: a linear congruential sequence modulo any power of two visits every node once (Hull and Dobell 1962),
// and in an order that no prefetcher foresees.
std::array<std::uint32_t, 4> windowElement(std::uint32_t element);

// What each invocation of the dispatch must return, computed on the CPU, workgroup after workgroup: the
// weighted sum of its loads, or the node at which its chain ends. Invocations without a chain return 0.
std::vector<std::uint32_t> walkResults(const WalkDispatch& dispatch);

} // namespace vkperftest
