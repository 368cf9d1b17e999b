// What `isa` prints: rows × what they were compiled by, for and under.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "cli/isa_options.h"
#include "isa/summary.h"
#include "isa/transcript.h"
#include "report/document.h"

namespace vkperftest {

struct CodeCell {
    // Why there is no code; empty if there is. Of a kernel that the compiler did not get to:
    std::string missing = "not compiled: the compiler crashed or hung";
    std::uint32_t subgroupSize = 0;
    std::vector<Statistic> statistics;
    CodeReading reading;

    std::string loads() const { return missing.empty() ? reading.loads() : missing; }
};

using CodeCells = std::map<std::string, CodeCell>; // by codeKey

// Every kernel once, however many rows share it.
CodeCells cellsOf(const Transcript& transcript);

struct CodeColumn {
    std::string title;
    Strategy strategy = Strategy::Set;
    const CodeCells* cells = nullptr;
    const CodeCells* before = nullptr; // not null: the column says what changes from these to `cells`
};

// One column alone has room for more than its loads.
Grid codeMatrix(const std::vector<CodeColumn>& columns, std::span<const Case> rows);

// The code itself (CodeReading::code), with the subgroup size and the drivers' statistics.
std::string codeInFull(const std::vector<CodeColumn>& columns, const IsaOptions& options);

} // namespace vkperftest
