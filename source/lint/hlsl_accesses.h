// Loads and stores of byte-address buffers at constant offsets, in the text of HLSL: glslang compiles no long
// vectors, and SPIR-V lacks the two lowest bits of offsets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/shader_file.h"

namespace vkperftest {

// `buffer.Load<vector<float, 8> >(12)` or `.Store<…>(offset, value)`, or Load2/3/4 and Store2/3/4.
struct HlslAccess {
    Place place;                                  // of the method's name, without a column
    std::string_view method;                      // "Load", "Store3"
    std::uint32_t nth = 0;                        // among the same names in this line, from 0
    std::string_view element;                     // its type: "float", "uint16_t"
    std::uint32_t elementBytes = 0, elements = 0; // 1 for a scalar; 0: neither scalar nor vector, or unknown
    std::optional<std::uint32_t> offset;          // if it is constant

    bool isStore() const { return method.starts_with("Store"); }
};

// The accesses in preprocessed HLSL (of compileShader). An offset is constant if it is made of literals,
// integers that are `static const`, or `const` in a function, casts to int and uint, and the operators
// + - * / % << | & ~. Names are not told apart by where they are declared: one with two meanings has none.
// Nothing if a bracket is not closed. `text` must outlive the accesses. `entry`: not those in functions that this
// one does not call; all if it is empty or not in the text.
std::optional<std::vector<HlslAccess>> hlslAccesses(std::string_view text, const std::string& file,
                                                    bool sixteenBitTypes, std::string_view entry = "");

} // namespace vkperftest
