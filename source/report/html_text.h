// Text as HTML shows it.
#pragma once

#include <string>
#include <string_view>

namespace vkperftest {

// As the content of an element, or as the value of an attribute in double quotes.
std::string htmlText(std::string_view text);

} // namespace vkperftest
