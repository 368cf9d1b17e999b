// HLSL as source: what a compiler that knows no long vectors cannot tell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/place.h"
#include "frontend/shader_file.h"

namespace vkperftest {

// `buffer.Load<vector<float, 8> >(12)` or `.Store<…>(offset, value)`, or Load2/3/4 and Store2/3/4.
struct BufferAccess {
    Place place;        // of the method's name, up to the closing bracket
    std::string method; // "Load", "Store3"
    bool store = false;
    std::string
        element; // "float", "uint16_t"; the element's type as it resolves; a structure's or matrix's own
    std::uint32_t elementBytes = 0;
    std::uint32_t elements = 0;  // of the vector; 1 for a scalar, structure or matrix; 0: not known
    std::uint32_t alignment = 0; // bytes of its largest scalar, which HLSL asks for; 0: not known
    std::optional<std::uint64_t>
        offset; // folded, as the uint that the method takes; nothing unless it is a constant
};

struct HlslSource {
    std::vector<BufferAccess> accesses;
    bool usesLongVectors = false; // vectors of five or more elements, or Load<T>: glslang knows neither
};

// Scans the file with its includes as its preprocessor would. Fails where a directive, a comment or a bracket
// has no end, where an include is missing or includes itself, and where nesting goes beyond 1,000.
Result<HlslSource> scanHlsl(const ShaderFile& file, const ShaderOptions& options);

} // namespace vkperftest
