// Measures rows on an executor: verify, size, warm up, then interleaved rounds until every row is precise or
// the time is up; every few rounds everything on the device is made anew and verified again, an epoch. Sees
// neither a clock nor a device: time is what the executor reports.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "run/effort.h"
#include "run/executor.h"

namespace vkperftest {

// Loads of a sample that an earlier run has settled on, taken over so that samples of both can be put
// together.
struct KnownSizes {
    std::uint64_t baselineLoads = 0;               // 0: not known
    std::map<std::string, std::uint64_t> rowLoads; // by the row's name
};

// A usage error if a size is none that this program would find.
Result<KnownSizes> sizesOf(const RunResult& run);

struct RunPlan {
    std::string suite;
    std::vector<Case> rows;
    std::vector<Case>
        floors; // measured besides, under Strategy::Set, to tell which rows are load-bound; may be empty
    std::vector<Strategy> strategies;
    Case baseline; // always measured under Strategy::Set
    Effort effort;
    std::uint64_t seed = 0;
    std::size_t mostRounds = 0; // 0: as many as the effort's time allows
    bool code = true;           // then the executor tells what the driver makes of the kernels
    bool recording = false;     // then the CPU's side of binding is measured (run/recording.h)
    KnownSizes sizes;           // may be empty; those of `start` where that holds samples
    // What is known before: tool, host, device, kernels, which the result takes over; and what an earlier run
    // of the same rows has left: rows that it finished are kept, others go on.
    RunResult start;
};

struct Progress {
    std::size_t rowsDone = 0;
    std::size_t rows = 0;
    const RunResult* run = nullptr; // so far
    const RowResult* row = nullptr; // of it, just sampled
    double fraction = 0;            // of the work, an estimate
};

struct RunHooks {
    std::function<void(const Progress&)> progress; // after every visit to a row; may be empty
    std::function<bool()> interrupted;             // asked before every submission; may be empty
    // Before the first sample, after every row that is finished and every round; may be empty. What the
    // result holds then is consistent.
    std::function<void(const RunResult&)> checkpoint;
};

// Fails only if the baseline cannot be measured; every other trouble is the row's own and stands in the
// result. The wall time is left for the caller to fill in.
Result<RunResult> measure(Executor& executor, const RunPlan& plan, const RunHooks& hooks);

} // namespace vkperftest
