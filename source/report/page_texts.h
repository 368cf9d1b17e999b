// The fixed parts of pages, which cmake/AssemblePage.cmake puts together, and cmake/EmbedLines.cmake embeds.
#pragma once

#include <span>
#include <string_view>

namespace vkperftest {

// From report/page/: the lines of `report`'s page without title and data; a single empty one if the program
// was built without Chart.js.
std::span<const std::string_view> pageTemplate();

// From report/atlas/: the lines of the index's head that bring its script.
std::span<const std::string_view> atlasHead();

} // namespace vkperftest
