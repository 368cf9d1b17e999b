// The results that PerfTest's READMEs publish, as runs to compare with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/nearest.h"
#include "base/result.h"
#include "model/run_result.h"

namespace vkperftest {

// One GPU's published table.
struct ReferenceTable {
    std::string vendor;       // "AMD"
    std::string architecture; // "GCN3"
    std::string gpu;          // "R9 Fury 56 CU"; no two tables share it
    std::string source;       // "perftest README 2020"
    // The rows that were published, in their order, with printed figures under `set`
    // (StrategyResult::printed).
    RunResult run;
};

// All of them, in the order of tables.csv.
const std::vector<ReferenceTable>& referenceTables();

// Their GPUs, to compare a run with (analysis/nearest.h).
std::vector<KnownGpu> publishedGpus();

// The table of the GPU of that name, or else the only one whose name contains it; case is ignored. Otherwise
// a usage error that lists the tables that match, or those with similar names.
Result<const ReferenceTable*> findReference(std::string_view name);

} // namespace vkperftest
