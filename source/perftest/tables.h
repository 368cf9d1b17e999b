// The file tables.csv, embedded at build time by cmake/EmbedLines.cmake.
#pragma once

#include <span>
#include <string_view>

namespace vkperftest {

// The titles, then one line for each row of each GPU; without line ends.
std::span<const std::string_view> perfTestTableLines();

} // namespace vkperftest
