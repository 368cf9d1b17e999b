#include "analysis/figures.h"

#include <gmock/gmock.h>

#include "analysis/figures.h"
#include "base/text.h"
#include "golden.h"
#include "model/made_up_run.h"

namespace vkperftest::quality_test {

PairedRatio within(double half, double ratio = 1) {
    return {.median = ratio, .interval = Interval{ratio * (1 - half), ratio * (1 + half)}};
}

QualityFacts quiet() {
    return {.aaControl = within(0.002),
            .ratios = {within(0.005), within(0.005), within(0.005), within(0.005)}};
}

TEST(Quality, EachFactAloneSpoilsARun) {
    const std::pair<void (*)(QualityFacts&), Grade> kCases[] = {
        {[](QualityFacts& facts) { facts.setAside = 0.09; }, Grade::Good},
        {[](QualityFacts& facts) { facts.setAside = 0.4; }, Grade::Noisy},
        {[](QualityFacts& facts) { facts.setAside = 0.7; }, Grade::Disturbed},
        {[](QualityFacts& facts) { facts.aaControl.reset(); }, Grade::Good},
        {[](QualityFacts& facts) { facts.aaControl = within(0.1, 1.05); }, Grade::Good},
        {[](QualityFacts& facts) { facts.aaControl = within(0.01, 1.05); }, Grade::Noisy},
        {[](QualityFacts& facts) { facts.aaControl = within(0.01, 0.6); }, Grade::Disturbed},
        {[](QualityFacts& facts) { facts.ratios[0] = within(0.5); }, Grade::Good},
        {[](QualityFacts& facts) { facts.ratios[0] = facts.ratios[1] = {.median = 1}; }, Grade::Noisy},
        {[](QualityFacts& facts) { facts.ratios.assign(4, within(0.05)); }, Grade::Disturbed},
        {[](QualityFacts& facts) { facts.ratios.assign(4, within(0.05)), facts.wide = 0.15; }, Grade::Good},
        {[](QualityFacts& facts) { facts.ratios.assign(4, within(0.1)), facts.wide = 0.15; },
         Grade::Disturbed},
    };
    for (const auto& [spoil, grade] : kCases) {
        QualityFacts facts = quiet();
        spoil(facts);
        const RunQuality quality = judgeQuality(facts);
        EXPECT_EQ(quality.grade, grade);
        EXPECT_EQ(quality.reasons.size(), grade == Grade::Good ? 0u : 1u);
        for (const std::string& reason : quality.reasons) expectGolden(reason);
    }
}

TEST(Quality, IsThatOfTheWorstFactWhichIsSaidFirst) {
    QualityFacts facts = quiet();
    facts.setAside = 0.4;
    facts.aaControl = within(0.01, 2);
    const RunQuality quality = judgeQuality(facts);
    EXPECT_EQ(quality.grade, Grade::Disturbed);
    expectGolden(join(quality.reasons, ", "));
}

TEST(Quality, IsToldOfMeasuredFiguresOnly) {
    RunResult run = madeUpRun({.rows = 5});
    EXPECT_EQ(analyse(run).quality->grade, Grade::Good);
    run.source = "somewhere";
    EXPECT_FALSE(analyse(run).quality.has_value());
    run.source.clear();
    run.rows.clear();
    EXPECT_FALSE(analyse(run).quality.has_value());
}

TEST(Quality, HidesNoFigure) {
    const RunResult run = madeUpRun({.rows = 6, .sampleNoise = 0.15});
    const RunFigures figures = analyse(run);
    ASSERT_EQ(figures.quality->grade, Grade::Disturbed);
    for (const RowFigures& row : figures.rows) EXPECT_TRUE(row.strategies[0]->ratio.interval);
}

} // namespace vkperftest::quality_test
