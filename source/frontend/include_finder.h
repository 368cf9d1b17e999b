// `#include` as shader compilers resolve it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace vkperftest {

struct IncludedFile {
    std::string path;  // as it was found: a folder that the user named, and the name in the directive
    std::string bytes; // as UTF-8
};

// Looks beside the including file first, then in the folders. A file with `#pragma once` is empty from its
// second time on. Includes may nest 64 deep, deeper than in any real shader: a file that exceeds this
// includes itself, and all further includes fail.
class IncludeFinder {
public:
    IncludeFinder(std::string file, std::vector<std::string> folders)
        : folders_(std::move(folders)), chain_{std::move(file)} {}

    // The file that `includer` includes by `name`; `depth` is 1 in the shader itself, 2 in its includes.
    // `besides`: also looks beside `includer`. The error's cause is a clause, "not found …", without the
    // directive's place.
    Result<const IncludedFile*> find(const std::string& name, const std::string& includer, std::size_t depth,
                                     bool besides);

private:
    std::vector<std::string> folders_;
    std::vector<std::string> chain_; // files being read: the shader, its include, and so on
    std::map<std::string, IncludedFile, std::less<>> files_;
    std::set<std::string, std::less<>> readOnce_;
    bool tooDeep_ = false;
};

} // namespace vkperftest
