// What is preferred of strategies and loads, and how sure that is.
#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "answers/every_device.h"
#include "answers/preference.h"
#include "base/text.h"
#include "cases/binding.h"
#include "golden.h"

namespace vkperftest::preference_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

StrategyRows rowsOf(std::string strategy, std::vector<Verdict> verdicts, double times) {
    StrategyRows rows{.strategy = std::move(strategy), .rows = {}};
    for (const Verdict verdict : verdicts)
        rows.rows.push_back({.name = std::to_string(rows.rows.size()), .verdict = verdict, .times = times});
    return rows;
}

constexpr Verdict kFaster = Verdict::Better, kSame = Verdict::Same, kSlower = Verdict::Worse,
                  kUnclear = Verdict::Unknown;

// All strategies but set are the same, unless `rows` has others.
BindingPreference preferenceOf(std::vector<StrategyRows> rows, std::string_view neverSure = "") {
    for (const StrategyTraits& each : kStrategies) {
        if (each.name != kSetName && std::ranges::count(rows, each.name, &StrategyRows::strategy) == 0)
            rows.push_back(rowsOf(std::string(each.name), {kSame}, 1));
    }
    return bindingPreference(std::move(rows), neverSure);
}

// "dynamic, push (likely): buffer: faster on some rows".
void expectPreference(const BindingPreference& preference) {
    std::vector<std::string> doubts;
    for (const auto& [strategy, doubt] : preference.doubts)
        doubts.push_back(fmt::format("{}: {}", strategy, kDoubtNames[doubt]));
    expectGolden(fmt::format("{} ({}): {}", join(preference.best, ", "),
                             kConfidenceNames[preference.confidence], join(doubts, ", ")));
}

TEST(BindingPreference, IsUnknownWithoutAnotherStrategy) {
    expectPreference(bindingPreference({}, ""));
    expectPreference(bindingPreference({rowsOf("push", {kUnclear}, 0.5)}, ""));
    expectPreference(bindingPreference({rowsOf("push", {kFaster, kUnclear, kUnclear}, 0.5)}, ""));
}

TEST(BindingPreference, IsSetIfNothingIsFaster) {
    expectPreference(preferenceOf({rowsOf("buffer", {kSame, kSame, kSlower}, 2)}));
    expectPreference(preferenceOf({}, "printed"));
    expectPreference(bindingPreference({rowsOf("push", {kSame}, 1)}, ""));
    expectPreference(preferenceOf({rowsOf("*/ #error", {kFaster}, 0.5)})); // only a file can have it
}

TEST(BindingPreference, IsTheStrategyThatGainsMostAndNeverLoses) {
    expectPreference( // push and buffer are not compared with it
        preferenceOf({rowsOf("push", {kFaster, kFaster}, 0.8), rowsOf("dynamic", {kFaster, kFaster}, 0.5),
                      rowsOf("buffer", {kFaster, kFaster, kSlower}, 0.1)}));
    expectPreference(preferenceOf({rowsOf("push", {kFaster, kFaster}, 0.8)}));
}

TEST(BindingPreference, IsNotSureOfRowsThatAreUnclearHiddenOrFaster) {
    StrategyRows hidden = rowsOf("push", {kSame}, 1);
    hidden.rows[0].hidden = true;
    for (const StrategyRows& rows :
         {rowsOf("push", {kSame, kSame, kUnclear}, 1), rowsOf("push", {kSame, kSame, kFaster}, 0.5), hidden})
        expectPreference(preferenceOf({rows}));
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
    EXPECT_THAT(fewer.kind.doubts, ElementsAre(Pair("texture", Doubt::NotMeasured)));
    EXPECT_EQ(fewer.kind.confidence, Confidence::Likely);
    EXPECT_THAT(fewer.width.doubts, testing::Contains(Pair(8u, Doubt::NotMeasured)));
    EXPECT_EQ(preferenceIn([](RunResult& run) { run.settings.validated = true; }).kind.confidence,
              Confidence::Likely);
}

TEST(LoadPreferences, AreUnknownWithoutAnotherRow) {
    const LoadPreference alone =
        preferenceIn(without({"Texture2D", "Buffer<", "ByteAddressBuffer", "cbuffer"}));
    EXPECT_EQ(alone.kind.confidence, Confidence::Unknown);
    EXPECT_EQ(alone.width.confidence, Confidence::Unknown);
    const LoadPreference wide =
        preferenceIn(without({"StructuredBuffer<float>.", "StructuredBuffer<float2>."}));
    EXPECT_THAT(wide.kind.best, ElementsAre("structured"));
    EXPECT_THAT(wide.width.best, IsEmpty());
}

// The rows that are preferred, computed once more from their ratios.
TEST(LoadPreferences, PreferTheFastestRow) {
    for (const KnownDevice& device : everyDevice()) {
        const RunFigures figures = analyse(device.run);
        const std::vector<LoadPreference> loads = loadPreferences(figures);
        ASSERT_EQ(loads.size(), 9u);
        for (const LoadPreference& load : loads) {
            ASSERT_FALSE(load.kind.best.empty()) << device.name;
            EXPECT_EQ(load.kind.confidence == Confidence::Sure,
                      load.kind.ofRun.empty() && load.kind.doubts.empty());
            double best = 0, preferred = 0;
            for (const Candidate& each : candidates(measuredRows(figures), load.bytes, load.pattern)) {
                if (each.row.isAtLeast()) best = std::max(best, each.row.ratio());
                if (each.kind == load.kind.best[0]) preferred = each.row.ratio();
            }
            EXPECT_EQ(preferred, best) << device.name;
        }
    }
}

} // namespace
} // namespace vkperftest::preference_test
