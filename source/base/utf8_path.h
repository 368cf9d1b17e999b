// File names as text. Text is UTF-8 everywhere in the program; on Windows, a path's own conversions are not.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace vkperftest {

std::filesystem::path pathOf(std::string_view utf8);

std::string textOf(const std::filesystem::path& path);

} // namespace vkperftest
