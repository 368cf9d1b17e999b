// What is preferred of strategies, and how sure that is.
#include <gmock/gmock.h>

#include "advice/binding_preference.h"
#include "advice/every_device.h"

namespace vkperftest::preference_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

StrategyRows rowsOf(std::string strategy, std::vector<AgainstSet> verdicts, double times) {
    StrategyRows rows{.strategy = std::move(strategy), .rows = {}};
    for (const AgainstSet verdict : verdicts)
        rows.rows.push_back({.name = std::to_string(rows.rows.size()), .verdict = verdict, .times = times});
    return rows;
}

constexpr AgainstSet kFaster = AgainstSet::Faster, kSame = AgainstSet::Same, kSlower = AgainstSet::Slower,
                     kUnclear = AgainstSet::Unknown;

TEST(BindingPreference, IsUnknownWithoutAnotherStrategy) {
    const BindingPreference none = bindingPreference({}, "");
    EXPECT_THAT(none.best, IsEmpty());
    EXPECT_EQ(none.confidence, Confidence::Unknown);
    EXPECT_THAT(none.reason, HasSubstr("no row was measured"));
    const BindingPreference unclear = bindingPreference({rowsOf("push", {kUnclear}, 1)}, "");
    EXPECT_EQ(unclear.confidence, Confidence::Unknown);
    EXPECT_THAT(unclear.best, IsEmpty());
}

TEST(BindingPreference, IsSetIfNothingIsFaster) {
    const BindingPreference same = bindingPreference(
        {rowsOf("push", {kSame, kSame}, 1), rowsOf("buffer", {kSame, kSame, kSlower}, 2)}, "");
    EXPECT_THAT(same.best, ElementsAre("set", "push"));
    EXPECT_EQ(same.confidence, Confidence::Sure) << same.reason;
    EXPECT_THAT(same.missing, ElementsAre("push-template", "dynamic", "inline", "address-4", "address-16"));
    EXPECT_EQ(same.compared[1].mostSlower(), 2);
    EXPECT_EQ(bindingPreference({rowsOf("push", {kSame}, 1)}, "printed").confidence, Confidence::Likely);
}

TEST(BindingPreference, IsTheStrategyThatGainsMostAndNeverLoses) {
    const BindingPreference faster = bindingPreference({rowsOf("push", {kFaster, kFaster}, 0.8),
                                                        rowsOf("dynamic", {kFaster, kFaster}, 0.5),
                                                        rowsOf("buffer", {kFaster, kFaster, kSlower}, 0.1)},
                                                       "");
    EXPECT_THAT(faster.best, ElementsAre("dynamic", "push"));
    EXPECT_EQ(faster.confidence, Confidence::Likely); // push and buffer are not compared with it
    const BindingPreference alone = bindingPreference({rowsOf("push", {kFaster, kFaster}, 0.8)}, "");
    EXPECT_EQ(alone.confidence, Confidence::Sure) << alone.reason;
}

TEST(BindingPreference, IsNotSureOfRowsThatAreUnclearHiddenOrFaster) {
    const auto preferred = [](StrategyRows rows) { return bindingPreference({std::move(rows)}, ""); };
    EXPECT_THAT(preferred(rowsOf("push", {kSame, kSame, kUnclear}, 1)).reason,
                HasSubstr("1 of 3 rows are unclear"));
    EXPECT_THAT(preferred(rowsOf("push", {kSame, kSame, kFaster}, 0.5)).reason,
                HasSubstr("up to 2.00 times as fast as set in 1 of 3 rows"));
    StrategyRows hidden = rowsOf("push", {kSame}, 1);
    hidden.rows[0].hidden = true;
    EXPECT_THAT(preferred(std::move(hidden)).reason, HasSubstr("instructions may limit 1 of 1 rows"));
    // A few judged rows do not speak for many that differ.
    EXPECT_EQ(rowsOf("push", {kFaster, kUnclear, kUnclear}, 0.5).mostly(), AgainstSet::Unknown);
    EXPECT_EQ(rowsOf("push", {kFaster, kSlower}, 0.5).mostly(), AgainstSet::Depends);
}

// The rows that are preferred, computed once more from their ratios.
TEST(LoadPreferences, PreferTheFastestRow) {
    for (const KnownDevice& device : everyDevice()) {
        const RunFigures figures = analyse(device.run);
        const std::vector<LoadPreference> loads = loadPreferences(figures);
        ASSERT_EQ(loads.size(), 9u);
        for (const LoadPreference& load : loads) {
            ASSERT_FALSE(load.kind.best.empty()) << device.name;
            EXPECT_EQ(load.kind.confidence == Confidence::Sure, load.kind.reason.empty());
            double best = 0, preferred = 0;
            for (const Candidate& each : candidateRows(Reading(figures), load.bytes, load.pattern)) {
                if (each.row.isAtLeast()) best = std::max(best, each.row.ratio());
                if (each.kind == load.kind.best[0]) preferred = each.row.ratio();
            }
            EXPECT_EQ(preferred, best) << device.name;
        }
    }
}

} // namespace
} // namespace vkperftest::preference_test
