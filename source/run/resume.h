// Going on with a results file that was not finished.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "run/executor.h"
#include "run/plan.h"

namespace vkperftest {

// The sizes that the run has found. A usage error if one of them is none that this program would find.
Result<KnownSizes> sizesOf(const RunResult& run);

// The plan that the file's run had: its suite, rows, strategies, baseline, effort and seed, and what it has
// finished. A usage error if this program lacks one of them, or if the file holds no samples of its own (a
// published table).
Result<RunPlan> resumedPlan(const RunResult& file);

// Whether the plan is that of a file whose run had ended, and which has everything that the plan asks for.
bool nothingLeft(const RunPlan& plan);

// An option that says how rows are measured: what it is called where two plans differ in it, and what a plan
// has of it.
struct PlanSetting {
    std::string_view option;
    const char* other;
    std::string (*of)(const RunPlan& plan);
};

constexpr std::string_view kSeedOption = "--seed";
std::span<const PlanSetting> planSettings();

// "'x.json' was measured with another suite (vector instead of matrix)"; long lists of rows are not told.
Error differing(const std::string& file, const PlanSetting& setting, const RunPlan& has,
                const RunPlan& asked);

// Whether samples of both can stand in one file: the same device, driver and kernels. A usage error that says
// what differs, and how. `now` is that of the run that would go on (vulkan/provenance.h).
Result<void> checkSameMachine(const Provenance& file, const Provenance& now);

// Whether the executor would be measured in the way that the file was, that of GPUs or that of software
// drivers: no statistics fit samples of both. A usage error that names the two if not.
Result<void> checkSameWay(const EarlierRun& file, const ExecutorTraits& now);

} // namespace vkperftest
