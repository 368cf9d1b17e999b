// What `isa` prints: rows × what they were compiled by, for and under.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/isa_options.h"
#include "isa/code_cells.h"
#include "report/document.h"

namespace vkperftest {

struct CodeColumn {
    std::string title;
    Strategy strategy = Strategy::Set;
    const CodeCells* cells = nullptr;
    const CodeCells* before = nullptr; // not null: the column says what changes from these to `cells`
};

// What the row loads, counted for each of its loads; why nothing is known of it.
CodeCell cellAt(const CodeCells& cells, const Case& row, Strategy strategy);

// One column alone has room for more than its loads.
Grid codeMatrix(const std::vector<CodeColumn>& columns, std::span<const Case> rows);

// The code itself (CodeReading::code), with the subgroup size and the drivers' statistics.
std::string codeInFull(const std::vector<CodeColumn>& columns, const IsaOptions& options);

} // namespace vkperftest
