// What is preferred of strategies and loads, and how sure that is.
#include <algorithm>
#include <functional>

#include <gmock/gmock.h>

#include "advice/binding_preference.h"
#include "advice/every_device.h"
#include "cases/strategy.h"

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

// All strategies but set are the same, unless `rows` has others.
BindingPreference preferenceOf(std::vector<StrategyRows> rows, const std::string& neverSure = "") {
    for (const StrategyTraits& each : kStrategies) {
        if (each.name != kSetName && std::ranges::count(rows, each.name, &StrategyRows::strategy) == 0)
            rows.push_back(rowsOf(std::string(each.name), {kSame}, 1));
    }
    return bindingPreference(std::move(rows), neverSure);
}

TEST(BindingPreference, IsUnknownWithoutAnotherStrategy) {
    const BindingPreference none = bindingPreference({}, "");
    EXPECT_THAT(none.best, IsEmpty());
    EXPECT_EQ(none.confidence, Confidence::Unknown);
    EXPECT_EQ(none.reason, "no row was measured under set and under another binding strategy");
    for (const std::vector<AgainstSet>& few :
         {std::vector{kUnclear}, std::vector{kFaster, kUnclear, kUnclear}}) {
        const BindingPreference unclear = bindingPreference({rowsOf("push", few, 0.5)}, "");
        EXPECT_THAT(unclear.best, IsEmpty());
        EXPECT_EQ(unclear.confidence, Confidence::Unknown);
        EXPECT_EQ(unclear.reason, "too few rows could be compared with set");
    }
}

TEST(BindingPreference, IsSetIfNothingIsFaster) {
    const BindingPreference same = preferenceOf({rowsOf("buffer", {kSame, kSame, kSlower}, 2)});
    EXPECT_THAT(same.best, ElementsAre("set", "push", "push-template", "dynamic", "inline", "general-layout",
                                       "address-4", "address-8", "address-16"));
    EXPECT_EQ(same.confidence, Confidence::Sure) << same.reason;
    EXPECT_EQ(preferenceOf({}, "printed").reason, "printed");
}

TEST(BindingPreference, IsNotSureOfStrategiesThatWereNotMeasured) {
    const BindingPreference few = bindingPreference({rowsOf("push", {kSame}, 1)}, "");
    EXPECT_THAT(few.missing, ElementsAre("push-template", "dynamic", "buffer", "inline", "general-layout",
                                         "address-4", "address-8", "address-16"));
    EXPECT_EQ(few.confidence, Confidence::Likely);
    EXPECT_EQ(few.reason, "not measured: push-template, dynamic, buffer, inline, general-layout, address-4, "
                          "address-8 and address-16");
}

// Neither the header nor the schema has a name for it.
TEST(BindingPreference, IgnoresStrategiesThatDoNotExist) {
    const BindingPreference other = preferenceOf({rowsOf("*/ #error", {kFaster}, 0.5)});
    EXPECT_EQ(other.best.front(), "set");
    EXPECT_EQ(other.compared.size(), kStrategies.size() - 1);
    EXPECT_EQ(other.confidence, Confidence::Sure) << other.reason;
}

TEST(BindingPreference, IsTheStrategyThatGainsMostAndNeverLoses) {
    const BindingPreference faster =
        preferenceOf({rowsOf("push", {kFaster, kFaster}, 0.8), rowsOf("dynamic", {kFaster, kFaster}, 0.5),
                      rowsOf("buffer", {kFaster, kFaster, kSlower}, 0.1)});
    EXPECT_THAT(faster.best, ElementsAre("dynamic", "push"));
    EXPECT_EQ(faster.confidence, Confidence::Likely); // push and buffer are not compared with it
    EXPECT_EQ(faster.reason, "push: up to 1.25 times as fast as set in 2 of 2 rows; buffer: up to 10.00 "
                             "times as fast as set in 2 of 3 rows, slower in 1");
    const BindingPreference alone = preferenceOf({rowsOf("push", {kFaster, kFaster}, 0.8)});
    EXPECT_EQ(alone.confidence, Confidence::Sure) << alone.reason;
}

TEST(BindingPreference, IsNotSureOfRowsThatAreUnclearHiddenOrFaster) {
    const auto reasonOf = [](StrategyRows rows) { return preferenceOf({std::move(rows)}).reason; };
    EXPECT_EQ(reasonOf(rowsOf("push", {kSame, kSame, kUnclear}, 1)), "push: 1 of 3 rows are unclear");
    EXPECT_EQ(reasonOf(rowsOf("push", {kSame, kSame, kFaster}, 0.5)),
              "push: up to 2.00 times as fast as set in 1 of 3 rows");
    StrategyRows hidden = rowsOf("push", {kSame}, 1);
    hidden.rows[0].hidden = true;
    EXPECT_EQ(reasonOf(std::move(hidden)), "push: instructions may limit 1 of 1 rows");
}

// The preference for loads of 16 bytes at random addresses in the H100's run, of which `change` makes another.
LoadPreference preferenceIn(const std::function<void(RunResult&)>& change) {
    for (const KnownDevice& device : everyDevice()) {
        if (device.name != "nvidia-h100") continue;
        RunResult run = device.run;
        change(run);
        return loadPreferences(analyse(run)).back();
    }
    return {};
}

// Drops the rows under random addresses whose names begin like this.
std::function<void(RunResult&)> without(std::vector<std::string> beginnings) {
    return [beginnings](RunResult& run) {
        std::erase_if(run.rows, [&](const RowResult& row) {
            return row.name.ends_with(" random") &&
                   std::ranges::any_of(beginnings,
                                       [&](const std::string& begin) { return row.name.starts_with(begin); });
        });
    };
}

TEST(LoadPreferences, AreNotSureOfWhatWasNotMeasured) {
    EXPECT_EQ(preferenceIn([](RunResult&) {}).kind.confidence, Confidence::Sure);
    const LoadPreference fewer =
        preferenceIn(without({"Texture2D<RGBA32F>.Load", "StructuredBuffer<float2>"}));
    EXPECT_THAT(fewer.kind.missing, ElementsAre("texture"));
    EXPECT_EQ(fewer.kind.confidence, Confidence::Likely);
    EXPECT_EQ(fewer.kind.reason, "not measured: texture loads");
    EXPECT_THAT(fewer.width.missing, ElementsAre(8u));
    EXPECT_THAT(fewer.width.reason, HasSubstr("not measured: 8-byte loads"));
}

TEST(LoadPreferences, AreUnknownWithoutAnotherRow) {
    const LoadPreference alone =
        preferenceIn(without({"Texture2D", "Buffer<", "ByteAddressBuffer", "cbuffer"}));
    EXPECT_EQ(alone.kind.confidence, Confidence::Unknown);
    EXPECT_EQ(alone.kind.reason, "only one kind of such loads was measured");
    EXPECT_EQ(alone.width.reason, "no kind of load is preferred");
    const LoadPreference wide =
        preferenceIn(without({"StructuredBuffer<float>.", "StructuredBuffer<float2>."}));
    EXPECT_THAT(wide.kind.best, ElementsAre("structured"));
    EXPECT_THAT(wide.width.best, IsEmpty());
    EXPECT_EQ(wide.width.reason, "no narrower load of this kind was measured");
}

TEST(LoadPreferences, AreNeverSureOfAValidatedRun) {
    const LoadPreference load = preferenceIn([](RunResult& run) { run.settings.validated = true; });
    EXPECT_EQ(load.kind.confidence, Confidence::Likely);
    EXPECT_EQ(load.kind.reason, "validation layers were on");
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
