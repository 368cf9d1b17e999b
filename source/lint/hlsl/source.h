// HLSL as source: what compilers do not show, or cannot for want of features.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/place.h"
#include "frontend/reflection.h"
#include "frontend/shader_file.h"

namespace vkperftest {

// `buffer.Load<vector<float, 8> >(12)` or `.Store<…>(offset, value)`, or Load2/3/4 and Store2/3/4.
struct BufferAccess {
    Place place;        // from the method's name to the closing bracket
    std::string method; // "Load", "Store3"
    bool store = false;
    std::string element; // its type, resolved: "float", "uint16_t"; of a structure or matrix, its own
    std::uint32_t elementBytes = 0;
    std::uint32_t elements = 0;          // of the vector; 1 for a scalar, structure or matrix; 0: unknown
    std::uint32_t alignment = 0;         // bytes of its largest scalar, which HLSL requires; 0: unknown
    std::optional<std::uint64_t> offset; // folded to the method's uint; nothing if it is not constant
};

struct DeclaredBuffer {
    ReflectedBuffer buffer; // as HLSL packs its elements; whether it is writable is not read
    Place place;            // of its name
};

struct HlslSource {
    std::vector<BufferAccess> accesses;
    std::vector<DeclaredBuffer> structuredBuffers; // outside functions and structures, of known stride
    bool usesSixteenBitTypes = false; // float16_t and its like, for which dxc needs -enable-16bit-types
};

// Scans the file and its includes after preprocessing. Fails if a directive, a comment or a bracket is not
// closed, an include is missing or includes itself, or nesting exceeds 1,000.
Result<HlslSource> scanHlsl(const ShaderFile& file, const ShaderOptions& options);

} // namespace vkperftest
