// Every row on a real Vulkan driver: the values it loads, and that verification would see wrong ones. Times
// are taken but never judged.
#include <set>

#include <gmock/gmock.h>

#include "analysis/figures.h"
#include "cases/cpu_model.h"
#include "cases/families/families.h"
#include "cases/shader_of.h"
#include "cases/suite.h"
#include "cases/twins.h"
#include "opened.h"
#include "run/runner.h"
#include "strategy_named.h"
#include "vulkan/strategy.h"

namespace vkperftest {
namespace {

using testing::Gt;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

std::vector<Case> rowsOf(const std::string& shader) {
    std::vector<Case> rows = allRows();
    std::erase_if(rows, [&](const Case& row) { return shaderOf(row) != shader; });
    return rows;
}

const Case kRawLinear{rawLoad(4), Pattern::Linear};

// Only for what the strategy cannot bind at all, or for want of what the device record says, or of control
// over the subgroup's size: the software drivers have the rest.
void expectUnsupported(const Error& error, const BoundRow& bound, const DeviceRecord& device) {
    EXPECT_EQ(error.kind, ErrorKind::Unsupported);
    const CapabilityValue needs = implementationOf(bound.strategy).needs;
    const std::uint32_t bytes = bound.row.operation.source.bytes();
    if (!whyUnsupported(bound).empty()) {
        EXPECT_EQ(error.cause, reasonText(whyUnsupported(bound)));
    } else if (needs != nullptr && device.*needs == 0) {
        EXPECT_THAT(error.cause, StartsWith("no ")); // what, strategy_unit_test.cpp knows
    } else if (bound.strategy == strategyNamed("inline") && device.maxInlineUniformBytes < bytes) {
        EXPECT_THAT(error.cause, HasSubstr("maxInlineUniformBlockSize"));
    } else {
        EXPECT_NE(bound.row.subgroupSize, 0u) << error.cause;
        EXPECT_NE(bound.row.subgroupSize, device.subgroupSize) << error.cause;
    }
}

class Rows : public testing::TestWithParam<std::string> {};

// Under the validation layers with synchronization validation, which must stay silent.
TEST_P(Rows, LoadTheValuesOfTheModelUnderEveryStrategy) {
    Opened opened = open(true);
    std::vector<BoundRow> boundRows;
    for (const Case& row : rowsOf(GetParam())) {
        for (const Strategy strategy : kEveryStrategy) boundRows.push_back({row, strategy});
    }
    const std::vector<Result<ProgramId>> programs = opened.executor->prepare(boundRows);
    for (std::size_t i = 0; i < boundRows.size(); ++i) {
        SCOPED_TRACE(caseName(boundRows[i].row) + " " + std::string(strategyName(boundRows[i].strategy)));
        if (!programs[i].ok()) {
            expectUnsupported(programs[i].error(), boundRows[i], opened.executor->device());
            continue;
        }
        const Result<void> verified =
            opened.executor->verify(programs[i].value(), expectedSums(boundRows[i].row));
        EXPECT_TRUE(verified.ok()) << verified.error().sentence();
        const Dispatch dispatches[] = {{programs[i].value(), 2}, {programs[0].value(), 1}};
        const Result<std::vector<double>> sampled = opened.executor->sample(dispatches);
        ASSERT_TRUE(sampled.ok()) << sampled.error().sentence();
        EXPECT_THAT(sampled.value(), SizeIs(2));
        EXPECT_THAT(sampled.value(), testing::Each(Gt(0.0)));
    }
    opened.executor.reset(); // the layers also judge how it is taken down
    EXPECT_THAT(opened.instance->validationMessages(), SizeIs(0));
}

std::set<std::string> allShaders() {
    std::set<std::string> shaders;
    for (const Case& row : allRows()) shaders.insert(shaderOf(row));
    return shaders;
}

INSTANTIATE_TEST_SUITE_P(AllSuites, Rows, testing::ValuesIn(allShaders()),
                         [](const auto& shader) { return shader.param; });

TEST(Verification, SeesAWrongModelAndAWrongPattern) {
    Opened opened = open(false);
    for (const Operation& operation :
         {typedLoad(Format::R8), rawLoad(1), textureLoad(Format::R8), bilinearSample(Format::R8)}) {
        Case row{operation, Pattern::Linear};
        const ProgramId program = prepareOne(*opened.executor, row);
        std::vector<float> wrong = expectedSums(row);
        ASSERT_TRUE(opened.executor->verify(program, wrong).ok());
        wrong[200] += 1;
        EXPECT_FALSE(opened.executor->verify(program, wrong).ok());
        row.pattern = Pattern::Random;
        const Result<void> verified = opened.executor->verify(program, expectedSums(row));
        ASSERT_FALSE(verified.ok());
        EXPECT_EQ(verified.error().kind, ErrorKind::WrongValues);
        EXPECT_THAT(verified.error().cause, HasSubstr("wrong values"));
    }
}

TEST(Verification, SeesATruncatedResource) {
    // Robust access makes what lies outside read as zero on every driver.
    Opened opened = open(false, {.robustBufferAccess = true, .sourceShare = 0.25});
    for (const Operation& operation : {typedLoad(Format::RGBA32F), rawLoad(4), structuredLoad(4),
                                       vectorLoad(Format::R16F, 16), stridedLoad(128)}) {
        const Case linear{operation, Pattern::Linear};
        const ProgramId program = prepareOne(*opened.executor, linear);
        EXPECT_FALSE(opened.executor->verify(program, expectedSums(linear)).ok()) << caseName(linear);
    }
}

TEST(Verification, SeesASamplerThatDoesNotFilter) {
    Opened opened = open(false, {.nearestOnly = true});
    for (const Case& row : rowsOf("texture_sample")) {
        const bool filters = row.operation.sampler == Sampler::Linear && row.technique == Technique::Direct;
        if (row.pattern == Pattern::Uniform || !filters) continue;
        const ProgramId program = prepareOne(*opened.executor, row);
        const Result<void> verified = opened.executor->verify(program, expectedSums(row));
        ASSERT_FALSE(verified.ok()) << caseName(row);
        EXPECT_THAT(verified.error().cause, HasSubstr("bilinear filter"));
    }
}

// What would copy nothing, or the wrong words, must not pass.
TEST(Verification, SeesWrongCopies) {
    Opened opened = open(false, {.robustBufferAccess = true, .sourceShare = 0.25});
    Opened whole = open(false);
    for (const char* shader : {"raw_copy", "structured_copy"}) {
        for (const Case& row : rowsOf(shader)) {
            EXPECT_FALSE(opened.executor->verify(prepareOne(*opened.executor, row), expectedSums(row)).ok());
            const ProgramId program = prepareOne(*whole.executor, row);
            std::vector<float> words = expectedSums(row);
            EXPECT_TRUE(whole.executor->verify(program, words).ok()) << caseName(row);
            words.back() = 1 - words.back();
            EXPECT_FALSE(whole.executor->verify(program, words).ok()) << caseName(row);
        }
    }
}

// In a window where the elements do not repeat before it ends, each workgroup's sums tell where it began: far
// from those before it, by multiples of the golden ratio.
TEST(Verification, SeesWorkgroupsBeginFarFromOneAnother) {
    Opened opened = open(false);
    if (opened.executor->device().kind != DeviceKind::Cpu)
        GTEST_SKIP() << "more than four workgroups are verified";
    Case row{stridedLoad(16, CachePlace::OwnWindow), Pattern::Linear};
    row.operation.source.period = 0;
    const Traversal& traversal = *row.operation.traversal;
    std::vector<float> expected;
    for (const double begin : {0.0, 0.618034, 0.236068, 0.854102}) {
        const auto ahead = static_cast<std::uint32_t>(begin * (traversal.spread + 1));
        for (std::uint32_t invocation = 0; invocation < 256; ++invocation) {
            std::uint32_t sum = 0;
            for (std::uint32_t i = 0; i < 256; ++i) {
                const std::uint32_t element = (invocation + (ahead + i) * 256) % traversal.window;
                for (std::uint32_t k = 0; k < 4; ++k)
                    sum += (1 + 2 * k) * sourceValue(row.operation.source, 4 * element + k);
            }
            expected.push_back(static_cast<float>(sum));
        }
    }
    const Result<void> verified = opened.executor->verify(prepareOne(*opened.executor, row), expected);
    EXPECT_TRUE(verified.ok()) << verified.error().sentence();
}

TEST(Verification, FailsTheRowInARun) {
    Opened opened = open(false, {.robustBufferAccess = true, .sourceShare = 0.3});
    RunPlan plan{
        .rows = {kRawLinear}, .strategies = {Strategy::Set}, .baseline = kRawLinear, .effort = kQuickEffort};
    // The first quarter of the buffer serves this baseline, not the row.
    plan.baseline.operation = rawLoad(1);
    const Result<RunResult> result = measure(*opened.executor, plan, {});
    ASSERT_TRUE(result.ok()) << result.error().sentence();
    EXPECT_EQ(result.value().rows[0].strategies[0].status, Status::WrongValues);
    EXPECT_THAT(result.value().rows[0].strategies[0].nanoseconds, SizeIs(0));
}

TEST(VulkanExecutor, ReadsTheSubgroupsSizeInAShader) {
    const Opened opened = open(false);
    EXPECT_EQ(opened.executor->device().measuredSubgroupSize, opened.executor->device().subgroupSize);
}

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
    opened.executor.reset();
    EXPECT_THAT(opened.instance->validationMessages(), SizeIs(0));
}

TEST(VulkanExecutor, GoesOnAfterItsDeviceWasMadeAnew) {
    Opened opened = open(false);
    const ProgramId program = prepareOne(*opened.executor, kRawLinear);
    ASSERT_TRUE(opened.executor->renew().ok());
    EXPECT_TRUE(opened.executor->verify(program, expectedSums(kRawLinear)).ok());
    const Dispatch dispatch{program, 4};
    EXPECT_TRUE(opened.executor->sample({&dispatch, 1}).ok());
}

TEST(VulkanExecutor, MeasuresRowsEndToEnd) {
    Opened opened = open(false);
    const RunPlan plan{.rows = {kRawLinear, defaultBaseline()},
                       .strategies = {Strategy::Set, Strategy::Push},
                       .baseline = defaultBaseline(),
                       .effort = kQuickEffort,
                       .seed = 1};
    const Result<RunResult> result = measure(*opened.executor, plan, {});
    ASSERT_TRUE(result.ok()) << result.error().sentence();
    for (const RowResult& row : result.value().rows) {
        EXPECT_EQ(row.strategies[0].status, Status::Measured) << reasonText(row.strategies[0].reason);
        EXPECT_EQ(row.strategies[0].nanoseconds.size(), row.baselineNanoseconds.size());
        const bool push = opened.executor->device().pushDescriptors;
        EXPECT_EQ(row.strategies[1].status, push ? Status::Measured : Status::Unsupported);
    }
    EXPECT_EQ(result.value().nullRow.strategies[0].status, Status::Measured);
}

// The way of GPUs: their sizes, warm-up and paired medians, on a driver that executes what it is told.
TEST(VulkanExecutor, MeasuresRowsInTheWayOfGpus) {
    Opened opened = open(false, {.asGpu = true});
    ASSERT_FALSE(opened.executor->traits().cpu);
    RunPlan plan{.rows = {kRawLinear, {bilinearSample(Format::RGBA8), Pattern::Random}},
                 .strategies = {Strategy::Set},
                 .baseline = defaultBaseline(),
                 .effort = kQuickEffort,
                 .seed = 1};
    plan.twins = missingTwins(plan.rows);
    const Result<RunResult> result = measure(*opened.executor, plan, {});
    ASSERT_TRUE(result.ok()) << result.error().sentence();
    EXPECT_FALSE(result.value().settings.cpu);
    for (const std::vector<RowResult>* rows : {&result.value().rows, &result.value().twins}) {
        for (const RowResult& row : *rows) {
            EXPECT_EQ(row.strategies[0].status, Status::Measured) << reasonText(row.strategies[0].reason);
            EXPECT_THAT(row.strategies[0].nanoseconds, testing::Each(Gt(0.0)));
            EXPECT_EQ(row.strategies[0].nanoseconds.size(), row.baselineNanoseconds.size());
        }
    }
    for (const RowFigures& row : analyse(result.value()).rows) EXPECT_GT(row.strategies[0]->ratio.median, 0);
    // Verification comes before time, as everywhere.
    Opened broken = open(false, {.robustBufferAccess = true, .sourceShare = 0.3, .asGpu = true});
    plan.baseline.operation = rawLoad(1); // the first quarter of the buffer serves it
    const Result<RunResult> wrong = measure(*broken.executor, plan, {});
    ASSERT_TRUE(wrong.ok()) << wrong.error().sentence();
    EXPECT_EQ(wrong.value().rows[0].strategies[0].status, Status::WrongValues);
}

} // namespace
} // namespace vkperftest
