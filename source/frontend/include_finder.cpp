#include "frontend/include_finder.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "frontend/source_text.h"

namespace vkperftest {
namespace {

constexpr std::size_t kDeepest = 64;

const IncludedFile kAlreadyRead = {"already read", "\n"};

bool saysPragmaOnce(std::string_view bytes) {
    for (std::size_t at = 0; (at = bytes.find("pragma", at)) != std::string_view::npos;) {
        const std::string_view before = trim(bytes.substr(0, at).substr(bytes.rfind('\n', at) + 1));
        at += std::string_view("pragma").size();
        if (before == "#" && trim(bytes.substr(at, bytes.find_first_of("\r\n/", at) - at)) == "once")
            return true;
    }
    return false;
}

} // namespace

Result<const IncludedFile*> IncludeFinder::find(const std::string& name, const std::string& includer,
                                                std::size_t depth, bool besides) {
    namespace fs = std::filesystem;
    std::vector<fs::path> places;
    if (besides) places.push_back(pathOf(includer).parent_path());
    for (const std::string& folder : folders_) places.push_back(pathOf(folder));
    const auto here = std::find_if(places.begin(), places.end(), [&](const fs::path& folder) {
        std::error_code failed;
        return fs::is_regular_file(folder / pathOf(name), failed);
    });
    if (here == places.end()) {
        return Error{ErrorKind::Usage,
                     folders_.empty() ? "not found beside the including file"
                                      : "not found beside the including file or in a folder of -I",
                     "name its folder with -I"};
    }
    const std::string path = textOf((*here / pathOf(name)).lexically_normal());
    if (chain_.size() > depth) chain_.resize(depth);
    tooDeep_ = tooDeep_ || depth > kDeepest;
    if (tooDeep_) { // for good, or two includes at each of 64 levels would never end
        return Error{ErrorKind::Usage,
                     std::find(chain_.begin(), chain_.end(), path) != chain_.end()
                         ? "it includes itself endlessly"
                         : fmt::format("includes nest more than {} deep", kDeepest),
                     "give it '#pragma once' or an include guard"};
    }
    chain_.push_back(path);
    IncludedFile& file = files_[path];
    if (file.path.empty()) {
        VKPERFTEST_TRY(assign(file.bytes, readFile(path)));
        file.bytes = asUtf8(std::move(file.bytes));
        endLastLine(file.bytes);
        file.path = path;
        if (saysPragmaOnce(file.bytes)) readOnce_.insert(path);
    } else if (readOnce_.contains(path)) {
        return &kAlreadyRead; // `file` may be one that is still being read
    }
    return &file;
}

} // namespace vkperftest
