// Walks: ways to load from a window of memory, at many sizes of the window. What a load takes at each size
// shows where caches end. A walk is a line in a table; its kernel is shaders/window_read.hlsl for loads that
// do not wait for each other, or shaders/window_chase.hlsl for chains in which each load gives the next
// address.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cases/source_data.h"

namespace vkperftest {

enum class Reach {
    SharedWindow, // independent loads; all workgroups load from one window
    OwnWindows,   // the same; each workgroup loads from its own window
    OneLane,      // chains, in one workgroup for the whole device: of one lane
    OneSubgroup,  // of each lane of one subgroup
    AllLanes,     // of each lane of the workgroup
};

struct Walk {
    std::string_view name;   // "raw, shared window", "chain, one lane"
    std::string_view kernel; // its key
    ResourceKind resource = ResourceKind::StorageBuffer;
    Reach reach = Reach::SharedWindow;

    bool chases() const { return reach >= Reach::OneLane; }
};

std::span<const Walk> walks();

// Null if there is none of that name.
const Walk* findWalk(std::string_view name);

constexpr std::uint64_t kLeastWindow = 256;
constexpr std::uint64_t kWindowMemory = 64 << 20;         // the largest window, unless the effort is precise
constexpr std::uint64_t kPreciseWindowMemory = 512 << 20; // then
constexpr std::uint32_t kElementBytes = 16;               // of a load; of a texel, R32G32B32A32_UINT

// The sizes in octaves, from kLeastWindow up to the whole memory; own windows up to a 64th of it, so that 64
// of them lie apart. `memory`: bytes that all windows lie in, a power of two from 1 MB to 32 GB.
std::vector<std::uint64_t> windowsOf(const Walk& walk, std::uint64_t memory);

// The image that holds the memory's texels row by row: powers of two, as wide as high or twice as wide.
struct TexelExtent {
    std::uint32_t width = 0, height = 0;
};
TexelExtent texelExtent(std::uint64_t bytes);

// A dispatch of a walk.
struct WalkDispatch {
    const Walk* walk = nullptr;
    std::uint64_t window = 0;  // bytes
    std::uint64_t memory = 0;  // bytes that all windows of the measurement lie in
    std::uint32_t groups = 1;  // workgroups; of chains 1
    std::uint32_t steps = 256; // loads of a lane; a multiple of 4
};

// What the dispatch loads: of all lanes, but of chains one lane's.
std::uint64_t loadsOf(const WalkDispatch& dispatch);

// A dispatch of the walk through independent loads that loads everything in a shared window once.
WalkDispatch coveringDispatch(const Walk& walk, std::uint64_t window, std::uint64_t memory);

// The shortest dispatch that is timed; longer ones have more steps. Chains visit each node of a window of up
// to 1 MB, and workgroups load their own window twice, so that of two dispatches, one with twice the steps,
// the second half of the longer one finds in L1 what it holds. `parallel`: workgroups at a time on a software
// driver; 0: a GPU, where tens of waves of workgroups make little of one that is not full.
WalkDispatch shortestDispatch(const Walk& walk, std::uint64_t window, std::uint64_t memory,
                              std::uint64_t parallel);

// Push constants of both kernels, at byte 0.
struct WalkConstants {
    std::uint32_t mask = 0;       // of what the window holds: lines of 128 bytes, of chains nodes of 64 bytes
    std::uint32_t shift = 0;      // of lines' numbers, by which they are scattered
    std::uint32_t steps = 0;      // loads of a lane
    std::uint32_t lanes = 0;      // that have a chain
    std::uint32_t turnBits = 0;   // workgroups whose numbers differ by 1 << turnBits follow one another
    std::uint32_t windowMask = 0; // of the number of own windows; 0: there is one
    std::uint32_t columnBits = 0; // of a texture's window: the logarithm of its width in blocks of 4 texels
    std::uint32_t windowColumns = 0; // the logarithm of how many windows lie side by side
};

WalkConstants constantsOf(const WalkDispatch& dispatch, std::uint32_t subgroupSize);

// What memory holds, by the number of the element: shaders/window_fill.hlsl writes it. The first word is the
// number of the next node of the chain (element / 4 is the node's), of which each window takes the lowest
// bits: a linear congruential sequence modulo any power of two visits every node once (Hull and Dobell 1962),
// and in an order that no prefetcher foresees.
std::array<std::uint32_t, 4> windowElement(std::uint32_t element);

// What each invocation of the dispatch must return, computed on the CPU, workgroup after workgroup: the
// weighted sum of its loads, or the node at which its chain ends. Invocations without a chain return 0.
std::vector<std::uint32_t> walkResults(const WalkDispatch& dispatch, std::uint32_t subgroupSize);

} // namespace vkperftest
