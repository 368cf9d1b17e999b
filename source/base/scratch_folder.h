// Files that child processes leave for this one.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "base/utf8_path.h"

namespace vkperftest {

// A folder for this run, removed at its end.
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
