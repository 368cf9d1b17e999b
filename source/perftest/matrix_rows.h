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

// The row of the matrix that a text means, spelled as the matrix spells it; case does not count. Besides the
// names of today it takes those with square brackets ("Buffer[R8].Load uniform") and those of 2017 ("Load R8
// invariant", "Load2 raw32 unaligned linear", "Load1 raw32 aligned random", "Tex2D load R8 linear"). Nothing
// for any other text.
std::optional<PerfTestRow> perfTestRow(std::string_view name);

// What the PerfTest that took the figures did with raw loads: until its commit 40ef124 of 18 November 2020 it
// converted every channel from an integer.
enum class RawLoads { Converted, Plain };

// Why PerfTest's figures of the row cannot be compared with those of a program that stays inside its view and
// converts nothing, a clause; empty if they can.
std::string perfTestCaveat(const PerfTestRow& row, RawLoads rawLoads);

// What that can have made of the row: a conversion only costs time, and a load outside the view only saves
// it.
CaveatEffect perfTestCaveatEffect(const PerfTestRow& row, RawLoads rawLoads);

// The row without figures. It has neither id nor kernel: those are of this program's own rows.
RowResult printedRow(const PerfTestRow& row);

} // namespace vkperftest
