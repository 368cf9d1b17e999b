// What to measure, and the callbacks meanwhile.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cases/bound_row.h"
#include "model/run_result.h"
#include "run/effort.h"

namespace vkperftest {

// Loads per sample that an earlier run found, taken over so that samples of both runs can be combined.
struct KnownSizes {
    std::uint64_t baselineLoads = 0;               // 0: not known
    std::map<std::string, std::uint64_t> rowLoads; // by the row's name
};

// What --continue goes on with: finished rows are kept, others go on.
struct EarlierRun {
    Measurements measurements; // of the same rows
    KnownSizes sizes;
    bool cpu = false;   // as in RunSettings
    bool ended = false; // neither interrupted nor aborted
};

// The part of its side's run that a child process of `ab` measures.
struct AbBlock {
    std::size_t rounds = 0; // > 0
    KnownSizes sizes;       // sizes of the side's last block
};

// Of the baseline and of twins.
inline constexpr Strategy kTwinStrategies[] = {Strategy::Set};

struct RunPlan {
    std::string suite;
    std::vector<Case> rows;
    std::vector<Case> twins; // measured in addition (cases/twins.h)
    std::vector<Strategy> strategies;
    Case baseline;
    Effort effort;
    std::uint64_t seed = 0;
    bool code = true;       // read the code that the driver makes of the kernels
    bool recording = false; // measure the CPU's side of binding (run/recording.h)
    bool windows = false;   // measure walks through windows (run/windows.h)
    bool validated = false; // the executor runs under the validation layers
    QueueKind queue = QueueKind::Main;
    CompileSettings compiled;       // of all rows, twins and the baseline
    bool everySubgroupSize = false; // withEverySize() adds rows, once the device is known
    Provenance provenance;
    std::optional<EarlierRun> earlier;
    std::optional<AbBlock> block; // nothing: as many rounds as the effort's time allows
};

struct Progress {
    std::size_t rowsDone = 0;
    std::size_t rows = 0;
    const RunResult* run = nullptr; // so far
    const RowResult* row = nullptr; // of it, just sampled
    double fraction = 0;            // of the work, an estimate
};

struct RunHooks {
    // Reports work other than sampling, which may take long, and how much of it is done; `all` is 0 if that
    // is not counted. May be empty.
    std::function<void(RunStage stage, std::size_t done, std::size_t all)> stage;
    std::function<void(const Progress&)> progress; // after every visit to a row; may be empty
    std::function<bool()> interrupted;             // asked before every submission; may be empty
    // Called before the first sample, after every finished row and after every round, with a consistent
    // result; may be empty.
    std::function<void(const RunResult&)> checkpoint;
    // Reads the device's clocks and heat. Meanwhile it calls `keepBusy`, which gives the device some
    // milliseconds of work, again and again until that returns false. Called after each warm-up, after each
    // epoch's first round and after the last sample; may be empty.
    std::function<Conditions(const std::function<bool()>& keepBusy)> conditions;
    // Called when something broke the device and the suspected rows are marked as failed: saves that before
    // the device is used again; may be empty.
    std::function<void(const RunResult&)> saveNow;
};

} // namespace vkperftest
