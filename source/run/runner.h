// Measures rows on an executor: verify, size, warm up, then interleaved rounds until every row is precise or
// the time is up. Sees neither a clock nor a device: time is what the executor reports.
#pragma once

#include <functional>
#include <vector>

#include "run/effort.h"
#include "run/executor.h"

namespace vkperftest {

struct RunPlan {
    std::vector<Case> rows;
    std::vector<Strategy> strategies;
    Case baseline; // always measured under Strategy::Set
    Effort effort;
    std::uint64_t seed = 0;
};

struct Progress {
    std::size_t rowsDone = 0;
    std::size_t rows = 0;
    const RowResult* row = nullptr; // just sampled
    double fraction = 0;            // of the work, an estimate
};

struct RunHooks {
    std::function<void(const Progress&)> progress; // after every visit to a row; may be empty
    std::function<bool()> interrupted;             // asked before every submission; may be empty
};

// Fails only if the baseline cannot be measured; every other trouble is the row's own and stands in the
// result. The device, the settings' suite and the wall time are left for the caller to fill in.
Result<RunResult> measure(Executor& executor, const RunPlan& plan, const RunHooks& hooks);

} // namespace vkperftest
