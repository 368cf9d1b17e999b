// What `isa` prints: rows × what they were compiled by, for and under.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/isa_options.h"
#include "isa/code_cells.h"
#include "isa/subjects.h"
#include "report/document.h"

namespace vkperftest {

// What a subject's kernels load.
struct SubjectCode {
    IsaSubject subject;
    std::string device; // and driver, one line
    std::string driver; // its version; may be empty
    CodeCells cells;
};

// Of those of which anything is known.
std::vector<SubjectCode> codesOf(std::span<const CompiledSubject> compiled);

struct CodeColumn {
    std::string title;
    Strategy strategy = Strategy::Set;
    const CodeCells* cells = nullptr;
    const CodeCells* before = nullptr; // not null: the column says what changes from these to `cells`
};

// A column for each subject and strategy; where two drivers compile for one target, or for none, one that says what
// changes from the first to the second. They point into `codes`.
std::vector<CodeColumn> codeColumns(std::span<const SubjectCode> codes, const IsaOptions& options,
                                    const DriverNames& names);

// What the row loads, counted for each of its loads; why nothing is known of it.
CodeCell cellAt(const CodeCells& cells, const Case& row, Strategy strategy);

// One column alone has room for more than its loads; many stand below each other on a terminal.
Grid codeMatrix(const std::vector<CodeColumn>& columns, std::span<const Case> rows);

// For programs: a line for each subject, strategy and row.
Grid codeRecords(std::span<const SubjectCode> codes, const IsaOptions& options, const DriverNames& names);

// The code itself (CodeReading::code), with the subgroup size and the drivers' statistics.
std::string codeInFull(const std::vector<CodeColumn>& columns, const IsaOptions& options);

} // namespace vkperftest
