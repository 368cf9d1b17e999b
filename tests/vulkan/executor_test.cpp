// What an executor does on a real Vulkan driver besides the rows' own values: whole runs, recording, walks, its counter
// and its code. Times are taken but never judged.

#include "analysis/figures.h"
#include "cases/controls.h"
#include "cases/cpu_model.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "cases/walk.h"
#include "matchers.h"
#include "opened.h"
#include "regular_expressions.h"
#include "run/optional_readings.h"

namespace vkperftest::executor_test {

const Case kRawLinear{rawLoad(4), Pattern::Linear};
constexpr std::uint64_t kFewBytes = 4 << 20; // of memory, for quick walks

// Every way binds what it says, as its executed dispatches show, and the layers stay silent.
TEST(VulkanExecutor, RecordsInEveryWay) {
    Opened opened = open(true);
    const DeviceRecord device = opened.executor->device();
    for (const std::string& way : recordingWays()) {
        SCOPED_TRACE(way);
        const bool lacking =
            ((way == "push descriptors" || way == "push template") && !device.pushDescriptors) ||
            (way == "descriptor buffer" && !device.descriptorBuffers);
        for (const std::uint64_t dispatches : {1u, 10u, 100u}) {
            const Result<double> recorded = opened.executor->record(way, dispatches, true);
            EXPECT_EQ(recorded.ok(), !lacking) << recorded.error().cause;
            if (recorded.ok()) {
                EXPECT_GT(recorded.value(), 0);
            }
            EXPECT_EQ(opened.executor->record(way, dispatches, false).ok(), !lacking);
        }
    }
    expectSilence(opened);
}

TEST(VulkanExecutor, GoesOnAfterItsDeviceWasMadeAnew) {
    Opened opened = open(false);
    EXPECT_EQ(opened.executor->device().measuredSubgroupSize, opened.executor->device().subgroupSize);
    const ProgramId program = prepareOne(*opened.executor, kRawLinear);
    const WalkDispatch walked{walks().data(), kLeastWindow, kFewBytes};
    EXPECT_TRUE(opened.executor->walk(walked, true).ok());
    ASSERT_TRUE(opened.executor->renew().ok());
    EXPECT_TRUE(opened.executor->walk(walked, true).ok());
    EXPECT_TRUE(opened.executor->verify(program, expectedSums(kRawLinear)).ok());
    const Dispatch dispatch{program, 4};
    EXPECT_TRUE(opened.executor->sample({&dispatch, 1}).ok());
}

// Also in the way of GPUs: their sizes, warm-up and paired medians, on a driver that executes what it is told.
TEST(VulkanExecutor, MeasuresRowsEndToEnd) {
    for (const Method* method : {static_cast<const Method*>(nullptr), &kGpuMethod}) {
        const Opened opened = open(false, {.method = method});
        RunPlan plan{.rows = {kRawLinear, {bilinearSample(Format::RGBA8), Pattern::Random}},
                     .strategies = {Strategy::Set, Strategy::Push},
                     .baseline = defaultBaseline(),
                     .effort = kQuickEffort,
                     .seed = 1};
        plan.controls = missingControls(plan.rows);
        const RunResult measured = valueOf(measure(*opened.executor, plan, {}));
        const RunResult& run = measured;
        EXPECT_EQ(run.settings.cpu, opened.executor->traits().method->undisturbed);
        std::vector<RowResult> rows = run.rows;
        rows.insert(rows.end(), run.controls.begin(), run.controls.end());
        rows.push_back(run.aaControl);
        for (const RowResult& row : rows) {
            EXPECT_EQ(row.strategies[0].status, Status::Measured) << reasonText(row.strategies[0].reason);
            EXPECT_THAT(row.strategies[0].nanoseconds, testing::Each(testing::Gt(0.0)));
            EXPECT_EQ(row.strategies[0].nanoseconds.size(), row.baselineNanoseconds.size());
        }
        const bool push = opened.executor->device().pushDescriptors;
        for (const RowResult& row : run.rows)
            EXPECT_EQ(row.strategies[1].status, push ? Status::Measured : Status::Unsupported);
        for (const RowFigures& row : analyse(run).rows) EXPECT_GT(row.strategies[0]->ratio.median, 0);
    }
}

// At small and large sizes, also of no power of two, and the layers stay silent.
TEST(Walker, LoadsWhatTheModelSaysOnEveryWalk) {
    Opened opened = open(true);
    for (const Walk& walk : walks()) {
        std::vector<std::uint64_t> windows = {kLeastWindow, 64 << 10, kFewBytes};
        if (!walk.chain)
            windows.insert(windows.end(), {kLineBytes, 5 * kLineBytes, 3 * kLeastWindow, 10007 * kLineBytes});
        for (const std::uint64_t window : windows) {
            SCOPED_TRACE(testing::Message() << walk.name << ", " << window << " bytes");
            const Result<std::vector<double>> times =
                opened.executor->walk(shortestDispatch(walk, window, kFewBytes, 2), true);
            if (!times.ok() && times.error().kind == ErrorKind::Unsupported) { // SwiftShader's texel buffers
                EXPECT_GT(window, 1u << 16);
                EXPECT_THAT(times.error().cause,
                            ContainsRegex("^max(TexelBufferElements|ImageDimension2D) is [0-9]+$"));
                continue;
            }
            ASSERT_TRUE(times.ok()) << times.error().sentence();
            EXPECT_THAT(times.value(), ElementsAre(testing::Gt(0), testing::Gt(0)));
        }
    }
    expectSilence(opened);
}

// The layers stay silent. Drivers without the counter say so (SwiftShader).
TEST(CounterChains, CountsBesideItsChainsAloneAndAfterADispatch) {
    Opened opened = open(true, {.method = &kGpuMethod});
    VulkanExecutor& executor = *opened.executor;
    const ProgramId baseline = prepareOne(executor, defaultBaseline());
    const bool has = executor.device().shaderClock != 0;
    for (const std::optional<Dispatch>& after : {std::optional<Dispatch>(), {Dispatch{baseline, 2}}}) {
        const Result<CounterSample> sample = executor.readCounter(after);
        ASSERT_EQ(sample.ok(), has) << (sample.ok() ? "" : sample.error().sentence());
        if (has) continue;
        EXPECT_EQ(sample.error().kind, ErrorKind::Unsupported);
        EXPECT_THAT(sample.error().cause, HasSubstr("shaderSubgroupClock of VK_KHR_shader_clock"));
    }
    ASSERT_TRUE(executor.renew().ok());
    EXPECT_EQ(executor.readCounter(Dispatch{baseline, 2}).ok(), has);
    expectSilence(opened);
}

TEST(NativeLoop, TakesTheCountersPlaceOfASoftwareDriver) {
    const Opened opened = open(false, {.method = &kSoftwareMethod});
    const CounterSample sample = opened.executor->readCounter(std::nullopt).value();
    EXPECT_EQ(sample.ticks, kMoreSteps);
    EXPECT_GT(sample.nanoseconds, 0);
}

// Under the validation layers, which must stay silent.
TEST(Codes, AskingLeavesTheExecutorAsItWas) {
    Opened opened = open(true);
    VulkanExecutor& device = *opened.executor;
    const std::vector<BoundRow> boundRows = {{defaultBaseline(), Strategy::Set},
                                             {defaultBaseline(), Strategy::Push}};
    const Result<ProgramId> before = device.prepare({boundRows.data(), 1})[0];
    const Result<std::vector<Result<CodeDigest>>> codes = device.readCode(boundRows);
    // Software drivers tell nothing; others tell if they have the extension.
    const bool tells =
        device.device().kind != DeviceKind::Cpu &&
        hasExtension(opened.instance->physicalDevices()[0], "VK_KHR_pipeline_executable_properties");
    ASSERT_EQ(codes.ok(), tells);
    if (tells) {
        ASSERT_THAT(codes.value(), SizeIs(2));
        ASSERT_TRUE(codes.value()[0].ok()) << codes.value()[0].error().sentence();
        const CodeDigest& code = codes.value()[0].value();
        EXPECT_TRUE(code.hash.size() == 16 || !code.trouble.empty());
    } else {
        EXPECT_EQ(codes.error().kind, ErrorKind::Unsupported);
        EXPECT_THAT(codes.error().cause, HasSubstr("lacks VK_KHR_pipeline_executable_properties"));
    }
    const Result<ProgramId> after = device.prepare({boundRows.data(), 1})[0];
    for (const Result<ProgramId>& program : {before, after}) {
        ASSERT_TRUE(program.ok()) << program.error().sentence();
        const Result<void> verified = device.verify(program.value(), expectedSums(defaultBaseline()));
        EXPECT_TRUE(verified.ok()) << verified.error().sentence();
    }
    expectSilence(opened);
}

} // namespace vkperftest::executor_test
