// The compiled kernels, embedded at build time. All data about a kernel comes from reflection of its SPIR-V.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "isa/shader.h"

namespace vkperftest {

struct Binding {
    std::uint32_t number; // in descriptor set 0
    DescriptorKind kind;
    std::uint32_t bytes;     // of a uniform buffer's block; 0 for others
    std::uint32_t count = 1; // of descriptors
};

struct Kernel {
    std::string_view key; // file name and variant: "raw_buffer.4.linear"
    std::span<const std::uint32_t> words;
    std::span<const Binding> bindings;
    std::array<std::uint32_t, 3> localSize;
    std::uint32_t pushConstantBytes;
    std::uint32_t subgroupOperations; // VkSubgroupFeatureFlags that its SPIR-V's capabilities need
    std::string_view sha256;          // of the SPIR-V, lower-case hexadecimal
};

// All kernels, in order of their source files.
std::span<const Kernel> kernelCatalogue();

// The kernel of that key; null if there is none.
inline const Kernel* findKernel(std::string_view key) {
    const auto found = std::ranges::find(kernelCatalogue(), key, &Kernel::key);
    return found != kernelCatalogue().end() ? &*found : nullptr;
}

// Name and version of the compiler of the HLSL kernels; the GLSL kernels are compiled by glslang.
std::string_view kernelCompiler();

// Its options, without those of a kernel's variant: "-D -V -S comp …".
std::string_view kernelCompilerFlags();

} // namespace vkperftest
