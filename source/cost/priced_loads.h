// What a shader's loads cost at least on a device whose rows were measured.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "addresses/shader_loads.h"
#include "base/result.h"
#include "cost/measured_loads.h"

namespace vkperftest {

// Why a load does not count in its loop's cost.
enum class NotCounted : std::uint8_t {
    Counted,     // it does
    Conditional, // it does not run in every iteration
    Still,       // it reads the same place in every iteration, so a compiler may move it out of the loop
    Repeated,    // a compiler may still have the value (ShaderLoad::repeats)
    Unneeded,    // not every iteration needs its value (ShaderLoad::needed)
    Store,
    Atomic,
    NotMeasured, // no row loads this kind, size or pattern
    NotKnown,    // its rows show no least time
};

struct PricedLoad {
    const ShaderLoad* load = nullptr;
    NotCounted notCounted = NotCounted::Counted;
    // The rows that it may be: several if the pattern, the alignment or the texels' format is not known.
    // `least`: for each part, the least of any of them; if they keep different parts busy, Own has the least
    // that any of them takes. `most`: the time of the slowest. Of one load of `invocations`.
    //
    // The least time of a load that may be joined with neighbours (ShaderLoad::together) is that of its own
    // bytes, as a share of the measured load whose bytes take the least, however wide it is. Where all lanes
    // may load one place, that is a load of kMostForAll bytes, which takes no less than the widest measured
    // one.
    std::vector<std::string> rows;
    LeastTimes least{};
    double most = 0;

    Nanoseconds longest() const; // of the part that it keeps busy longest
};

// What a loop's own loads cost, those of inner loops not included.
struct PricedLoop {
    std::size_t loop = kNoNumber;     // of ShaderLoads; none: what lies outside of loops
    std::vector<PricedLoad> loads;    // in the shader's order
    std::optional<Nanoseconds> least; // of an iteration of `invocations`; nothing if no load counts
    // The load with the largest share, if it is made of words whose alignment the code does not show: what
    // the loop costs if it is a structured buffer's.
    std::optional<Nanoseconds> ifAligned;
    const PricedLoad* largest = nullptr; // in the busiest part; null: no load counts
    double largestShare = 0;             // of the least time
};

// The format of a texel buffer's or a texture's texels, by its variable's name; "" stands for all others.
using TexelFormats = std::map<std::string, Format, std::less<>>;

// "NAME=FORMAT" or "FORMAT". A usage error lists the formats.
Result<void> addTexelFormat(const std::string& text, TexelFormats& formats);

// Loops with accesses only, in the shader's order; first what lies outside.
//
// A loop takes at least as long as its busiest part (GpuPart): the sum of the least times of the loads that
// keep this part busy. Times hold while there are enough workgroups to fill the device. `shader` must
// outlive the result.
std::vector<PricedLoop> priceLoads(const ShaderLoads& shader, const std::vector<MeasuredLoad>& rows,
                                   const TexelFormats& formats, std::uint32_t invocations);

} // namespace vkperftest
