#include "analysis/change_estimate.h"

#include <gmock/gmock.h>

#include "stats/random.h"

namespace vkperftest {
namespace {

// Two runs that differ from each other only as processes of one software driver do: FASTER and SLOWER by chance. Each
// of the two is off.
TEST(JudgeChanges, SoftwareRunsDifferByChanceAsOftenAsTheLevelSays) {
    constexpr int kPairs = 4000; // the share found then has a standard error of 0.35 %
    constexpr double kScatter = 0.02;
    const Part known{.scatter = {1e-12, 1000}, .weight = 1}; // of the epochs of one run
    Random random(1);
    int changed = 0;
    for (int i = 0; i < kPairs; ++i) {
        const Estimate pair{kScatter * random.normal(), kScatter * random.normal(), {known, known}};
        const std::vector<JudgedChange> judged =
            judgeChanges({pair}, {.threshold = 0, .machine = {0, 1}, .betweenRuns = kScatter});
        const Verdict verdict = judged.front().verdict;
        changed += verdict == Verdict::Faster || verdict == Verdict::Slower ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(changed) / kPairs, 0.05, 0.015);
}

} // namespace
} // namespace vkperftest
