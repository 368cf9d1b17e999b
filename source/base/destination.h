// Where a written file ends up, and the files beside it meanwhile.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace vkperftest {

struct Destination {
    std::filesystem::path path;
    std::filesystem::file_status status;
};

// The end of a chain of links, whether it exists or not, so that a rename replaces the file and not the link.
// Links to special files are not followed: the target of /dev/stdout need not have a name. An Io error for a
// folder, an empty name or a loop of links.
Result<Destination> destinationOf(const std::string& path);

// True for pipes, terminals and /dev/null, which are never replaced by a rename.
bool isSpecial(const std::filesystem::file_status& status);

Error writeError(const std::string& path, const std::string& reason);

// A new name in the file's folder for a file that is written and then renamed: "x.json.0123abcd.tmp". A name
// that would be too long for file systems is cut.
std::filesystem::path besideName(const std::filesystem::path& path);

// Removes the files with such names. Only the process that claimed the file may do so (base/file_claim.h).
void removeBeside(const std::filesystem::path& path);

// The name of the file's claim: "x.json.vkperf-lock", likewise cut.
std::filesystem::path lockName(const std::filesystem::path& path);

} // namespace vkperftest
