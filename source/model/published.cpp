#include "model/published.h"

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/text.h"
#include "cases/load_facts.h"
#include "model/json_read.h"

namespace vkperftest {
namespace {

std::string_view vendorName(std::uint32_t id) {
    return id == kVendorAmd ? "AMD" : id == kVendorNvidia ? "NVIDIA" : "Intel";
}

// A test reads all.
std::vector<ReferenceTable> readTables() {
    std::string text;
    for (const std::string_view line : publishedLines()) text.append(line).append("\n");
    std::vector<ReferenceTable> tables;
    for (RunResult& run : runsFromJson(text, "published.json").value()) {
        for (RowResult& row : run.rows) row.load = factsOfName(row.name);
        ReferenceTable& table = tables.emplace_back();
        table = {std::string(vendorName(run.device.vendorId)),
                 run.device.architecture,
                 run.device.name,
                 run.source,
                 {}};
        table.run = std::move(run);
    }
    return tables;
}

} // namespace

const std::vector<ReferenceTable>& referenceTables() {
    static const std::vector<ReferenceTable> tables = readTables();
    return tables;
}

Result<const ReferenceTable*> findReference(std::string_view name) {
    std::vector<const ReferenceTable*> matches;
    std::vector<std::string> all, matching;
    for (const ReferenceTable& table : referenceTables()) {
        all.push_back(table.gpu);
        if (lowercase(table.gpu) == lowercase(name)) return &table;
        if (lowercase(table.gpu).find(lowercase(name)) == std::string::npos) continue;
        matches.push_back(&table);
        matching.push_back(table.gpu);
    }
    if (matches.size() == 1) return matches.front();
    if (matches.size() > 1) {
        return Error{ErrorKind::Usage, fmt::format("'{}' matches several published tables", name),
                     fmt::format("choose from: {}", join(matching, ", "))};
    }
    const std::vector<std::string> similar = nearest(name, all, 3);
    return Error{ErrorKind::Usage, fmt::format("there is no published table of '{}'", name),
                 similar.empty() ? fmt::format("choose from: {}", join(all, ", "))
                                 : fmt::format("similar names: '{}'", join(similar, "', '"))};
}

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
