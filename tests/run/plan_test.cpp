// Which files a run continues: all that the samples of one file have in common, and what may differ.
#include "made_up_runs.h"
#include "run/trial.h"

namespace vkperftest::plan_test {

using Change = void (*)(RunResult& file);

// Whether a run continues its own file after the change.
bool continues(Change change) {
    RunPlan plan{.suite = "try",
                 .rows = {trialRow("as written"), trialRow("cbuffer")},
                 .strategies = kSetAndPush,
                 .baseline = trialRow("as written"),
                 .effort = kDefaultEffort};
    plan.provenance.kernels = {{"as written", "1f"}, {"cbuffer", "2f"}};
    Trial trial;
    trial.described = {.file = "a.comp", .entryPoint = "main", .setting = "64 workgroups", .contents = "3f"};
    plan.trial = std::make_shared<const Trial>(trial);
    RunResult file = initialResult(plan);
    file.settings.cpu = kSoftwareMethod.undisturbed;
    change(file);
    return continueRun(plan, file, "x.json", plan.provenance, kSoftwareMethod).ok();
}

TEST(Continuing, NeedsAllThatTheSamplesOfAFileHaveInCommon) {
    const Change changes[] = {[](RunResult& file) { file.settings.suite = "matrix"; },
                              [](RunResult& file) { file.settings.shader.reset(); },
                              [](RunResult& file) { file.settings.shader->file = "b.comp"; },
                              [](RunResult& file) { file.settings.shader->entryPoint = "other"; },
                              [](RunResult& file) { file.settings.shader->setting = "65 workgroups"; },
                              [](RunResult& file) { file.settings.shader->contents = "4f"; },
                              [](RunResult& file) { file.rows.pop_back(); },
                              [](RunResult& file) { file.rows[1].name = "push constants"; },
                              [](RunResult& file) { file.settings.strategies.pop_back(); },
                              [](RunResult& file) { file.settings.baseline = "cbuffer"; },
                              [](RunResult& file) { file.settings.effort = "quick"; },
                              [](RunResult& file) { file.settings.seed = 2; },
                              [](RunResult& file) { file.settings.validated = true; },
                              [](RunResult& file) { file.settings.compiled.robustness = Robustness::Two; },
                              [](RunResult& file) { file.settings.compiled.subgroupSize = 32; },
                              [](RunResult& file) { file.settings.cpu = false; },
                              [](RunResult& file) { file.device.name = "other"; },
                              [](RunResult& file) { file.device.deviceUuid = "01"; },
                              [](RunResult& file) { file.device.driverName = "radv"; },
                              [](RunResult& file) { file.device.driverInfo = "Mesa 25"; },
                              [](RunResult& file) { file.device.driverVersion = 7; },
                              [](RunResult& file) { file.device.driverUuid = "01"; },
                              [](RunResult& file) { file.host.driverThreads = 2; },
                              [](RunResult& file) { file.kernels["cbuffer"] = "0"; },
                              [](RunResult& file) { file.kernels.erase("cbuffer"); },
                              [](RunResult& file) { file.aaControl.baselineLoads = ~std::uint64_t{0}; },
                              [](RunResult& file) { file.rows[1].strategies[1].loads = ~std::uint64_t{0}; }};
    for (const Change& change : changes) EXPECT_FALSE(continues(change)) << &change - changes;
}

TEST(Continuing, LetsTheRestDiffer) {
    const Change changes[] = {[](RunResult&) {},
                              [](RunResult& file) { file.interrupted = true; },
                              [](RunResult& file) { file.aborted = "the device was lost"; },
                              [](RunResult& file) { file.started = "2026-11-21T09:30:00Z"; },
                              [](RunResult& file) { file.tool.version = "0.0.9"; },
                              [](RunResult& file) { file.host.kernel = "Linux 6"; },
                              [](RunResult& file) { file.device.pciAddress = "0000:01:00.0"; },
                              [](RunResult& file) { file.kernels["typed_buffer"] = "0"; },
                              [](RunResult& file) { file.rows[1].strategies[1].loads = 1024; }};
    for (const Change& change : changes) EXPECT_TRUE(continues(change)) << &change - changes;
}

} // namespace vkperftest::plan_test
