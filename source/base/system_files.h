// The small text files in which Linux describes the machine and its devices: /proc and /sys.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vkperftest {

// The file's lines without blanks at their ends. None if there is no such file, or if reading fails, as for
// the sensors of a sleeping GPU.
std::vector<std::string> readLines(const std::filesystem::path& path);

// The first line; empty if there is none.
std::string readLine(const std::filesystem::path& path);

// The number that the file holds, divided; nothing if it holds none.
std::optional<double> readNumber(const std::filesystem::path& path, double divisor = 1);

// The sorted paths in the folder whose names have this prefix and suffix; none if there is no such folder.
std::vector<std::filesystem::path> entries(const std::filesystem::path& folder, std::string_view prefix = {},
                                           std::string_view suffix = {});

} // namespace vkperftest
