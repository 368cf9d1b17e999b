// The most that a GPU's L1 delivers, to be set beside what its loads take.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "analysis/figures.h"

namespace vkperftest {

// What L1 delivers at most to the loads of one unit (SM, CU) in a clock, by architecture.
struct L1Width {
    std::uint32_t vendorId = 0;
    std::string_view architecture; // with NVIDIA's compute capability: "Turing (7.5)"
    double bytesPerClock = 0;
    std::string_view names;  // of its devices: globs, with '|' between them
    std::string_view source; // of the figure
};

// Drivers tell no architecture, but a device's name does. The first entry that fits it counts.
std::span<const L1Width> l1Widths();

struct L1Limit {
    double bytesPerClock = 0; // of a unit
    std::uint32_t units = 0;
    double gigahertz = 0; // under load, the mean of the readings; of those while a row ran, if there are any
    double bytesPerNanosecond() const { return bytesPerClock * units * gigahertz; }
};

// Nothing where the width, the units or the clock are not known, where the timer is wrong, and for software drivers.
std::optional<L1Limit> l1Limit(const RunResult& run);

// Bytes that one load of the row asks for. Nothing of rows that this version does not know, and where loads do not bring
// what they ask for: sampling reads more, copies write as well, strides and split elements load a part of what they touch,
// and the lanes of a workgroup share what a resource for fewer of them holds.
std::optional<std::uint32_t> bytesOfLoad(const RowResult& row);

// Which share of the limit the row's loads take, so many a nanosecond. Nothing where either is not known, and but for linear
// rows: uniform and random ones read the same bytes many times over.
std::optional<double> shareOfLimit(const RunResult& run, const RowResult& row,
                                   std::optional<double> loadsPerNanosecond);

// The linear row that delivers most: uniform and random rows read the same bytes many times over.
struct MostBytes {
    const RowResult* row = nullptr;
    std::string_view strategy;
    double loadsPerNanosecond = 0;
    double bytesPerNanosecond = 0;
};

// Nothing without such a row, where the timer is wrong, and for software drivers. Refers to the run.
std::optional<MostBytes> mostBytes(const RunFigures& figures);

} // namespace vkperftest
