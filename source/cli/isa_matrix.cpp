#include "cli/isa_matrix.h"

#include <fmt/format.h>

#include "cases/bound_row.h"
#include "vulkan/code_transcript.h"

namespace vkperftest {
namespace {

std::string text(const CodeColumn& column, const Case& row) {
    const CodeCell cell = cellAt(*column.cells, row, column.strategy);
    if (column.before == nullptr) return cell.loads();
    const CodeCell before = cellAt(*column.before, row, column.strategy);
    if (before.missing.empty() && cell.missing.empty()) return codeChange(before.reading, cell.reading);
    return before.loads() == cell.loads() ? cell.loads()
                                          : fmt::format("{} → {}", before.loads(), cell.loads());
}

std::string numberOrNothing(std::uint32_t number) {
    return number > 0 ? std::to_string(number) : "";
}

} // namespace

std::vector<SubjectCode> codesOf(std::span<const CompiledSubject> compiled) {
    std::vector<SubjectCode> codes;
    for (const CompiledSubject& one : compiled) {
        if (one.trouble.empty() || !one.transcript.entries.empty())
            codes.push_back(
                {one.subject, one.transcript.device, one.transcript.driver, cellsOf(one.transcript)});
    }
    return codes;
}

std::vector<CodeColumn> codeColumns(std::span<const SubjectCode> codes, const IsaOptions& options,
                                    const DriverNames& names) {
    const bool pairs = options.drivers.size() == 2 && !options.full;
    const bool several = options.strategies.size() > 1 && !options.full;
    std::vector<CodeColumn> columns;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        std::string name = subjectName(codes[i].subject, names);
        const CodeCells* before = nullptr;
        if (pairs && i + 1 < codes.size() && codes[i].subject.target == codes[i + 1].subject.target) {
            before = &codes[i++].cells;
            name += " → " + names.at(codes[i].subject.driver);
        }
        for (const Strategy strategy : options.strategies) {
            const std::string title = several ? fmt::format("{}, {}", name, strategyName(strategy)) : name;
            columns.push_back({title, strategy, &codes[i].cells, before});
        }
    }
    return columns;
}

CodeCell cellAt(const CodeCells& cells, const Case& row, Strategy strategy) {
    const auto found = cells.find(codeKey(row, strategy));
    if (found != cells.end()) {
        CodeCell cell = found->second;
        cell.reading.summary.loadsPerIteration = loadsPerIteration(row);
        return cell;
    }
    const Reason why = whyUnsupported({row, strategy});
    return why.empty() ? CodeCell() : CodeCell{.missing = "unsupported: " + reasonText(why)};
}

Grid codeMatrix(const std::vector<CodeColumn>& columns, std::span<const Case> rows) {
    const bool alone = columns.size() == 1 && columns[0].before == nullptr;
    Grid grid{.columns = {{"row"}}};
    for (const CodeColumn& column : columns) grid.columns.push_back({column.title});
    constexpr std::size_t kMostBeside = 3; // of a line of 80 columns
    if (columns.size() > kMostBeside) grid.layout = Grid::Layout::Blocks;
    if (alone)
        grid.columns.insert(grid.columns.end(), {{"in flight"},
                                                 {"subgroup", Kind::Number, true, true},
                                                 {"registers", Kind::Text, true, true},
                                                 {"code", Kind::Text, true, true}});
    for (const Case& row : rows) {
        std::vector<std::string>& cells = grid.rows.emplace_back(1, caseName(row));
        for (const CodeColumn& column : columns) cells.push_back(text(column, row));
        if (!alone) continue;
        const CodeCell cell = cellAt(*columns[0].cells, row, columns[0].strategy);
        cells.insert(cells.end(), {cell.reading.inFlight(), numberOrNothing(cell.subgroupSize),
                                   cell.reading.registers, cell.reading.hash});
    }
    return grid;
}

Grid codeRecords(std::span<const SubjectCode> codes, const IsaOptions& options, const DriverNames& names) {
    Grid grid{.columns = textColumns("name,id,strategy,target,device,driver,loads,in_flight,subgroup_size,"
                                     "registers,code")};
    grid.columns[8].kind = Kind::Number;
    for (const SubjectCode& code : codes) {
        const Target* const target = code.subject.target;
        const auto driver = names.find(code.subject.driver);
        for (const Strategy strategy : options.strategies) {
            for (const Case& row : options.rows) {
                const CodeCell cell = cellAt(code.cells, row, strategy);
                grid.rows.push_back({caseName(row), caseId(row), std::string(strategyName(strategy)),
                                     std::string(target != nullptr ? target->name : ""), code.device,
                                     driver != names.end() ? driver->second : code.driver, cell.loads(),
                                     cell.reading.inFlight(), numberOrNothing(cell.subgroupSize),
                                     cell.reading.registers, cell.reading.hash});
            }
        }
    }
    return grid;
}

std::string codeInFull(const std::vector<CodeColumn>& columns, const IsaOptions& options) {
    std::string result;
    for (const Case& row : options.rows) {
        for (const CodeColumn& column : columns) {
            const CodeCell cell = cellAt(*column.cells, row, column.strategy);
            result += fmt::format("{}{}, {}, {}\n{}\n", result.empty() ? "" : "\n", caseName(row),
                                  column.title, strategyName(column.strategy), cell.loads());
            if (!cell.reading.inFlight().empty())
                result += fmt::format("Loads in flight: {}\n", cell.reading.inFlight());
            if (cell.subgroupSize > 0) result += fmt::format("Subgroup size: {}\n", cell.subgroupSize);
            for (const Statistic& statistic : cell.statistics)
                result += fmt::format("{}: {}\n", statistic.name, statistic.value);
            result += cell.reading.code;
            if (!result.ends_with("\n")) result += "\n";
        }
    }
    return result;
}

} // namespace vkperftest
