// The structured buffers of a module, by SPIRV-Cross.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace vkperftest {

struct ReflectedMember {
    std::string name;
    std::string type; // "float3"
    std::uint32_t offset = 0;
    std::uint32_t size = 0; // bytes of the value itself, without padding
};

struct ReflectedBuffer {
    std::string name;
    bool writable = false;
    std::uint32_t stride = 0;             // of one element of its runtime array
    std::vector<ReflectedMember> members; // of a structure; empty for an element without members
    std::string element;                  // its type's name
};

struct Reflection {
    // Storage buffers, and blocks at addresses (buffer_reference), that end with a runtime array of elements.
    std::vector<ReflectedBuffer> structuredBuffers;
};

// `words` must be valid SPIR-V. Exceptions from SPIRV-Cross become errors.
Result<Reflection> reflect(std::span<const std::uint32_t> words);

} // namespace vkperftest
