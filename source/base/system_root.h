// Libraries of another system, newer or older than this one's: a folder with its own C library and dynamic
// loader, such as an unpacked Debian release. Linux only.
#pragma once

#include <filesystem>

#include "base/result.h"

namespace vkperftest {

// The innermost folder around the file, after following links, that has its own dynamic loader
// ("lib64/ld-linux-x86-64.so.2"); empty if only the system has one.
std::filesystem::path systemRootAround(const std::filesystem::path& file);

// True if this process already uses the system libraries of that folder.
bool usesSystemRoot(const std::filesystem::path& root);

// Restarts this program as the same process, with the same arguments, environment and open files, but with
// the libraries of that folder: the folder's "/usr" replaces the system's, and so do its "/lib", "/lib64", …
// where the system's are no links. The rest of the file system stays as it is, and no other process sees the
// change. Returns only the error: NoDevice if the system does not permit it, or if the folder lies below
// /usr. The process must have one thread.
Error restartInSystemRoot(const std::filesystem::path& root);

} // namespace vkperftest
