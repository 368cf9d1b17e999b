// What the kernels read: for each resource its size and its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "cases/format.h"

namespace vkperftest {

enum class ResourceKind { TexelBuffer, StorageBuffer, UniformBuffer, Texture, PushConstants };

std::string_view resourceKindName(ResourceKind kind); // "storage buffer"

// A resource that a row's kernel reads. Rows with equal descriptions share one resource.
struct SourceResource {
    ResourceKind kind = ResourceKind::TexelBuffer;
    Format format = Format::RGBA8; // of the texels, or else of the values: R16F, R32F to RGBA32F
    std::uint32_t elements = 0;    // of `bytesPerElement` each
    std::uint32_t bytesPerElement = 0;
    std::uint32_t period = 0; // the values repeat after this many; 0: they do not

    std::uint32_t bytes() const { return elements * bytesPerElement; }
    bool operator==(const SourceResource&) const = default;
};

constexpr std::uint32_t kBufferElements = 1024; // of typed, structured and constant buffers
constexpr std::uint32_t kTextureSize = 32;      // texels an axis

// 16 KB of words in a storage buffer, each one float, or a part of a vector of floats, or two halves.
SourceResource rawWords(Format format = Format::R32F);

// Value number `index`, counted element by element and channel by channel, and from the first again after the
// last one: 0 or 1, pseudo-random, which every format holds exactly.
std::uint32_t sourceValue(const SourceResource& resource, std::uint32_t index);

// The bytes to upload: `resource.bytes()` of them, encoded in its format.
std::vector<std::byte> sourceBytes(const SourceResource& resource);

} // namespace vkperftest
