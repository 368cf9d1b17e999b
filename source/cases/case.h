// One row of a suite: what it loads, and how. Names, ids and kernel keys are built from the fields, never
// typed, so that a label cannot disagree with what runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/compile_settings.h"
#include "cases/operation.h"

namespace vkperftest {

// At which elements the invocations of a workgroup begin to read or to write (shaders/pattern.hlsli):
// PerfTest's three, then those of other suites.
enum class Pattern {
    Uniform,
    Linear,
    Random,
    Stride2, // lanes lie so many elements apart; every 64 invocations begin again at the first element
    Stride4,
    Stride8,
    Stride16,
    Stride32,
    Stride64,
    Reversed,    // linear from the last invocation to the first
    Hashed,      // anywhere in 512 elements, or in 16 x 16 texels
    PerSubgroup, // one element for all lanes of a subgroup; of loads: for every 64 invocations
    Scattered,   // of stores: each invocation in a cache line of its own, neighbours far from one another
    Coinciding,  // as Uniform, but no compiler can know it: the bin of a histogram that all add to
    LoopCounter, // as Uniform, and a compiler knows all addresses: they are the loop's counter alone
    Stride5,     // as the strides above: rows of tiles in shared memory, padded against bank conflicts
    Stride6,
    Stride9,
    Stride10,
    Stride11,
    Stride12,
    Stride17,
    Stride18,
    Stride20,
    Stride22,
    Stride24,
    Stride33,
};

// Invocations after which strides begin again, and that PerSubgroup gives one element: the most lanes of a
// subgroup that these patterns allow for.
constexpr std::uint32_t kPatternSpan = 64;

// Elements from lane to lane of strides: 2 to 64; 0 of other patterns.
std::uint32_t strideOf(Pattern pattern);

constexpr bool isPerfTests(Pattern pattern) {
    return pattern <= Pattern::Random;
}

// Whether all lanes of a subgroup load from one address, and the compiler can know it.
constexpr bool sharesAddress(Pattern pattern) {
    return pattern == Pattern::Uniform || pattern == Pattern::PerSubgroup || pattern == Pattern::LoopCounter;
}

// How an invocation gets its 256 values (shaders/technique.hlsli). Rows of one operation and pattern end with
// the same sums under every technique except PerLane and No-load control.
enum class Technique {
    Direct,    // it does all loads itself, several in flight
    Dependent, // the same with one load in flight: what latency costs where nothing hides it
    Shuffle,   // each lane of a subgroup loads one element and hands it to the others
    Broadcast, // four lanes, known at compile time, load one element each and hand it to the others
    Reduce,    // each lane adds up its share of the elements, then one sum over the subgroup: the ceiling
    PerLane,   // direct, with sums that differ from lane to lane, so that no addition serves several lanes
    NoLoads,   // direct, with a value held in registers instead of every load: the cost of all else
};

struct Case {
    Operation operation;
    Pattern pattern = Pattern::Uniform;
    Technique technique = Technique::Direct;
    std::uint32_t subgroupSize = 0; // demanded (VK_EXT_subgroup_size_control); 0: the driver's choice
    // Demanded, whatever the run's: only rows of the suite "robustness" demand any.
    Robustness robustness = Robustness::Off;

    bool operator==(const Case&) const = default;
};

// What all kernels of rows have in common.
constexpr std::uint32_t kInvocationsPerGroup = 256;
constexpr std::uint32_t kLoadsPerInvocation = 256;
constexpr std::uint64_t kLoadsPerGroup = std::uint64_t{kInvocationsPerGroup} * kLoadsPerInvocation;

// Of rows that only write: workgroups take turns at so many places of the destination.
constexpr std::uint32_t kWriteSlots = 4;

// How many loads an iteration of the row's kernel does before the first of their values is used (IN_FLIGHT in
// shaders/).
std::uint32_t loadsPerIteration(const Case& row);

// The same for a load whose facts are known. `windowedBytes`: the bytes of its element if it cycles through a
// window (Traversal), otherwise 0.
std::uint32_t loadsPerIteration(Technique technique, std::uint32_t windowedBytes);

// The rows that each load alone what a row of mixed loads loads together, one for each load of an iteration
// (Operation::parts): load number n of an invocation is load number n of part n mod their number. Of another
// row the row itself.
std::vector<Case> partsOf(const Case& row);

// The row as it runs under settings for all rows, which its own take precedence over.
Case underSettings(Case row, const CompileSettings& all);

// What settings add to a row's name: "robustness 2", "no checks", "subgroup 16".
std::vector<std::string> settingWords(const CompileSettings& settings);

std::string_view patternName(Pattern pattern);
std::string_view techniqueName(Technique technique);         // "shuffle"
std::string_view descriptorIndexName(DescriptorIndex index); // "per lane"

// Whether the technique's kernel adds up a value held in registers instead of loads.
bool isWithoutLoads(Technique technique);

// PerfTest's label: "ByteAddressBuffer.Load2 unaligned linear"; then what PerfTest does not have:
// "ByteAddressBuffer.Load4 uniform, shuffle, subgroup 16", "Buffer<RGBA32f>.Load linear, robustness 2" or
// "…, no checks", "ByteAddressBuffer.Load<float5> linear, offset 12", "StructuredBuffer<24 bytes>.Load linear, own
// window".
std::string caseName(const Case& row);

// For scripts; ASCII letters, digits and '-': "raw-load2-unaligned-linear",
// "raw-load4-uniform-shuffle-subgroup16".
std::string caseId(const Case& row);

// What pattern and technique add to an operation's kernel: "linear", "uniform.shuffle".
std::string kernelVariant(const Case& row);

// Key of the kernel that the row runs if descriptors are bound (kernels/catalogue.h); cases/binding.h knows
// the kernel under each strategy.
std::string kernelKey(const Case& row);

// What the row reads, and through what: "texel buffer R8, 1024 bytes"; of mixed loads each resource once,
// separated by semicolons.
std::string sourceText(const Case& row);

} // namespace vkperftest
