// Resuming a results file that was not finished.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "run/executor.h"
#include "run/plan.h"

namespace vkperftest {

// The sizes that the run has found. A usage error if this program cannot have found one of them.
Result<KnownSizes> sizesOf(const RunResult& run);

// The plan that the file's run had: its suite, rows, strategies, baseline, effort, seed and results so far. A
// usage error if this program lacks one of them, or if the file holds no samples of its own (a published
// table).
Result<RunPlan> resumedPlan(const RunResult& file);

// True if the plan comes from a file whose run ended and that has everything the plan asks for.
bool nothingLeft(const RunPlan& plan);

// An option that decides how rows are measured: its name, the words for a different value, and its value in a
// plan.
struct PlanSetting {
    std::string_view option;
    const char* other;
    std::string (*of)(const RunPlan& plan);
};

constexpr std::string_view kSeedOption = "--seed";
std::span<const PlanSetting> planSettings();

// "'x.json' was measured with another suite (vector instead of matrix)"; long values are omitted.
Error differing(const std::string& file, const PlanSetting& setting, const RunPlan& has,
                const RunPlan& asked);

// Checks that samples of both runs fit into one file: the same device, driver and kernels. A usage error
// names what differs, and how. `now`: of the run that would go on (vulkan/provenance.h).
Result<void> checkSameMachine(const Provenance& file, const Provenance& now);

// The file's device with what it is opened with to go on, in addition: the file may be older than a
// capability. Files that name nothing in `enabled` are older still; what they were measured with stays
// unknown.
DeviceRecord resumedDevice(DeviceRecord file, const DeviceRecord& now);

// Checks that this run would use the file's method, for GPUs or for software drivers: no statistics fit
// samples of both. A usage error names both methods if they differ.
Result<void> checkSameWay(const EarlierRun& file, const ExecutorTraits& now);

} // namespace vkperftest
