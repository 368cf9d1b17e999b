// Fields of any bytes one after another in a text, each after its length: what processes of this program pass
// to each other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vkperftest {

void appendField(std::string& bytes, std::string_view field);

// Takes from the front what appendField wrote; nothing if it was not that.
std::optional<std::string_view> takeField(std::string_view& bytes);

} // namespace vkperftest
