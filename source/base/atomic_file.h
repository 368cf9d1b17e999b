// Files, read whole, and written so that they are either whole or absent.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>
#include <string_view>

#include "base/result.h"

namespace vkperftest {

// How long somebody may take to open the other end of a pipe, and how often that is tried.
constexpr std::chrono::seconds kPipePatience(5);
constexpr std::chrono::milliseconds kPipeRetry(20);

// Replaces the file in one step: writes beside it, then renames. Its permissions stay. Links are followed;
// special files such as /dev/stdout are written directly. An error for a pipe that nobody opens for reading
// within five seconds, or whose reader takes nothing for a minute. On Windows a file that something else
// holds is tried again for a second. On failure the old content stays.
Result<void> writeFileAtomically(const std::string& path, std::string_view content);

// Whether the path is, or would be, a regular file, which can be written again and again.
bool isReplaceable(const std::string& path);

// Whether both name one file, which need not be there.
bool isSameFile(const std::string& a, const std::string& b);

// Whether writeFileAtomically would succeed, found by writing and removing a small file beside `path`: lets a
// long measurement fail before it starts. A pipe is kept open until the process ends, so that its reader waits
// for what is written later.
Result<void> checkWritable(const std::string& path);

// The whole file as bytes. A usage error if it cannot be read, or if it holds more than any input of this
// program does (256 MB), found without reading on; or if it is a pipe that nobody begins to write to for some
// seconds.
Result<std::string> readFile(const std::string& path);

// The whole stream as bytes; the error calls it `name`.
Result<std::string> readStream(std::istream& stream, const std::string& name);

} // namespace vkperftest
