// One row of a suite: what it loads, and how. Names, ids and kernel keys are built from the fields, never
// typed, so that a label cannot disagree with what runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cases/format.h"

namespace vkperftest {

enum class Access {
    TypedLoad,         // Buffer<F>.Load
    RawLoad,           // ByteAddressBuffer.Load…Load4
    StructuredLoad,    // StructuredBuffer<T>.Load
    RawVector,         // ByteAddressBuffer.Load<T>, T a vector of 2 to 16 floats or halves
    StridedLoad,       // StructuredBuffer<T>.Load, T of so many bytes, of which up to 20 are read
    SplitLoad,         // the same 20 bytes out of two StructuredBuffers: one of float3, one of float2
    ConstantLoad,      // cbuffer{float4} load
    PushedLoad,        // push constants{float4} load
    ShortConstantLoad, // cbuffer{float4[16]} load
    RawCopy,           // ByteAddressBuffer, a 4x4 matrix by 4 Load4 or 16 Load, to another buffer
    StructuredCopy,    // StructuredBuffer<float4 or float4x4>, a 4x4 matrix to another buffer
    TextureLoad,       // Texture2D<F>.Load
    SampleNearest,     // Texture2D<F>.Sample(nearest)
    SampleBilinear,    // Texture2D<F>.Sample(bilinear)
};

enum class Pattern { Uniform, Linear, Random };

// How an invocation comes by its 256 values (shaders/technique.hlsli). Rows of one resource that differ in
// this alone end with the same sums, but for the last two.
enum class Technique {
    Direct,    // it does all loads itself
    Shuffle,   // each lane of a subgroup loads one element and hands it to the others
    Broadcast, // four lanes, known at compile time, load one element each and hand it to the others
    Reduce,    // each lane adds up its share of the elements, then the subgroup its lanes: the ceiling
    PerLane,   // direct, with sums that differ from lane to lane, so that no addition serves several
    Floor,     // direct, with a value held in registers in place of every load: the cost of all else
};

struct Case {
    Access access = Access::TypedLoad;
    Format format = Format::RGBA8; // typed buffers and textures; vectors: R32F or R16F; others hold floats
    std::uint32_t width = 4;       // values or 32-bit words of one load; of a format: its channels
                                   // (StructuredCopy: 16 is a whole matrix)
    std::uint32_t byteOffset = 0;  // raw buffers: 4 for the unaligned rows
    std::uint32_t stride = 0;      // bytes from one element to the next, of StridedLoad
    bool outsideL1 = false; // StridedLoad, SplitLoad: the elements do not fit into any L1 (traversal.h)
    Pattern pattern = Pattern::Uniform;
    Technique technique = Technique::Direct;
    std::uint32_t subgroupSize = 0; // demanded (VK_EXT_subgroup_size_control); 0: the driver's choice

    bool operator==(const Case&) const = default;
};

// Shared by every kernel of the matrix.
constexpr std::uint32_t kInvocationsPerGroup = 256;
constexpr std::uint32_t kLoadsPerInvocation = 256;
constexpr std::uint64_t kLoadsPerGroup = std::uint64_t{kInvocationsPerGroup} * kLoadsPerInvocation;

// Of the copies (shaders/copy_loop.hlsli): an invocation copies 16 matrices of 16 words, so that its 256
// loads are its words. Workgroups take turns at `kCopySlots` places of the destination.
constexpr std::uint32_t kWordsPerMatrix = 16;
constexpr std::uint32_t kCopiesPerInvocation = kLoadsPerInvocation / kWordsPerMatrix;
constexpr std::uint32_t kCopySlots = 4;

bool readsTexture(Access access);
bool samples(Access access);
bool traverses(Access access); // its kernel goes round in a window: cases/traversal.h
bool copies(Access access);

std::string_view patternName(Pattern pattern);
std::string_view techniqueName(Technique technique); // "shuffle"

// PerfTest's label without the pattern: "ByteAddressBuffer.Load2 unaligned". Rows of one operation and
// pattern have one floor.
std::string operationName(const Case& row);

// PerfTest's label: "ByteAddressBuffer.Load2 unaligned linear"; then what PerfTest does not have:
// "ByteAddressBuffer.Load4 uniform, shuffle, subgroup 16", "ByteAddressBuffer.Load<float5> linear, offset
// 12", "StructuredBuffer<24 bytes>.Load linear, outside L1".
std::string caseName(const Case& row);

// For scripts; ASCII letters, digits and '-': "raw-load2-unaligned-linear",
// "raw-load4-uniform-shuffle-subgroup16".
std::string caseId(const Case& row);

// Key of the kernel that the row runs where descriptors are bound (kernels/catalogue.h); cases/target.h knows
// which one each strategy takes.
std::string kernelKey(const Case& row);

} // namespace vkperftest
