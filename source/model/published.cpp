#include "model/published.h"

#include <algorithm>

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

// What one multiprocessor does at most for so many lanes in a clock. Clocks are those of boost.
struct NvidiaGpu {
    std::string_view name;
    double units = 0, gigahertz = 0; // by NVIDIA's product pages; of a series, its largest GPU's
    double additions = 0;            // by the CUDA C++ Programming Guide, "Arithmetic Instructions"
};
constexpr NvidiaGpu kNvidiaGpus[] = {{"GTX 980 Ti", 22, 1.075, 128},    {"GTX 1070 Ti", 19, 1.683, 128},
                                     {"600/700 series", 15, 0.98, 192}, {"Titan V", 80, 1.455, 64},
                                     {"RTX 2080 Ti", 68, 1.545, 64},    {"RTX 3090", 82, 1.695, 128}};
constexpr double kMostWords =
    32; // by the same table, of shuffles; L1 and texture units return no more, either

// A row's loop adds each channel of each load, and no unit but that of constants brings more words than shuffles.
bool isRewritten(const ReferenceTable& table, const RowResult& row) {
    constexpr double kLoads = 30.0 * (1 << 28); // milliseconds are those of 30 dispatches
    constexpr double kAboveBoost = 1.25;        // clocks may be so much higher
    const auto gpu = std::ranges::find(kNvidiaGpus, table.gpu, &NvidiaGpu::name);
    const std::optional<double>& milliseconds = row.strategies[0].printed->milliseconds;
    if (gpu == std::end(kNvidiaGpus) || !row.load || !milliseconds) return false;
    const double rate = kLoads / (*milliseconds * 1e6 * gpu->units * gpu->gigahertz);
    const bool constant = row.load->kind == LoadKind::Constants;
    const double words = constant ? gpu->additions : std::min(gpu->additions, kMostWords);
    return rate > kAboveBoost * words / row.load->values;
}

// AMD's ISA documents: scalar loads return out of order, so that a shader waits for all of them.
bool isScalarLoad(const ReferenceTable& table, const RowResult& row) {
    return table.vendor == "AMD" && row.load && row.load->pattern == Pattern::Uniform &&
           (row.load->kind == LoadKind::Raw || row.load->kind == LoadKind::Structured ||
            row.load->kind == LoadKind::Constants);
}

void addFootnote(PrintedFigures& printed, std::string_view text, FootnoteEffect effect) {
    printed.effect = printed.footnote.empty() || printed.effect == effect ? effect : FootnoteEffect::Unknown;
    if (!printed.footnote.empty()) printed.footnote += "; ";
    printed.footnote += text;
}

void addFootnotes(ReferenceTable& table) {
    for (RowResult& row : table.run.rows) {
        PrintedFigures& printed = *row.strategies[0].printed;
        if (isScalarLoad(table, row))
            addFootnote(printed, "a scalar load, of which PerfTest has only one in flight",
                        FootnoteEffect::Slower);
        if (isRewritten(table, row))
            addFootnote(printed,
                        "faster than a multiprocessor loads, shuffles or adds: the loop was rewritten",
                        FootnoteEffect::Unknown);
    }
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
        addFootnotes(table);
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
