// The rows of PerfTest's matrix as its tables and texts name them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/run_result.h"

namespace vkperftest {

struct PerfTestRow {
    std::string operation; // "Buffer<R8>.Load"
    std::string pattern;   // "uniform"

    std::string name() const { return operation + " " + pattern; }
};

// The row of the matrix that a text names, in the matrix's spelling; case is ignored. Besides today's names
// it accepts names with square brackets ("Buffer[R8].Load uniform") and the names of 2017 ("Load R8
// invariant", "Load2 raw32 unaligned linear", "Load1 raw32 aligned random", "Tex2D load R8 linear"). Nothing
// for any other text.
std::optional<PerfTestRow> perfTestRow(std::string_view name);

// A clause that says why PerfTest's figures of the row cannot be compared with those of a program that stays
// inside its view; empty if they can. Such a load outside only saves time.
std::string perfTestCaveat(const PerfTestRow& row);

// The row without figures. It has neither id nor kernel: only this program's own rows have these.
RowResult printedRow(const PerfTestRow& row);

} // namespace vkperftest
