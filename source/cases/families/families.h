// The families: the kinds of load that rows are made of. Each has one line here, one function with everything
// particular to it, and a kernel of its own in shaders/, whose comment says what it measures.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cases/operation.h"

namespace vkperftest {

Operation typedLoad(Format format);                                   // Buffer<F>.Load
Operation rawLoad(std::uint32_t width, std::uint32_t byteOffset = 0); // ByteAddressBuffer.Load…Load4
// The first 4 * width bytes of elements `stride` bytes apart, of which a compiler can prove it: Load4(16 * i).
Operation provableRawLoad(std::uint32_t width, std::uint32_t stride);
Operation structuredLoad(std::uint32_t width); // StructuredBuffer<float…float4>.Load
Operation fourArraysLoad(); // the same four words of an element, each from an array of its own
Operation constantLoad();   // cbuffer{float4} load
Operation shortConstantLoad(std::uint32_t elements = 16); // cbuffer{float4[16]} load, or of [4]
Operation pushedLoad();                                   // push constants{float4} load
Operation specializedLoad();                              // specialization constants{float4} load
// groupshared{float…float4} load, of lanes that many elements apart.
Operation sharedLoad(std::uint32_t width, std::uint32_t apart = 1);
Operation textureLoad(Format format);    // Texture2D<F>.Load
Operation nearestSample(Format format);  // Texture2D<F>.Sample(nearest)
Operation bilinearSample(Format format); // Texture2D<F>.Sample(bilinear)
// Texture2D<F>.Sample or Gather: with any sampler, of which the two above are the matrix's.
Operation sample(Format format, Sampler sampler);
// The same load or sample from an image of another shape: Texture1D<F>.Load, TextureCube<F>.Sample(bilinear).
Operation ofShape(Operation load, ImageShape shape);
// buffer{u8vec4} load: one, two or four values of 8 or 16 bits (R8UI, R16UI, R16F), of which a buffer holds
// as many as a structured one holds elements.
Operation narrowLoad(Format element, std::uint32_t width);
// The same values from a buffer of 32-bit words: buffer{u8vec4} unpacked load.
Operation unpacked(const Operation& narrow);
// narrowLoad of R8UI or R16F, of which each workgroup reads a window of its own.
Operation narrowStream(Format element, std::uint32_t width);
std::string narrowBuffer(Format element, std::uint32_t width); // what they load from: "buffer{u8vec4}"
// ByteAddressBuffer.Load of a texel that the shader unpacks, and of which lanes hand one another the packed word.
Operation packedLoad();
// buffer{uint64_t} or {u64vec2} load: rawLoad's two or four words.
Operation longLoad(std::uint32_t width);
// ByteAddressBuffer.Load<T>, T being 2 to 16 floats (R32F) or halves (R16F).
Operation vectorLoad(Format element, std::uint32_t width, std::uint32_t byteOffset = 0);
// The same, an odd number of words apart: the smallest such distance that holds the vector. So vectors are
// aligned to only 4 bytes, and lanes that load word by word do not meet on a bank.
Operation looseVectorLoad(Format element, std::uint32_t width);
// The same words, two to four, of every 64 bytes from `offset` on, both of which a compiler knows:
// Load4(20 + 64 * i).
Operation offsetLoad(std::uint32_t width, std::uint32_t offset);
// StructuredBuffer<T>.Load, with T of `stride` bytes. Its members are floats (R32F), of which up to 20 bytes
// are read, float2 (RG32F, up to 24 bytes) or float4 (RGBA32F, up to 32); the stride is a multiple of a
// member's size.
Operation stridedLoad(std::uint32_t stride, CachePlace place = CachePlace::InsideL1,
                      Format member = Format::R32F);
// The same, with T read as a whole: 20 bytes of floats, 24 of float2, or 32, 48 or 64 of float4.
Operation structLoad(std::uint32_t bytes);
Operation
splitLoad(CachePlace place = CachePlace::InsideL1); // the same 20 bytes from arrays of float3 and of float2
// The same load through the writable counterpart of its resource, to which nothing is written: RWBuffer<F>.Load,
// RWByteAddressBuffer.Load…Load4, RWStructuredBuffer<float…float4>.Load, RWTexture2D<F>.Load. Their formats
// are not of integers.
Operation writable(Operation load);
// The same load through one of eight descriptors in an array, by what its index is known to be:
// StructuredBuffer<float4>, Buffer<F> of 4 bytes and 4 channels, Texture2D<F> of one channel.
Operation indexedLoad(Operation load, DescriptorIndex index);
// The same load from a buffer in that memory. Strategies without a buffer (inline) have no such row.
Operation inMemory(Operation load, MemoryKind memory);
Operation rawStore(std::uint32_t width,
                   std::uint32_t apart = 0); // RWByteAddressBuffer.Store, every so many bytes
// Stores of whole elements: RWStructuredBuffer<uint…uint4>, RWBuffer<R32ui…> or RWTexture2D<R32UI…>.
Operation elementStore(LoadKind kind, std::uint32_t width);
// buffer{u8vec4} store: one, two or four values of 8 or 16 bits (R8UI, R16UI).
Operation narrowStore(Format element, std::uint32_t width);
// groupshared{uint…uint4} store, of lanes that many elements apart.
Operation sharedStore(std::uint32_t width, std::uint32_t apart = 1);
// InterlockedAdd and others on words of a raw or structured buffer, of texels, or of shared memory. Words of
// structured buffers may also be floats (R32F), which can only be added, or 64-bit integers (RG32UI).
Operation atomicOperation(LoadKind kind, Atomic atomic, bool usesResult, Format word = Format::R32UI);
// Four loads of other families in one iteration, of two to four kinds.
Operation mixedLoads(std::vector<Operation> parts);

// "Load" or "Load3", "float" or "float3".
std::string numbered(std::string_view name, std::uint32_t width);

} // namespace vkperftest
