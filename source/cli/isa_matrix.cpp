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

} // namespace

CodeCell cellAt(const CodeCells& cells, const Case& row, Strategy strategy) {
    const auto found = cells.find(codeKey(row, strategy));
    if (found != cells.end()) {
        CodeCell cell = found->second;
        cell.reading.summary.loadsPerIteration = loadsPerIteration(row);
        return cell;
    }
    const std::string why = whyUnsupported({row, strategy});
    return why.empty() ? CodeCell() : CodeCell{.missing = "unsupported: " + why};
}

Grid codeMatrix(const std::vector<CodeColumn>& columns, std::span<const Case> rows) {
    const bool alone = columns.size() == 1 && columns[0].before == nullptr;
    Grid grid{.columns = {{"row"}}};
    for (const CodeColumn& column : columns) grid.columns.push_back({column.title});
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
        const std::string size = cell.subgroupSize > 0 ? std::to_string(cell.subgroupSize) : "";
        cells.insert(cells.end(), {cell.reading.inFlight(), size, cell.reading.registers, cell.reading.hash});
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
