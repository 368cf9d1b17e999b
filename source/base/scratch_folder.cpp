#include "base/scratch_folder.h"

#include <fmt/format.h>

#include "base/random_bits.h"

namespace vkperftest {

namespace fs = std::filesystem;

Result<void> ScratchFolder::create(const std::string& purpose) {
    std::error_code failed;
    const char* const remedy = "set TMPDIR to a writable folder";
    const fs::path parent = fs::temp_directory_path(failed);
    if (failed) {
        return Error{ErrorKind::Io,
                     fmt::format("there is no folder for temporary files ({})", failed.message()), remedy};
    }
    path_ = parent / fmt::format("vkperftest-{}-{:08x}", purpose, randomBits());
    if (fs::create_directory(path_, failed)) return {};
    return Error{ErrorKind::Io, fmt::format("'{}' cannot be created ({})", textOf(path_), failed.message()),
                 remedy};
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
}

} // namespace vkperftest
