// Where a file that is written ends up, and what stands beside it meanwhile.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace vkperftest {

struct Destination {
    std::filesystem::path path;
    std::filesystem::file_status status;
};

// The end of a chain of links, present or not, so that a rename replaces the file and not the link. Special
// files are not followed: what /dev/stdout ends at need not have a name. An Io error for a folder, an empty
// name or a circle of links.
Result<Destination> destinationOf(const std::string& path);

// Pipes, terminals and /dev/null: no rename replaces them.
bool isSpecial(const std::filesystem::file_status& status);

Error writeError(const std::string& path, const std::string& reason);

// A new name in the file's folder for what is written before it is renamed: "x.json.0123abcd.tmp". A name
// that would be longer than file systems take is cut.
std::filesystem::path besideName(const std::filesystem::path& path);

// Removes the files of such names. Only the process that claimed the file may do so (base/file_claim.h).
void removeBeside(const std::filesystem::path& path);

// The name of the file's claim: "x.json.vkperf-lock", likewise cut.
std::filesystem::path lockName(const std::filesystem::path& path);

} // namespace vkperftest
