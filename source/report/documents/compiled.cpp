#include "model/json_layout.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

std::string sizeText(const CompiledKernel& kernel) {
    return kernel.subgroupSize > 0 ? std::to_string(kernel.subgroupSize) : "";
}

Json kernelJson(const std::string& row, const CompiledColumn& column, const CompiledKernel& kernel) {
    const auto text = [](const std::string& known) { return known.empty() ? Json(nullptr) : Json(known); };
    return {{"row", row},
            {"column", column.title},
            {"strategy", column.strategy},
            {"loads", text(kernel.loads)},
            {"missing", text(kernel.missing)},
            {"subgroup_size", kernel.subgroupSize > 0 ? Json(kernel.subgroupSize) : Json(nullptr)},
            {"registers", text(kernel.registers)},
            {"hash", text(kernel.hash)}};
}

} // namespace

Document compiledDocument(const CompiledRows& compiled) {
    const bool alone = compiled.columns.size() == 1 && !compiled.changes; // there is room for more than loads
    Grid grid{.columns = {{"row"}}};
    for (const CompiledColumn& column : compiled.columns) grid.columns.push_back({column.title});
    if (alone) grid.columns.insert(grid.columns.end(), {{"subgroup", Kind::Number}, {"registers"}, {"code"}});
    Json kernels = Json::array();
    for (const CompiledRow& row : compiled.rows) {
        std::vector<std::string>& cells = grid.rows.emplace_back(1, row.name);
        for (std::size_t i = 0; i < compiled.columns.size(); ++i) {
            const CompiledKernel& kernel = row.kernels[i];
            cells.push_back(kernel.missing.empty() ? kernel.loads : kernel.missing);
            if (alone) cells.insert(cells.end(), {sizeText(kernel), kernel.registers, kernel.hash});
            kernels.push_back(kernelJson(row.name, compiled.columns[i], kernel));
        }
    }
    return {.heading = "Loads in the drivers' code",
            .sections = {{.subjects = compiled.subjects, .grid = std::move(grid)}},
            .data = layOutJson({{"subjects", compiled.subjects}, {"kernels", std::move(kernels)}}),
            .notes = compiled.subjects};
}

Document targetsDocument(std::span<const ListedTarget> targets) {
    Grid grid{.columns = textColumns("target,GPUs,works")};
    for (const ListedTarget& target : targets)
        grid.rows.push_back(
            {target.name, target.gpus, target.trouble.empty() ? "yes" : "no: " + target.trouble});
    return {.heading = "Targets of the compiler", .sections = {{.grid = std::move(grid)}}};
}

} // namespace vkperftest
