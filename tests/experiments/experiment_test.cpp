#include "experiments/experiment.h"

#include <set>

#include <gmock/gmock.h>

#include "made_up_rows.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;

constexpr Experiment kCertain{"certain", "is it so?", [](const RunResult&) -> Result<std::vector<Finding>> {
                                  return std::vector<Finding>{{"a row", "so", "it is so"}};
                              }};

// The null row takes so many times the baseline's nanoseconds.
RunResult runWithNullRow(double nanoseconds) {
    RunResult run;
    addMadeUpRow(run, "baseline", "random", "", nanoseconds, 0);
    run.nullRow = run.rows[0];
    return run;
}

TEST(Experiment, JudgesAQuietRun) {
    for (const double nanoseconds : {1.0, 0.96, 1.04}) {
        const std::vector<Finding> findings = judgeRun(kCertain, runWithNullRow(nanoseconds)).value();
        ASSERT_EQ(findings.size(), 1u);
        EXPECT_EQ(findings[0].verdict, "so");
    }
    EXPECT_EQ(judgeRun(kCertain, RunResult()).value()[0].verdict, "so") << "a run without a null row";
}

TEST(Experiment, SaysNothingWhereTheNullRowIsOff) {
    for (const double nanoseconds : {0.5, 0.94, 1.07, 2.0}) {
        const std::vector<Finding> findings = judgeRun(kCertain, runWithNullRow(nanoseconds)).value();
        ASSERT_EQ(findings.size(), 1u);
        EXPECT_EQ(findings[0].subject, "a row");
        EXPECT_EQ(findings[0].verdict, "cannot say");
        EXPECT_THAT(findings[0].sentence, HasSubstr("cannot say, because the null row is off by "));
    }
    EXPECT_THAT(judgeRun(kCertain, runWithNullRow(0.5)).value()[0].sentence, HasSubstr("+100 %"));
}

TEST(Experiment, EachHasANameOfItsOwnAndAQuestion) {
    std::set<std::string_view> names;
    for (const Experiment& experiment : experiments()) {
        EXPECT_TRUE(names.insert(experiment.name).second);
        EXPECT_TRUE(experiment.question.ends_with("?"));
        EXPECT_EQ(findExperiment(experiment.name).value(), &experiment);
    }
    EXPECT_FALSE(findExperiment("alignment").ok());
}

} // namespace
} // namespace vkperftest
