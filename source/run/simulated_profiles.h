// The GPUs that can be simulated: what they are made of, and what each row costs on them, the planted truth.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "cases/bound_row.h"
#include "run/simulated_gpu.h"

namespace vkperftest {

// How the loads of one kind go through a unit. A load of one channel runs at the rate of its pattern; wider
// ones are slowed down, whatever their pattern, until no more bytes or channels return in a clock than given.
struct LoadPath {
    double uniform = 1, linear = 1, random = 1; // lanes a clock
    double bytes = 0;                           // a clock; 0: no limit
    double channels = 0;                        // a clock; 0: no limit
    double latency = 0;                         // clocks
    double address = 0;                         // arithmetic instructions of the loop that a floor has, too
    double send = 0; // those that only a load needs: the rest of its address, the slot that it is issued in
    // Raw loads, and those of elements of floats, go word by word: each word takes those instructions, and a
    // linear load's words meet on the same banks of 4 bytes where elements lie an even number of words apart,
    // and on more lines the further apart they lie.
    bool rawByWord = false;
    double behind = 0; // bytes of 32-byte sectors that come from behind L1 in a clock; 0: as many as from L1
};

struct SimulatedProfile {
    std::string_view name;   // "nvidia"
    std::string_view device; // "Simulated GPU shaped like a GeForce RTX 4090"
    std::uint32_t subgroupSize = 32;
    GpuProperties properties;
    LoadPath texelBuffer, storageBuffer, uniformBuffer, texelFetch, nearest, bilinear;
    // How many times as long a load of a storage buffer takes under every other strategy than `set`.
    double otherStrategies = 1;
};

std::span<const SimulatedProfile> simulatedProfiles();

// Every load is a hit in L1 but those of own windows; copies and windows of wide loads cost what their width
// says.
LoadCost plantedCost(const SimulatedProfile& profile, const BoundRow& bound);

// A property that a script may change, and the values that mean something.
struct PropertyOfGpu {
    std::string_view name; // "groups-per-unit"
    double GpuProperties::*value = nullptr;
    double least = 0, most = 0;
};

// A usage error that lists the names if there is none of that name.
Result<const PropertyOfGpu*> findProperty(std::string_view name);

} // namespace vkperftest
