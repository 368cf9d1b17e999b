// What a transcript's kernels load, kernel by kernel.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "isa/summary.h"
#include "isa/transcript.h"

namespace vkperftest {

struct CodeCell {
    // Why there is no code; empty if there is. Of a kernel that the compiler did not get to:
    std::string missing = "not compiled: the compiler crashed or hung";
    std::uint32_t subgroupSize = 0;
    std::vector<Statistic> statistics;
    CodeReading reading;

    std::string loads() const { return missing.empty() ? reading.loads() : missing; }
};

using CodeCells = std::map<std::string, CodeCell>; // by the transcript's key

// Every kernel once, however many rows share it.
CodeCells cellsOf(const Transcript& transcript);

} // namespace vkperftest
