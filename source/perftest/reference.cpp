#include "perftest/reference.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/suite.h"
#include "perftest/matrix_rows.h"
#include "perftest/tables.h"

namespace vkperftest {
namespace {

struct CsvColumns {
    enum { Vendor, Architecture, Gpu, Operation, Pattern, Milliseconds, Ratio, Source, Note };
};

// All tables but these two are older than the change.
RawLoads rawLoadsOf(std::string_view gpu) {
    const bool newer = gpu == "RTX 3090" || gpu == "Iris Plus / i7-1065g7";
    return newer ? RawLoads::Plain : RawLoads::Converted;
}

// Notes that say how a figure was copied; any other is a reason not to compare it.
bool isAboutCopying(std::string_view note) {
    return note.empty() || note == "ratio computed from the milliseconds of the same table" ||
           note == "source prints this row as Sample(bilinear) uniform";
}

// As PCI numbers it; a test reads all.
std::uint32_t vendorId(std::string_view vendor) {
    return vendor == "AMD" ? kVendorAmd : vendor == "NVIDIA" ? kVendorNvidia : kVendorIntel;
}

ReferenceTable emptyTable(const std::vector<std::string>& cells) {
    ReferenceTable table{.vendor = cells[CsvColumns::Vendor],
                         .architecture = cells[CsvColumns::Architecture],
                         .gpu = cells[CsvColumns::Gpu],
                         .source = cells[CsvColumns::Source]};
    table.run.source = table.source;
    table.run.device.name = table.gpu;
    table.run.device.vendorId = vendorId(table.vendor);
    table.run.settings = {.suite = "matrix",
                          .baseline = caseName(defaultBaseline()),
                          .strategies = {std::string(kSetName)},
                          .effort = "published"};
    return table;
}

RowResult rowOf(const std::vector<std::string>& cells) {
    const PerfTestRow matrixRow{cells[CsvColumns::Operation], cells[CsvColumns::Pattern]};
    const RawLoads rawLoads = rawLoadsOf(cells[CsvColumns::Gpu]);
    PrintedFigures figures{.milliseconds = parseNumber(cells[CsvColumns::Milliseconds]),
                           .ratio = parseNumber(cells[CsvColumns::Ratio]).value(), // a test reads all
                           .caveat = perfTestCaveat(matrixRow, rawLoads),
                           .effect = perfTestCaveatEffect(matrixRow, rawLoads)};
    if (const std::string& note = cells[CsvColumns::Note]; figures.caveat.empty() && !isAboutCopying(note)) {
        figures.caveat = note;
    }
    RowResult row = printedRow(matrixRow);
    row.strategies = {
        {.strategy = std::string(kSetName), .status = Status::Measured, .printed = std::move(figures)}};
    return row;
}

std::vector<ReferenceTable> parseTables() {
    std::vector<ReferenceTable> tables;
    for (const std::string_view line : perfTestTableLines().subspan(1)) {
        const std::vector<std::string> cells = split(line, ',');
        const auto isMeant = [&](const ReferenceTable& table) { return table.gpu == cells[CsvColumns::Gpu]; };
        auto table = std::find_if(tables.begin(), tables.end(), isMeant);
        if (table == tables.end()) table = tables.insert(table, emptyTable(cells));
        table->run.rows.push_back(rowOf(cells));
    }
    return tables;
}

} // namespace

const std::vector<ReferenceTable>& referenceTables() {
    static const std::vector<ReferenceTable> tables = parseTables();
    return tables;
}

std::vector<KnownGpu> publishedGpus() {
    std::vector<KnownGpu> gpus;
    for (const ReferenceTable& table : referenceTables())
        gpus.push_back({table.gpu, table.architecture, comparableRatios(analyse(table.run))});
    return gpus;
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
    const std::vector<std::string> near = nearest(name, all, 3);
    return Error{ErrorKind::Usage, fmt::format("there is no published table of '{}'", name),
                 near.empty() ? fmt::format("choose from: {}", join(all, ", "))
                              : fmt::format("similar names: '{}'", join(near, "', '"))};
}

} // namespace vkperftest
