// Files, read whole, and written so that they are either whole or absent.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>
#include <string_view>

#include "base/result.h"

namespace vkperftest {

// How long to wait until somebody opens the other end of a pipe, and how often to try.
constexpr std::chrono::seconds kPipePatience(5);
constexpr std::chrono::milliseconds kPipeRetry(20);

// Replaces the file in one step: writes beside it, then renames. Its permissions stay. Links are followed;
// special files such as /dev/stdout are written directly. An error for a pipe that nobody opens for reading
// within five seconds, or whose reader takes nothing for a minute. On Windows, a file that another program
// holds is retried for a second. On failure the old content stays.
Result<void> writeFileAtomically(const std::string& path, std::string_view content);

// True if the path is, or would be, a regular file, which can be written again and again.
bool isReplaceable(const std::string& path);

// True if both paths name the same file, which need not exist.
bool isSameFile(const std::string& a, const std::string& b);

// Checks whether writeFileAtomically would succeed, by writing and removing a small file beside `path`: a
// long measurement can then fail before it starts. A pipe is kept open until the process ends, so that its
// reader waits for what is written later.
Result<void> checkWritable(const std::string& path);

// The whole file as bytes. A usage error if it cannot be read, if it exceeds the limit for inputs (256 MB;
// the rest is not read), or if it is a pipe that nobody opens for writing within five seconds.
Result<std::string> readFile(const std::string& path);

// The whole stream as bytes; errors call it `name`.
Result<std::string> readStream(std::istream& stream, const std::string& name);

} // namespace vkperftest
