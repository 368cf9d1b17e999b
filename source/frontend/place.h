// A place in a file.
#pragma once

#include <cstdint>
#include <string>

namespace vkperftest {

// Counted from 1; 0 where it is not known, as in SPIR-V without debug lines.
struct Place {
    std::string file; // as the user named it, or as an include found it
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t endColumn = 0; // the column after the last character
};

} // namespace vkperftest
