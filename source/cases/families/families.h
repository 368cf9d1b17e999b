// The families: the kinds of load that rows are made of. Each has one line here, one file with everything
// particular to it, and a kernel of its own in shaders/, whose comment says what it measures.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cases/operation.h"

namespace vkperftest {

Operation typedLoad(Format format);                                   // Buffer<F>.Load
Operation integerLoad(Format format);                                 // the same of R32UI or R32I
Operation rawLoad(std::uint32_t width, std::uint32_t byteOffset = 0); // ByteAddressBuffer.Load…Load4
Operation structuredLoad(std::uint32_t width);                        // StructuredBuffer<float…float4>.Load
Operation constantLoad();                                             // cbuffer{float4} load
Operation shortConstantLoad();                                        // cbuffer{float4[16]} load
Operation pushedLoad();                                               // push constants{float4} load
Operation textureLoad(Format format);                                 // Texture2D<F>.Load
Operation nearestSample(Format format);                               // Texture2D<F>.Sample(nearest)
Operation bilinearSample(Format format);                              // Texture2D<F>.Sample(bilinear)
// ByteAddressBuffer.Load<T>, T being 2 to 16 floats (R32F) or halves (R16F).
Operation vectorLoad(Format element, std::uint32_t width, std::uint32_t byteOffset = 0);
// The same, an odd number of words apart: the smallest such distance that holds the vector. So vectors are
// aligned to only 4 bytes, and lanes that load word by word do not meet on a bank.
Operation looseVectorLoad(Format element, std::uint32_t width);
// StructuredBuffer<T>.Load, with T of `stride` bytes. Its members are floats (R32F), of which up to 20 bytes
// are read, float2 (RG32F, up to 24 bytes) or float4 (RGBA32F, up to 32); the stride is a multiple of a
// member's size.
Operation stridedLoad(std::uint32_t stride, CachePlace place = CachePlace::InsideL1,
                      Format member = Format::R32F);
Operation
splitLoad(CachePlace place = CachePlace::InsideL1); // the same 20 bytes from arrays of float3 and of float2
Operation rawCopy(std::uint32_t width);        // ByteAddressBuffer, a 4x4 matrix by Load (1) or Load4 (4)
Operation structuredCopy(std::uint32_t width); // StructuredBuffer<float4 (4) or float4x4 (16)>, the same

// What families share.

// "Load" or "Load3", "float" or "float3".
std::string numbered(std::string_view name, std::uint32_t width);

// CachePlace, source and traversal of arrays of elements of `bytes` bytes, made of `member`s.
//
// Inside L1: consecutive invocations and loads read consecutive elements, as many as 12,000 bytes hold (that
// number divides 256 for no stride). Own window: each load skips the 256 elements that the workgroup has just
// read, so a workgroup reads a window of 65,536 elements, each once. The windows begin at different places of
// an array of 12 to 16 MB. What the few workgroups of a unit have left in its L1 is about a fiftieth of that at
// most, even if L1 has 256 KB, so hardly any of them finds there what another has loaded. The values repeat
// after 256 KB, so all windows have the same sums.
Operation elementLoads(std::uint32_t bytes, CachePlace place, Format member = Format::R32F);

} // namespace vkperftest
