#include "results/open_results.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "results/json_text.h"
#include "results/reference.h"

namespace vkperftest {

Result<RunResult> readResultsFile(const std::string& path) {
    constexpr std::uintmax_t kMostBytes = 256u << 20; // some hundred times a precise run of all rows
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(path, failed);
    if (!failed && bytes > kMostBytes) {
        return Error{ErrorKind::Usage,
                     fmt::format("'{}' has {} MB, and no results file has more than {}", path, bytes >> 20,
                                 kMostBytes >> 20),
                     "check the path"};
    }
    const Result<std::string> text = readFile(path);
    if (!text.ok()) return text.error();
    return runFromJson(text.value(), path);
}

Result<RunResult> openResults(const std::string& nameOrPath) {
    constexpr std::string_view kPublished = "perftest:";
    if (!nameOrPath.starts_with(kPublished)) return readResultsFile(nameOrPath);
    const Result<const ReferenceTable*> table = findReference(nameOrPath.substr(kPublished.size()));
    if (!table.ok()) return table.error();
    return table.value()->run;
}

} // namespace vkperftest
