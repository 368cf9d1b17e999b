// What the kernels read: for each resource its size and its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "cases/case.h"

namespace vkperftest {

enum class ResourceKind { TexelBuffer, StorageBuffer, UniformBuffer, Texture, PushConstants };

std::string_view resourceKindName(ResourceKind kind); // "storage buffer"

// A resource that a row's kernel reads. Rows with equal descriptions share one resource.
struct SourceResource {
    ResourceKind kind = ResourceKind::TexelBuffer;
    Format format = Format::RGBA8; // of texel buffers and textures; of others what they hold: R32F or R16F
    std::uint32_t elements = 0;    // of `bytesPerElement` each
    std::uint32_t bytesPerElement = 0;
    std::uint32_t period = 0; // elements after which the values repeat; 0: they do not

    std::uint32_t bytes() const { return elements * bytesPerElement; }
    bool operator==(const SourceResource&) const = default;
};

constexpr std::uint32_t kBufferElements = 1024; // of typed, structured and constant buffers
constexpr std::uint32_t kShortElements = 16;    // float4: 256 bytes, what every inline uniform block holds
constexpr std::uint32_t kPushedElements = 4;    // as many float4 as fit, beside others, in a power of two
constexpr std::uint32_t kRawBytes = 16 * 1024;  // and of what the copies read
constexpr std::uint32_t kOutsideBytes = 8 * 1024 * 1024; // of what lies outside L1
constexpr std::uint32_t kTextureSize = 32;               // texels an axis

SourceResource sourceResource(const Case& row);

// Channel `channel` of element `element` (row-major for textures; 32-bit word `element` of raw buffers, whose
// channel is 0): 0 or 1, pseudo-random, which every format holds exactly.
std::uint32_t sourceValue(const SourceResource& resource, std::uint32_t element, std::uint32_t channel);

// The bytes to upload: `resource.bytes()` of them, encoded in its format.
std::vector<std::byte> sourceBytes(const SourceResource& resource);

} // namespace vkperftest
