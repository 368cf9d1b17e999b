// How the kernels of wide elements go round in a window of their source (shaders/traversal_loop.hlsli), so
// that vectors of 64 bytes stay in L1, too, and arrays can also be larger than it.
#pragma once

#include <cstdint>

#include "cases/case.h"

namespace vkperftest {

// The push constant of that name. Addresses are bytes of raw buffers and numbers of elements of structured
// ones. Invocation i of a workgroup begins at its pattern's element, `unit` apart; every load lies `step`
// further, and what would reach the window's end goes on at its begin.
struct Traversal {
    std::uint32_t unit = 1;
    std::uint32_t step = 1;
    std::uint32_t window = 1; // of whole units
    // The workgroup begins up to so many steps ahead. The sums stay the same if 256 steps lead back, or if
    // the elements repeat after 256 steps (sourceResource).
    std::uint32_t spread = 0;
};

// Of a row that traverses().
//
// Vectors lie at multiples of their natural alignment, plus the row's byte offset, so that all loads of a row
// are misaligned alike, in a window of 12 KB: three quarters of the smallest L1 of desktop GPUs (16 KB, GCN
// and RDNA). It is no power of two, or 256 loads would lead every invocation over the same vectors and to the
// same sum.
//
// Elements inside L1: consecutive invocations and loads read consecutive elements, as many as 12,000 bytes
// hold (the number divides 256 for no stride). Outside: 65,536 elements, 1 MB at stride 16 and 8 MB at the
// largest; each load goes on by the 256 elements that the workgroup has just read, so that it reads every one
// once, and workgroups begin at different places, so that they do not find in L1 what others have loaded.
// Smaller strides have twice or four times as many elements, so that they hold 1 MB as well, more than any
// L1; a workgroup reads 65,536 of them, which repeat.
Traversal traversalOf(const Case& row);

// Elements that a workgroup reads outside L1.
constexpr std::uint32_t kOutsideElements = kInvocationsPerGroup * kLoadsPerInvocation;

// The smallest power of two of bytes that holds the row's vector, as compilers align vectors.
std::uint32_t naturalAlignment(const Case& row);

// Of SplitLoad: words of a float3 and of a float2, and the byte of the source at which the float2 begin:
// after all float3, where every device lets a storage buffer begin (its alignment is 256 bytes at most).
constexpr std::uint32_t kFirstWords = 3;
constexpr std::uint32_t kSecondWords = 2;
std::uint32_t secondPartOffset(const Case& row);

} // namespace vkperftest
