// One row of a suite: what it loads, and how. Names, ids and kernel keys are built from the fields, never
// typed, so that a label cannot disagree with what runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cases/operation.h"

namespace vkperftest {

// At which elements the invocations of a workgroup begin to read (shaders/pattern.hlsli).
enum class Pattern { Uniform, Linear, Random };

// How an invocation gets its 256 values (shaders/technique.hlsli). Rows of one operation and pattern end with
// the same sums under every technique except PerLane and the floors.
enum class Technique {
    Direct,    // it does all loads itself, several in flight
    Serial,    // the same with one load in flight: what latency costs where nothing hides it
    Shuffle,   // each lane of a subgroup loads one element and hands it to the others
    Broadcast, // four lanes, known at compile time, load one element each and hand it to the others
    Reduce,    // each lane adds up its share of the elements, then one sum over the subgroup: the ceiling
    PerLane,   // direct, with sums that differ from lane to lane, so that no addition serves several lanes
    Floor,     // direct, with a value held in registers instead of every load: the cost of all else
    Heavier, // direct, with more arithmetic beside each load (shaders/heavier.hlsli): does that slow it down
    HeavierFloor, // the floor with the same extra arithmetic: what that costs
};

struct Case {
    Operation operation;
    Pattern pattern = Pattern::Uniform;
    Technique technique = Technique::Direct;
    std::uint32_t subgroupSize = 0; // demanded (VK_EXT_subgroup_size_control); 0: the driver's choice

    bool operator==(const Case&) const = default;
};

// What all kernels of rows have in common.
constexpr std::uint32_t kInvocationsPerGroup = 256;
constexpr std::uint32_t kLoadsPerInvocation = 256;
constexpr std::uint64_t kLoadsPerGroup = std::uint64_t{kInvocationsPerGroup} * kLoadsPerInvocation;

// The copies (shaders/copy_loop.hlsli): an invocation copies 16 matrices of 16 words; each word counts as one
// of its 256 loads. Workgroups take turns at `kCopySlots` places of the destination.
constexpr std::uint32_t kWordsPerMatrix = 16;
constexpr std::uint32_t kCopiesPerInvocation = kLoadsPerInvocation / kWordsPerMatrix;
constexpr std::uint32_t kCopySlots = 4;

// How many loads an iteration of the row's kernel does before the first of their values is used (IN_FLIGHT in
// shaders/); for copies: matrices.
std::uint32_t loadsPerIteration(const Case& row);

// The same for a load whose facts are known. `windowedBytes`: the bytes of its element if it cycles through a
// window (Traversal), otherwise 0.
std::uint32_t loadsPerIteration(Technique technique, bool copies, std::uint32_t windowedBytes);

// What the technique Heavier adds to a load: one addition of floats and one operation on integers. More would
// exceed what the loads of some rows hide.
constexpr std::uint32_t kHeavierOperations = 2;

std::string_view patternName(Pattern pattern);
std::string_view techniqueName(Technique technique); // "shuffle"

// Whether the technique's kernel adds up a value held in registers instead of loads.
bool isWithoutLoads(Technique technique);

// PerfTest's label: "ByteAddressBuffer.Load2 unaligned linear"; then what PerfTest does not have:
// "ByteAddressBuffer.Load4 uniform, shuffle, subgroup 16", "ByteAddressBuffer.Load<float5> linear, offset
// 12", "StructuredBuffer<24 bytes>.Load linear, own window".
std::string caseName(const Case& row);

// For sentences: "Buffer<R8> linear" for "Buffer<R8>.Load linear"; other names are unchanged.
std::string shortName(const Case& row);

// For scripts; ASCII letters, digits and '-': "raw-load2-unaligned-linear",
// "raw-load4-uniform-shuffle-subgroup16".
std::string caseId(const Case& row);

// What pattern and technique add to an operation's kernel: "linear", "uniform.shuffle". For copies only the
// technique, since their pattern is always linear.
std::string kernelVariant(const Case& row);

// Key of the kernel that the row runs if descriptors are bound (kernels/catalogue.h); cases/bound_row.h knows
// the kernel under each strategy.
std::string kernelKey(const Case& row);

// What the row reads, and through what: "texel buffer R8, 1024 bytes".
std::string sourceText(const Case& row);

} // namespace vkperftest
