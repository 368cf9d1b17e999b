// A driver's text with the lines of the shader's source beside its memory instructions.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "isa/memory_operations.h"

namespace vkperftest {

// Appends to each memory instruction's line of the text: "// line 12", "// lines 12, a.h:7", "// lines 12, ?".
// Instructions without any known line get nothing. `listing`: what was parsed from the text.
std::string withSourceLines(std::string_view text, const Listing& listing,
                            std::span<const MemoryOperation> operations);

} // namespace vkperftest
