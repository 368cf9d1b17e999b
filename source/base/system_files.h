// The small text files in which Linux tells of the machine and its devices: /proc and /sys.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vkperftest {

// The file's lines without blanks at their ends. None if there is no such file or reading it fails, as it
// does for sensors of a GPU that sleeps.
std::vector<std::string> readLines(const std::filesystem::path& path);

// The first of them; empty if there is none.
std::string readLine(const std::filesystem::path& path);

// The number that the file holds, divided; nothing if it holds none.
std::optional<double> readNumber(const std::filesystem::path& path, double divisor = 1);

// Sorted paths in a folder whose names start and end so; none if there is no such folder.
std::vector<std::filesystem::path> entries(const std::filesystem::path& folder, std::string_view prefix = {},
                                           std::string_view suffix = {});

} // namespace vkperftest
