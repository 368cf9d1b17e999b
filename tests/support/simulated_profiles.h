// The GPUs that can be simulated: what they are made of, and what each row costs on them, the injected truth.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "cases/binding.h"
#include "run/executor.h"
#include "support/simulated_gpu.h"

namespace vkperftest {

// How the loads of one kind go through a unit. A load of one channel runs at the rate of its pattern; wider
// loads are slowed down, whatever their pattern, to return at most the given bytes and channels in a clock.
struct LoadPath {
    double uniform = 1, linear = 1, random = 1; // lanes a clock
    double bytes = 0;                           // a clock; 0: no limit
    double channels = 0;                        // a clock; 0: no limit
    double latency = 0;                         // clocks
    double address = 0; // arithmetic instructions of the loop that a no-load control has, too
    double send = 0;    // those that only a load needs: the rest of its address, its issue slot
    // Loads go through 32 banks of 4 bytes. Raw loads and loads of float members go word by word, and each
    // word takes the instructions of `send`.
    bool banked = false;
    double behind = 0; // bytes of 32-byte sectors that come from behind L1 in a clock; 0: as many as from L1
};

// What walks through windows load from: a cache, or at last the memory.
struct CacheLevel {
    double bytes = 0;   // the first: of each unit; 0: the memory
    double latency = 0; // clocks
    double lanes = 1;   // loads of 16 bytes that a unit gets in a clock
};

struct SimulatedProfile {
    std::string_view name;   // "nvidia"
    std::string_view device; // its name
    std::uint32_t vendorId = 0;
    std::uint32_t subgroupSize = 32;
    GpuProperties properties;
    LoadPath texelBuffer, storageBuffer, uniformBuffer, texelFetch, nearest, bilinear;
    std::array<CacheLevel, 5> levels; // the fastest first; those behind the memory are not used
    // The factor by which a storage buffer's loads take longer under all strategies but `set`.
    double otherStrategies = 1;
    // Storage buffers and textures share one unit, as on AMD's GPUs.
    bool oneUnit = false;
};

std::span<const SimulatedProfile> simulatedProfiles();

// Every load hits L1, except loads of own windows. Windows of wide loads cost what their width implies.
//
// Mixed loads. A GPU has three units for loads: one for storage buffers, one for texel buffers and textures (`oneUnit`:
// the same one), and one for constants. Each is busy for the sum of the issue clocks of its own loads. All three work
// at the same time, and so do the arithmetic units, for the sum of all loads' arithmetic: the busiest counts. Latency
// is the longest of any load. With the property `addsUp`, that share of the other units' work is added to the busiest
// one's; 1 is like a CPU, where everything adds up. This also holds for rows of one kind of load.
LoadCost injectedCost(const SimulatedProfile& profile, const BoundRow& bound);

// What a walk's loads take on average, from the levels that hold parts of the window: a cache keeps what was loaded
// last, the upper end of the window, and of a chain that goes through all of a window that is too large nothing.
CacheLevel injectedLevel(const SimulatedProfile& profile, const WalkDispatch& dispatch);

} // namespace vkperftest
