// What to measure, and who is told meanwhile.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cases/bound_row.h"
#include "model/run_result.h"
#include "model/run_stage.h"
#include "run/effort.h"

namespace vkperftest {

// Loads of a sample that an earlier run has found, taken over so that samples of both can be put together.
struct KnownSizes {
    std::uint64_t baselineLoads = 0;               // 0: not known
    std::map<std::string, std::uint64_t> rowLoads; // by the row's name
};

// What --resume brings: rows that the earlier run has finished are kept, others go on.
struct EarlierRun {
    Measurements measurements; // of the same rows
    KnownSizes sizes;
    bool cpu = false;   // as of RunSettings
    bool ended = false; // neither interrupted nor aborted
};

// The part of its side's run that a child process of `ab` measures.
struct AbBlock {
    std::size_t rounds = 0; // > 0
    KnownSizes sizes;       // those of the side's last block
};

// Of the baseline and of twins.
inline constexpr Strategy kTwinStrategies[] = {Strategy::Set};

struct RunPlan {
    std::string suite;
    std::vector<Case> rows;
    std::vector<Case> twins; // measured besides (cases/twins.h)
    std::vector<Strategy> strategies;
    Case baseline;
    Effort effort;
    std::uint64_t seed = 0;
    bool code = true;       // then the executor tells what the driver makes of the kernels
    bool recording = false; // then the CPU's side of binding is measured (run/recording.h)
    bool validated = false; // the executor runs under the validation layers
    QueueKind queue = QueueKind::Main;
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
    // What happens before a row is sampled, which may take long, and how much of it is done, `all` being 0
    // where that is not counted; may be empty.
    std::function<void(RunStage stage, std::size_t done, std::size_t all)> stage;
    std::function<void(const Progress&)> progress; // after every visit to a row; may be empty
    std::function<bool()> interrupted;             // asked before every submission; may be empty
    // Before the first sample, after every row that is finished and every round; may be empty. What the
    // result holds then is consistent.
    std::function<void(const RunResult&)> checkpoint;
    // Reads the device's clocks and heat. Meanwhile it calls `keepBusy` again and again, which gives the
    // device some milliseconds of work, until that returns false. Asked after each warm-up and after the last
    // sample; may be empty.
    std::function<Conditions(const std::function<bool()>& keepBusy)> conditions;
    // Something broke the device, and the rows that may have done it are marked as failed: saves that before
    // anything else is done to the device; may be empty.
    std::function<void(const RunResult&)> saveNow;
};

} // namespace vkperftest
