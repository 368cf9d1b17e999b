#include "model/published.h"

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/named.h"
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
    struct Entry {
        std::string name;
        const RunResult* table;
    };
    std::vector<Entry> all, matching;
    for (const RunResult& table : referenceTables()) {
        all.push_back({table.device.name, &table});
        if (lowercase(table.device.name).find(lowercase(name)) != std::string::npos)
            matching.push_back(all.back());
    }
    const Result<const Entry*> whole = findNamed(all, name, "there is no published table of");
    if (whole.ok()) return whole.value()->table;
    if (matching.empty()) return whole.error();
    if (matching.size() == 1) return matching.front().table;
    return Error{ErrorKind::Usage, fmt::format("'{}' matches several published tables", name),
                 fmt::format("choose from: {}", namesOf(matching))};
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
