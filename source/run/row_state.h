// A row while it is measured.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "run/executor.h"

#include "model/run_result.h"

namespace vkperftest {

struct RowState {
    Case description;
    RowResult* result = nullptr;
    std::vector<float> expected;                    // sums of its verification; empty until the first
    std::vector<std::optional<ProgramId>> programs; // by strategy; nothing: it takes no part (any more)
    std::uint64_t groups = 0;                       // of a dispatch; 0: not admitted yet
    bool done = false;
    bool floor = false; // of the plan's floors

    bool anyProgram() const {
        return std::any_of(programs.begin(), programs.end(),
                           [](const auto& program) { return program.has_value(); });
    }
};

} // namespace vkperftest
