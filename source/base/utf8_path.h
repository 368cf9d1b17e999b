// File names, and variables of the environment, as text. Text is UTF-8 everywhere in the program; on Windows, a
// path's own conversions are not.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace vkperftest {

std::filesystem::path pathOf(std::string_view utf8);

std::string textOf(const std::filesystem::path& path);

// Empty if it is not set.
std::string environmentVariable(const std::string& name);

// An empty value removes the variable, as on Windows.
void setEnvironmentVariable(const std::string& name, const std::string& value);

} // namespace vkperftest
