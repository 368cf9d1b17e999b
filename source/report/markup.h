// Text inside HTML, XML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace vkperftest {

// The text as it must stand between tags and in quoted attributes. What XML forbids even so (U+FFFE, U+FFFF) becomes
// U+FFFD; control characters are not expected, since files that hold them are refused.
std::string escapedMarkup(std::string_view text);

} // namespace vkperftest
