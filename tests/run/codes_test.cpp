// What the driver's compiler made of the kernels, as it gets into a run's result.
#include "run/optional_readings.h"

#include <set>

#include <gmock/gmock.h>

#include "cases/controls.h"
#include "cases/suite.h"
#include "recording_executor.h"
#include "run/plan.h"

namespace vkperftest {
namespace codes_test {

using testing::IsEmpty;
using testing::SizeIs;

RunPlan planOf(const std::vector<std::string>& filters) {
    RunPlan plan{.rows = selectRows(matrixRows(), filters).value(),
                 .strategies = {Strategy::Set, Strategy::Push},
                 .baseline = defaultBaseline(),
                 .effort = kQuickEffort,
                 .seed = 1};
    plan.twins = missingTwins(plan.rows);
    return plan;
}

// Its hash names the bound row.
Result<CodeDigest> codeOfBoundRow(const BoundRow& bound) {
    CodeDigest code;
    code.hash = kernelKey(bound) + " " + std::string(strategyName(bound.strategy));
    return code;
}

RunResult withCodes(RecordingExecutor& executor, const RunPlan& plan) {
    RunResult result = initialResult(plan);
    addCodes(executor, plan, result);
    return result;
}

TEST(Codes, EveryKernelIsAskedForOnceUnderEachStrategy) {
    RecordingExecutor executor;
    executor.code = codeOfBoundRow;
    const RunPlan plan = planOf({"Buffer<R*"}); // formats share kernels
    const RunResult run = withCodes(executor, plan);
    std::set<std::string> asked;
    for (const BoundRow& bound : executor.asked) asked.insert(codeOfBoundRow(bound).value().hash);
    EXPECT_EQ(asked.size(), executor.asked.size());
    EXPECT_LT(asked.size(), plan.rows.size() + plan.twins.size());
    EXPECT_EQ(run.codes.size(), asked.size());
    for (std::size_t i = 0; i < plan.rows.size(); ++i) {
        for (std::size_t s = 0; s < plan.strategies.size(); ++s) {
            const CodeDigest* code = codeOf(run, run.rows[i].strategies[s]);
            ASSERT_NE(code, nullptr) << run.rows[i].name;
            EXPECT_EQ(code->hash, codeOfBoundRow({plan.rows[i], plan.strategies[s]}).value().hash);
        }
    }
    for (const RowResult& floor : run.twins) EXPECT_NE(codeOf(run, floor.strategies[0]), nullptr);
    EXPECT_NE(codeOf(run, run.nullRow.strategies[0]), nullptr);
    EXPECT_EQ(run.codesMissing, "");
}

TEST(Codes, DemandedSubgroupSizesAreKernelsOfTheirOwn) {
    RecordingExecutor executor;
    executor.code = codeOfBoundRow;
    RunPlan plan = planOf({"cbuffer*linear"});
    plan.rows.push_back(plan.rows[0]);
    plan.rows[1].subgroupSize = 32;
    const RunResult run = withCodes(executor, plan);
    EXPECT_NE(run.rows[0].strategies[0].code, run.rows[1].strategies[0].code);
}

TEST(Codes, ADriverThatTellsNothingIsSaid) {
    RecordingExecutor executor;
    const RunResult run = withCodes(executor, planOf({"cbuffer"}));
    EXPECT_THAT(run.codes, IsEmpty());
    EXPECT_EQ(run.codesMissing, "it tells nothing");
    EXPECT_EQ(run.rows[0].strategies[0].code, "");
}

TEST(Codes, ARefusedKernelCostsItsCodeAlone) {
    RecordingExecutor executor;
    executor.code = [](const BoundRow& bound) -> Result<CodeDigest> {
        if (bound.strategy == Strategy::Push) return Error{ErrorKind::Unsupported, "no push", ""};
        if (bound.row.pattern == Pattern::Linear) return Error{ErrorKind::RowFailed, "out of registers", ""};
        return codeOfBoundRow(bound);
    };
    const RunResult run = withCodes(executor, planOf({"cbuffer"}));
    ASSERT_EQ(run.rows[1].pattern, "linear");
    EXPECT_EQ(codeOf(run, run.rows[1].strategies[0])->loads(), "unknown: out of registers");
    EXPECT_EQ(codeOf(run, run.rows[0].strategies[0])->trouble, "");
    EXPECT_EQ(run.rows[0].strategies[1].code, "") << "what cannot run has no code";
    EXPECT_EQ(run.codesMissing, "");
}

TEST(Codes, IfNoneComesTheFirstReasonIsKept) {
    RecordingExecutor executor;
    executor.code = [](const BoundRow&) -> Result<CodeDigest> {
        return Error{ErrorKind::Unsupported, "no code today", ""};
    };
    const RunPlan plan = planOf({"cbuffer"});
    const RunResult run = withCodes(executor, plan);
    EXPECT_THAT(run.codes, IsEmpty());
    EXPECT_EQ(run.rows[0].strategies[0].code, "");
    EXPECT_EQ(run.codesMissing, "no code today");
}

TEST(Codes, AreNotAskedForWhereThePlanSaysSo) {
    RecordingExecutor executor;
    executor.code = codeOfBoundRow;
    RunPlan plan = planOf({"cbuffer"});
    plan.code = false;
    const RunResult run = withCodes(executor, plan);
    EXPECT_THAT(executor.asked, IsEmpty());
    EXPECT_EQ(run.codesMissing, "not requested");
}

TEST(Codes, ThoseOfAnEarlierRunAreKept) {
    RecordingExecutor executor, silent;
    executor.code = codeOfBoundRow;
    RunPlan plan = planOf({"cbuffer"});
    RunResult earlier = withCodes(executor, plan);
    plan.earlier = EarlierRun{earlier, {}};
    const std::size_t before = executor.asked.size();
    EXPECT_EQ(withCodes(executor, plan).codes.size(), earlier.codes.size());
    EXPECT_THAT(executor.asked, SizeIs(before)) << "nothing was missing";

    earlier.rows[0].strategies[0].code.clear();
    plan.earlier = EarlierRun{earlier, {}};
    const RunResult kept = withCodes(silent, plan);
    EXPECT_EQ(kept.codes.size(), earlier.codes.size());
    EXPECT_EQ(kept.codesMissing, "") << "there are some";

    earlier.codes.clear();
    for (RowResult* row : {&earlier.rows[0], &earlier.rows[1], &earlier.rows[2]})
        for (StrategyResult& strategy : row->strategies) strategy.code.clear();
    earlier.codesMissing = "not requested";
    plan.earlier = EarlierRun{earlier, {}};
    const RunResult added = withCodes(executor, plan);
    EXPECT_NE(codeOf(added, added.rows[0].strategies[0]), nullptr);
    EXPECT_EQ(added.codesMissing, "");
}

} // namespace codes_test
} // namespace vkperftest
