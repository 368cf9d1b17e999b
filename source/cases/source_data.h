// What the kernels read: for each resource its size and its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "cases/format.h"

namespace vkperftest {

enum class ResourceKind {
    TexelBuffer,
    StorageBuffer,
    UniformBuffer,
    Texture,
    PushConstants,
    StorageTexelBuffer,
    StorageImage,
    SpecializationConstants, // 32-bit ones, numbered from 0
};

std::string_view resourceKindName(ResourceKind kind); // "storage buffer"

// Where a buffer lies; images lie in device-local memory.
enum class MemoryKind {
    DeviceLocal,
    Bar,        // device-local, and the host can write to it: of cards, through their PCI BAR
    HostCached, // the host's caches hold it, too
};

std::string_view memoryKindName(MemoryKind kind); // "host-cached"

// Whether a descriptor binds it: neither push constants nor specialization constants.
bool hasDescriptor(ResourceKind kind);

// Of texels in a buffer, or in an image, whether shaders may write to them or not.
bool isTexelBuffer(ResourceKind kind);
bool isImage(ResourceKind kind);

// Of an image. All but the last two are walked over like the plane of 32 x 32 texels, whose rows lie one
// after another in a line, in two layers or slices of 16 rows, or in a cube's face +Y.
enum class ImageShape { Plane, Line, Layers, Volume, Cube, LinearTiled, TwoLevels };

std::string_view imageShapeName(ImageShape shape); // "2D array"

// Whether rows lie elsewhere than in a plane, so that kernels address them in another way.
constexpr bool hasOwnAddresses(ImageShape shape) {
    return shape >= ImageShape::Line && shape <= ImageShape::Cube;
}

// A resource that a row's kernel reads. Rows with equal descriptions share one resource.
struct SourceResource {
    ResourceKind kind = ResourceKind::TexelBuffer;
    Format format = Format::
        RGBA8; // of the texels, or else of the values: R16F, R32F to RGBA32F, R32UI, RG32UI (also of 64 bits)
    std::uint32_t elements = 0; // of `bytesPerElement` each; of compressed formats blocks
    std::uint32_t bytesPerElement = 0;
    std::uint32_t period = 0;             // the values repeat after this many; 0: they do not
    ImageShape shape = ImageShape::Plane; // of images
    // Of an array: those of each begin descriptorsApart() elements after those of the one before.
    std::uint32_t descriptors = 1;
    MemoryKind memory = MemoryKind::DeviceLocal;

    std::uint32_t bytes() const { return elements * bytesPerElement; }
    // 256 bytes, a multiple of every alignment that Vulkan lets a device require; of images two rows.
    std::uint32_t descriptorsApart() const;
    std::size_t bytesApart() const { return std::size_t{descriptorsApart()} * bytesPerElement; }
    // The resource of one descriptor, with as many elements as every one has.
    SourceResource ofOneDescriptor() const;
    bool operator==(const SourceResource&) const = default;
};

constexpr std::uint32_t kBufferElements = 1024; // of typed, structured and constant buffers
constexpr std::uint32_t kTextureSize = 32;      // texels an axis

// A sampled image of that shape. The texels of its layers, faces or levels follow one another.
SourceResource texels(Format format, ImageShape shape = ImageShape::Plane);

// The first texel that kernels may read: of a cube's face +Y.
std::uint32_t firstTexelOf(ImageShape shape);

// 16 KB of words in a storage buffer, each one float, or a part of a vector of floats, or two halves.
SourceResource rawWords(Format format = Format::R32F);

// Value number `index`, counted element by element and channel by channel, and from the first again after the
// last one: pseudo-random, one of those that the format's data consist of (of PerfTest's formats, 0 or 1).
std::int32_t sourceValue(const SourceResource& resource, std::uint32_t index);

// The bytes to upload: `resource.bytes()` of them, encoded in its format.
std::vector<std::byte> sourceBytes(const SourceResource& resource);

} // namespace vkperftest
