#include "base/scratch_folder.h"

#include <fmt/format.h>

#include "base/random_bits.h"

namespace vkperftest {

namespace fs = std::filesystem;

Result<void> ScratchFolder::create(const std::string& purpose) {
    std::error_code failed;
    path_ = fs::temp_directory_path(failed) / fmt::format("vkperftest-{}-{:08x}", purpose, randomBits());
    if (!failed) fs::create_directory(path_, failed);
    if (!failed) return {};
    return Error{ErrorKind::Io, fmt::format("'{}' cannot be created ({})", textOf(path_), failed.message()),
                 "set TMPDIR to a writable folder"};
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
}

} // namespace vkperftest
