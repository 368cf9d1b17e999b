// What the units of a GPU's cores do in one clock, by public sources, and how long a unit takes for a row's
// load by that.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/enum_table.h"
#include "model/device_record.h"
#include "model/run_result.h"

namespace vkperftest {

enum class Unit {
    L1,             // bytes that it returns
    TextureLoads,   // lanes, of texels without a filter; on AMD's GPUs of any load but scalar ones
    TextureSamples, // lanes, with a bilinear filter
    SharedMemory,   // bytes of different words
    Shuffle,        // lanes that get a word of another lane
    Constants,      // different addresses of a subgroup's load
};

inline constexpr auto kUnitNames =
    enumTable<Unit, std::string_view>({"L1", "texture", "texture", "shared memory", "shuffle", "constants"});
inline constexpr auto kUnitMeasures = enumTable<Unit, std::string_view>( // what its rate counts
    {"bytes", "loads", "samples", "bytes", "lanes", "addresses"});

struct UnitRate {
    std::string_view architectures; // names, with '|' between them
    Unit unit = Unit::L1;
    double perClock = 0; // of a core
    std::string_view source;
};

std::span<const UnitRate> unitRates();

// Null where no public source is known. And all that are known, in the order of units.
const UnitRate* rateOf(const DeviceRecord& device, Unit unit);
std::vector<const UnitRate*> ratesOf(const DeviceRecord& device);

// What its vendor calls the device's core, as far as its rates are known: "multiprocessor".
std::string_view coreName(const DeviceRecord& device);

// A unit's clocks for one load of a subgroup: the least that the load can take as today's compilers make it.
struct UnitTime {
    Unit unit = Unit::L1;
    double clocks = 0;
    bool isWhole = false; // nothing else of the load path takes longer: neither a conflict nor a miss
};

// The time of the unit that takes longest for the load; nothing where no rate is known. `promised`: the alignment that
// addresses promise, 0: as the resource does.
//
// NVIDIA's L1 has 32 banks of 4 bytes. In one clock it takes a load of 128 bytes: of 32 lanes with 4 bytes,
// 16 with 8, or 8 with 16 (CUDA programming guide). Of lanes that read different words of one bank, each waits
// for the one before; lanes that read the same word do not. Four tags are looked up in a clock (NVIDIA's forum, thread
// 49571, on Volta), four neighbouring lines at a time: n lines lie in (n + 3) / 4 groups on average. Whole structured
// elements take one load; of raw loads and members no compiler knows the alignment, so that each word takes one.
std::optional<UnitTime> unitTime(const DeviceRecord& device, const LoadFacts& load, std::uint32_t promised);

// Of a subgroup, as far as known; the load may demand a number.
std::uint32_t lanesOf(const DeviceRecord& device, const LoadFacts& load);

} // namespace vkperftest
