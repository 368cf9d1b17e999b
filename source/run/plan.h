// What to measure, the callbacks meanwhile, and the result that a run starts from: every row that it will measure,
// without samples, or with those of the run that it goes on with; and measuring it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cases/binding.h"
#include "model/device_record.h"
#include "model/run_result.h"
#include "run/stopping.h"
#include "run/trial.h"

namespace vkperftest {

class Executor;

// Loads per sample that an earlier run, or block of `ab`, found: taken over so that the samples can be combined.
struct KnownSizes {
    std::uint64_t baselineLoads = 0;               // 0: not known
    std::map<std::string, std::uint64_t> rowLoads; // by the row's name
};

// The reason for missing code after a run that did not ask for it.
inline constexpr std::string_view kCodeNotRequested = "not requested";

// Of the baseline and of controls.
inline constexpr Strategy kControlStrategies[] = {Strategy::Set};

struct RunPlan {
    std::string suite;
    std::vector<Case> rows;
    std::vector<Case> controls; // measured in addition (cases/controls.h)
    std::vector<Strategy> strategies;
    Case baseline;
    Effort effort;
    std::uint64_t seed = 0;
    bool code = true;         // read the code that the driver makes of the kernels
    bool recording = false;   // measure the CPU's side of binding (run/optional_readings.h)
    bool windows = false;     // measure walks through windows (the same)
    bool validated = false;   // the executor runs under the validation layers
    CompileSettings compiled; // of all rows, controls and the baseline
    Provenance provenance;
    std::optional<RunResult> earlier; // that --continue goes on with: finished rows are kept, others go on
    KnownSizes sizes;
    // Of the block of its side that a child process of `ab` measures; 0: as many as the effort's time allows.
    std::size_t blockRounds = 0;
    std::shared_ptr<const Trial>
        trial; // of a user's shader, whose variants are the rows; null: of suites' rows

    // What results files count of a workgroup of a dispatch; of a user's shader a dispatch is the unit.
    std::uint64_t loadsPerUnit() const { return trial ? 1 : kLoadsPerGroup; }
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
    // is not counted.
    std::function<void(RunStage stage, std::size_t done, std::size_t all)> stage = [](auto...) {};
    std::function<void(const Progress&)> progress = [](auto&) {}; // after every visit to a row
    std::function<bool()> interrupted = [] { return false; };     // asked before every submission
    // Called before the first sample, after every finished row and after every round, with a consistent result.
    std::function<void(const RunResult&)> checkpoint = [](auto&) {};
    // Reads the device's clocks and heat. Meanwhile it calls `keepBusy`, which gives the device some
    // milliseconds of work, again and again until that returns false. Called after each warm-up, after each
    // restart's first round and after the last sample; may be empty.
    std::function<Conditions(const std::function<bool()>& keepBusy)> conditions;
    // Called when something broke the device and the suspected rows are marked as failed: saves that before
    // the device is used again.
    std::function<void(const RunResult&)> saveNow = [](auto&) {};
};

// Unsupported if a device whose pipelines may require these sizes does not offer the size.
Result<void> checkSize(std::uint32_t size, std::uint32_t smallest, std::uint32_t largest);

// Rows and controls in the plan's order. Rows of the earlier run are taken over with their samples, finished or
// not; so is the A/A control.
RunResult initialResult(const RunPlan& plan);

// Everything that the plan measures: each row and control under each of its strategies.
std::vector<BoundRow> boundRowsOf(const RunPlan& plan);

// The strategies that the device must be opened for. A run that measures recording needs all of them.
std::vector<Strategy> neededStrategies(const RunPlan& plan);

// True if nothing of the row is left to measure: every strategy is unsupported or failed, or the row stopped
// because it was precise or its time was up.
bool finished(const RowResult& row);

// The sizes that the run has found.
KnownSizes sizesOf(const RunResult& run);

// Lets the plan go on with the run of the file `name`: rows that are finished are kept, the others are measured.
// `now`: the device and the kernels that it would go on with (vulkan/open_devices.h); no row may be added to the
// plan afterwards. A usage error if samples of both do not belong into one file: it names the setting, device,
// driver or kernel that differs.
Result<void> continueRun(RunPlan& plan, const RunResult& file, const std::string& name, const Provenance& now,
                         const Method& method);

// True if the plan goes on with a file whose run ended and that has everything the plan asks for.
bool nothingLeft(const RunPlan& plan);

// Measures rows on an executor: verify, size, warm up, then interleaved rounds until every row is precise or
// the time is up. Every few rounds a restart begins: everything on the device is recreated and verified again.
// The runner sees neither a clock nor a device: time is what the executor reports. Fails only if the baseline
// cannot be measured; any other failure is recorded in the result of its row. The caller fills in the wall time.
Result<RunResult> measure(Executor& executor, const RunPlan& plan, const RunHooks& hooks);

} // namespace vkperftest
