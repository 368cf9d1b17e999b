// Files: read whole, written so that they are either whole or absent, and locked while a process writes them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/utf8_path.h"

namespace vkperftest {

// Replaces the file in one step: writes beside it ("x.json.vkperf-tmp"), then renames. Its permissions stay.
// Links are followed; special files such as pipes and /dev/stdout are written directly. On Windows, a file that
// another program holds is retried for a second. On failure the old content stays. What a killed writer left
// beside the file is overwritten.
Result<void> writeFileAtomically(const std::string& path, std::string_view content);

// True if the path is, or would be, a regular file, which can be written again and again.
bool isReplaceable(const std::string& path);

// True if both paths name the same file, which need not exist.
bool isSameFile(const std::string& a, const std::string& b);

// Checks whether writeFileAtomically would succeed, by writing and removing a small file beside `path`: a
// long measurement can then fail before it starts. Special files are not checked.
Result<void> checkWritable(const std::string& path);

// Locks the file for this process until unlockFiles() or the end of the process, however it ends: two runs
// that save into one file would each lose what the other saved. An Io error if another process holds it.
// Further calls for the same file change nothing. The lock is the system's, on a file beside it
// ("x.json.vkperf-lock"), which is removed at the end. Pipes and terminals need no lock; on a file system
// without locks, nobody is kept away.
Result<void> lockFile(const std::string& path);
void unlockFiles();

constexpr std::uintmax_t kMostInput = 64u << 20; // bytes: some twenty times a precise run of all rows

// The whole file as bytes. A usage error if it cannot be read, or if it has more bytes than that (the rest is not read).
Result<std::string> readFile(const std::string& path, std::uintmax_t most = kMostInput);

// The whole stream as bytes; errors call it `name`.
Result<std::string> readStream(std::istream& stream, const std::string& name,
                               std::uintmax_t most = kMostInput);

// The small text files in which Linux describes the machine and its devices, /proc and /sys, and their folders.

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

// A folder for files that other programs leave for this one, which only this user may enter. It is removed at
// the end of its scope; if this process is killed before, by one that creates such a folder a day later.
class ScratchFolder {
public:
    ScratchFolder() = default;
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    // Below the system's folder for temporary files; `purpose` is a part of its name.
    Result<void> create(const std::string& purpose);

    std::string file(const std::string& name) const { return textOf(path_ / name); }

private:
    std::filesystem::path path_; // empty: not created
};

} // namespace vkperftest
