// `report` of a program that was built without Chart.js.
#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest {
namespace {

TEST(WithoutReport, ItSaysWhatToInstall) {
    const Outcome outcome = runProgram({"report", "perftest:RTX 3090"});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, testing::HasSubstr("built without `report`"));
    EXPECT_THAT(outcome.err, testing::HasSubstr("apt install libjs-chart.js"));
}

} // namespace
} // namespace vkperftest
