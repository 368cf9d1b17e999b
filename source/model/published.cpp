#include "model/published.h"

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/text.h"
#include "cases/load_facts.h"

namespace vkperftest {
namespace {

// A test reads all.
std::vector<RunResult> readTables() {
    std::string text;
    for (const std::string_view line : publishedLines()) text.append(line).append("\n");
    std::vector<RunResult> tables = runsFromJson(text, "published.json").value();
    for (RunResult& table : tables)
        for (RowResult& row : table.rows) row.load = factsOfName(row.name);
    return tables;
}

} // namespace

const std::vector<RunResult>& referenceTables() {
    static const std::vector<RunResult> tables = readTables();
    return tables;
}

Result<const RunResult*> findReference(std::string_view name) {
    std::vector<const RunResult*> matches;
    std::vector<std::string> all, matching;
    for (const RunResult& table : referenceTables()) {
        const std::string& gpu = table.device.name;
        all.push_back(gpu);
        if (lowercase(gpu) == lowercase(name)) return &table;
        if (lowercase(gpu).find(lowercase(name)) == std::string::npos) continue;
        matches.push_back(&table);
        matching.push_back(gpu);
    }
    if (matches.size() == 1) return matches.front();
    if (matches.size() > 1) {
        return Error{ErrorKind::Usage, fmt::format("'{}' matches several published tables", name),
                     fmt::format("choose from: {}", join(matching, ", "))};
    }
    return Error{ErrorKind::Usage,
                 fmt::format("there is no published table of '{}'{}", name, didYouMean(name, all)),
                 fmt::format("choose from: {}", join(all, ", "))};
}

Result<RunResult> readResultsFile(const std::string& path) {
    const Result<std::string> text = readFile(path);
    if (!text.ok()) return text.error();
    return runFromJson(text.value(), path);
}

Result<RunResult> openResults(const std::string& nameOrPath) {
    if (!nameOrPath.starts_with(kPublished)) return readResultsFile(nameOrPath);
    const Result<const RunResult*> table = findReference(nameOrPath.substr(kPublished.size()));
    if (!table.ok()) return table.error();
    return *table.value();
}

} // namespace vkperftest
