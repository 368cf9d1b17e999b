#include "perftest/open_results.h"

#include "base/atomic_file.h"
#include "model/json_read.h"
#include "perftest/reference.h"

namespace vkperftest {

Result<RunResult> readResultsFile(const std::string& path) {
    const Result<std::string> text = readFile(path);
    if (!text.ok()) return text.error();
    return runFromJson(text.value(), path);
}

Result<RunResult> openResults(const std::string& nameOrPath) {
    if (!nameOrPath.starts_with(kPublished)) return readResultsFile(nameOrPath);
    const Result<const ReferenceTable*> table = findReference(nameOrPath.substr(kPublished.size()));
    if (!table.ok()) return table.error();
    return table.value()->run;
}

} // namespace vkperftest
