// One memory access of a compute shader, with what a compiler may make of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "addresses/control_flow.h"
#include "addresses/lane_pattern.h"
#include "frontend/place.h"

namespace vkperftest {

enum class ShaderMemory : std::uint8_t {
    StorageBuffer,
    UniformBuffer,
    PushConstants,
    Address, // a buffer reference
    TexelBuffer,
    Texture,  // 2D, read without a sampler
    Sampled,  // 2D, read with a sampler
    Gathered, // a texture of any kind: one channel of four texels
    OtherImage,
    StorageImage,
    Shared,
};

enum class ShaderAccess : std::uint8_t { Load, Store, Atomic };

// The most bytes that one instruction brings: for each lane its own, or the same for all.
inline constexpr std::uint32_t kMostForLane = 16, kMostForAll = 64;

// One access of the source; neighbouring words and vectors that are loaded together are one of up to 16
// bytes.
struct ShaderLoad {
    ShaderMemory memory = ShaderMemory::StorageBuffer;
    ShaderAccess access = ShaderAccess::Load;
    std::string variable;        // its name; may be empty
    std::uint32_t bytes = 0;     // that a lane uses; 0 for images and where it is not known
    std::uint32_t channels = 0;  // of images: that a lane uses
    bool words = false;          // 32-bit words of an array of words, as in byte-address buffers
    std::uint64_t alignment = 1; // of the place within its buffer, as far as the code shows it
    bool misaligned = false;     // it is certainly not a multiple of the bytes
    LanePattern pattern = LanePattern::Unknown;
    std::size_t loop = kNoNumber; // the innermost around it
    bool always = false;          // in every iteration; outside of loops: in every invocation
    bool moves = true;            // its place changes with the iterations, as far as there are any
    bool repeats = false; // a compiler may still have the value, of another iteration or loop, or a store
    bool needed = true;   // each iteration that runs it needs its value (needed_values.h)
    // Of the bytes, those that no load before it in the loop brings, in this iteration or in another one.
    std::uint32_t fresh = 0;
    // Its bytes lie so close to others which the loop loads that one instruction may bring both.
    bool together = false;
    std::vector<Place> places; // in the source, each once
};

} // namespace vkperftest
