// Names of files as text. Texts are UTF-8 everywhere in the program; a path's own conversions are not on
// Windows.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace vkperftest {

std::filesystem::path pathOf(std::string_view utf8);

std::string textOf(const std::filesystem::path& path);

} // namespace vkperftest
