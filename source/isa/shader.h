// A compute shader as a driver's compiler takes it: SPIR-V, and what its pipeline's layout must hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/compile_settings.h"

namespace vkperftest {

enum class DescriptorKind : std::uint8_t {
    Sampler,
    SampledImage,
    CombinedImage, // with its sampler
    StorageImage,
    UniformTexels,
    StorageTexels,
    UniformBuffer,
    StorageBuffer,
    AccelerationStructure,
    DynamicUniformBuffer, // with a dynamic offset, which is 0
    DynamicStorageBuffer,
    InlineUniforms, // a uniform buffer's content in the set itself; its count is in bytes
};

constexpr bool isDynamic(DescriptorKind kind) {
    return kind == DescriptorKind::DynamicUniformBuffer || kind == DescriptorKind::DynamicStorageBuffer;
}

constexpr bool isImage(DescriptorKind kind) {
    return kind == DescriptorKind::SampledImage || kind == DescriptorKind::CombinedImage ||
           kind == DescriptorKind::StorageImage;
}

constexpr bool isTexelBuffer(DescriptorKind kind) {
    return kind == DescriptorKind::UniformTexels || kind == DescriptorKind::StorageTexels;
}

// What shaders may write to.
constexpr bool isStorage(DescriptorKind kind) {
    return kind == DescriptorKind::StorageBuffer || kind == DescriptorKind::StorageImage ||
           kind == DescriptorKind::StorageTexels;
}

enum class Strategy : std::uint8_t; // cases/binding.h

struct ShaderBinding {
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    DescriptorKind kind = DescriptorKind::StorageBuffer;
    std::uint32_t count = 1; // of its array; 0: the array has no size, or that of a specialization constant

    bool operator==(const ShaderBinding&) const = default;
};

// What an atomic operation does that not every device offers.
enum class AtomicKind : std::uint8_t {
    Integer,       // 64 bits wide
    FloatExchange, // also loads and stores
    FloatAdd,
    FloatMinMax,
};

enum class AtomicMemory : std::uint8_t { Buffer, Shared, Image };

struct AtomicUse {
    AtomicKind kind = AtomicKind::Integer;
    AtomicMemory memory = AtomicMemory::Buffer;
    std::uint32_t bits = 64;

    bool operator==(const AtomicUse&) const = default;
};

struct Shader {
    std::string key; // of its entry in a log
    std::string entryPoint;
    std::vector<std::uint32_t> words;
    std::vector<ShaderBinding> bindings; // by set and binding, each pair once
    std::uint32_t pushConstantBytes = 0;
    std::vector<AtomicUse> atomics; // each once; none for those that every device offers
    // How it is compiled.
    Strategy strategy{}; // that binds set 0
    CompileSettings compiled;
};

// A value for a specialization constant.
struct SpecializedConstant {
    std::uint32_t id = 0;    // SpecId
    std::uint64_t value = 0; // its bits; those of signed integers fill at least 32
    std::uint32_t bytes = 4; // of its type: 1, 2, 4 or 8

    bool operator==(const SpecializedConstant&) const = default;
};

} // namespace vkperftest
