// Libraries of another system, newer or older than this one's: a folder with a C library and a dynamic loader
// of its own, such as a Debian release that was unpacked there. Linux only.
#pragma once

#include <filesystem>

#include "base/result.h"

namespace vkperftest {

// The innermost folder around the file, of links their targets', that has a dynamic loader of its own
// ("lib64/ld-linux-x86-64.so.2"); empty if there is none but the system's.
std::filesystem::path systemRootAround(const std::filesystem::path& file);

// Whether this process's system libraries are already those of that folder.
bool usesSystemRoot(const std::filesystem::path& root);

// Starts this program anew, as the same process with the same arguments, environment and open files, so that
// it uses the libraries of that folder: "/usr", and "/lib", "/lib64", … where these are no links into it, are
// the folder's, and the rest of the file system stays as it is. No other process sees that. Returns only the
// error: NoDevice where the system permits this neither to root nor to users, or the folder itself lies below
// /usr. The process must have one thread.
Error restartInSystemRoot(const std::filesystem::path& root);

} // namespace vkperftest
