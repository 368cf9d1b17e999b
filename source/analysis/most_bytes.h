// The row that delivers the most bytes, for comparison with the limit of L1.
#pragma once

#include <optional>
#include <string_view>

#include "analysis/figures.h"

namespace vkperftest {

// The linear row that delivers the most bytes a nanosecond.
struct MostBytes {
    const RowResult* row = nullptr;
    std::string_view strategy;
    double loadsPerNanosecond = 0;
    double bytesPerNanosecond = 0;
};

// Nothing without such a row, where the timer is wrong, and for software drivers. Refers to the run.
std::optional<MostBytes> mostBytes(const RunFigures& figures);

} // namespace vkperftest
