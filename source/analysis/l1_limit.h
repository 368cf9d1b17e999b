// The most that a GPU's L1 delivers, to compare with what its loads take.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/run_result.h"

namespace vkperftest {

// The most bytes that L1 delivers to the loads of one unit (SM, CU) in one clock, by architecture.
struct L1Width {
    std::uint32_t vendorId = 0;
    std::string_view architecture; // with NVIDIA's compute capability: "Turing (7.5)"
    double bytesPerClock = 0;
    std::string_view names;  // of its devices: globs, with '|' between them
    std::string_view source; // of the figure
};

// Drivers do not report the architecture, so it follows from the device's name: the first entry that matches
// counts.
std::span<const L1Width> l1Widths();

// The entry of the device; null if there is none.
const L1Width* l1WidthOf(const DeviceRecord& device);

// What its vendor calls the device's compute unit, as far as l1Widths() has the vendor: "multiprocessor".
std::string_view unitName(const DeviceRecord& device);

struct L1Limit {
    double bytesPerClock = 0; // of a unit
    std::uint32_t units = 0;
    double gigahertz = 0; // coreClock
    double bytesPerNanosecond() const { return bytesPerClock * units * gigahertz; }
};

// Nothing where the width, the units or the clock are not known, where the timer is wrong, and for software
// drivers.
std::optional<L1Limit> l1Limit(const RunResult& run);

// How many bytes one load of the row brings from L1. Nothing for rows that this version does not know, and
// for loads that bring more or fewer bytes than they ask for: sampling reads more; copies also write; strided
// and split elements use only part of what they touch; lanes share loads if the resource holds fewer elements
// than a workgroup has invocations.
std::optional<std::uint32_t> bytesOfLoad(const RowResult& row);

// The same for rows that are compared with the limit of L1: linear ones. Nothing for uniform and random rows,
// whose lanes read the same bytes many times over, for constants, which have caches of their own, and for
// kernels without loads.
std::optional<std::uint32_t> bytesForLimit(const RowResult& row);

// The share of the limit that the row uses at so many loads a nanosecond. Nothing if the limit or the loads
// are unknown, and for rows that are not compared with it.
std::optional<double> shareOfLimit(const RunResult& run, const RowResult& row,
                                   std::optional<double> loadsPerNanosecond);

} // namespace vkperftest
