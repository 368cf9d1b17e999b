// `#include` as a compiler of shaders resolves it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace vkperftest {

struct IncludedFile {
    std::string path; // as it was found: a folder that the user named, and the name in the directive
    std::string bytes;
};

// Looks beside the including file first, then in the folders. A file with `#pragma once` is empty from its
// second time on. Includes may nest 64 deep, which is beyond any shader: who goes on includes itself, and
// gets nothing more.
class IncludeFinder {
public:
    IncludeFinder(std::string file, std::vector<std::string> folders)
        : folders_(std::move(folders)), chain_{std::move(file)} {}

    // What the file `includer` asks for by `name`; `depth` is 1 in the shader itself, 2 in what that
    // includes. The error's cause is a clause, "it is in none of the folders", without the place of the
    // directive.
    Result<const IncludedFile*> find(const std::string& name, const std::string& includer, std::size_t depth,
                                     bool besides);

private:
    std::vector<std::string> folders_;
    std::vector<std::string> chain_; // files that are being read: the shader, what it includes, and so on
    std::map<std::string, IncludedFile, std::less<>> files_;
    std::set<std::string, std::less<>> readOnce_;
    bool tooDeep_ = false;
};

} // namespace vkperftest
