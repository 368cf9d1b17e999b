// What engines read. tests/cli/check_emission.py compiles the headers and compares them with the JSON.
#include "report/preferences.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "advice/every_device.h"
#include "base/text.h"
#include "sample_run.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string headerOf(const RunResult& run) {
    const RunFigures figures = analyse(run);
    return preferencesHeader(preferencesOf(figures, nullptr));
}

const RunResult& h100() {
    for (const KnownDevice& device : everyDevice())
        if (device.name == "nvidia-h100") return device.run;
    return everyDevice().front().run;
}

TEST(PreferencesHeader, EscapesTextsOfTheFile) {
    RunResult run = h100();
    run.device.name = "a\"b\\ ?\?/ */\n/* \xff"
                      "1";
    const std::string header = headerOf(run);
    EXPECT_THAT(header, HasSubstr(R"("a\"b\\ \?\?/ */\012/* \3771",)"));
    EXPECT_THAT(header, HasSubstr("static const VkperftestAdvice vkperftest_advice_a_b_1_2330_nvidia_"));
}

// C89 promises no more of a literal, joined ones included.
TEST(PreferencesHeader, CutsTextsToWhatEveryCompilerTakes) {
    RunResult run = h100();
    run.device.name = std::string(2000, '?');
    const RunFigures figures = analyse(run);
    Preferences preferences = preferencesOf(figures, nullptr);
    for (int i = 0; i < 200; ++i) preferences.strategies.reason += "some words ";
    std::size_t joined = 0, longest = 0;
    for (const std::string& line : split(preferencesHeader(preferences), '\n')) {
        const std::string_view text = trim(line);
        const std::size_t size =
            text.starts_with('"') ? text.size() - 2 : 0; // of one literal, with its comma
        joined = text.ends_with('"') ? joined + size : 0;
        longest = std::max({longest, joined, size});
    }
    EXPECT_GT(longest, 490u);
    EXPECT_LE(longest, 509u);
}

TEST(PreferencesHeader, HasNamesOfItsOwnForEachDeviceAndRun) {
    RunResult other = h100(), later = h100();
    other.device.deviceId = 0x2331; // two devices of one name
    later.started = "2030-01-01T00:00:00Z";
    EXPECT_THAT(headerOf(h100()), HasSubstr(" vkperftest_advice_nvidia_h100_80gb_hbm3_2330_nvidia_"));
    EXPECT_THAT(headerOf(other), HasSubstr(" vkperftest_advice_nvidia_h100_80gb_hbm3_2331_nvidia_"));
    // A second run of the device is an error in C, not ignored.
    EXPECT_THAT(headerOf(later),
                AllOf(HasSubstr(" vkperftest_advice_nvidia_h100_80gb_hbm3_2330_nvidia_"),
                      HasSubstr("\n#ifndef VKPERFTEST_ADVICE_NVIDIA_H100_80GB_HBM3_2330_NVIDIA_"),
                      HasSubstr("_2030_01_01T00_00_00Z_H\n")));
}

TEST(Preferences, CompareEveryStrategyOfTheRun) {
    RunResult run = h100();
    run.settings.strategies[1] = "dynamic";
    for (RowResult& row : run.rows) row.strategies[1].strategy = "dynamic";
    const RunFigures figures = analyse(run);
    const BindingPreference binding = preferencesOf(figures, nullptr).strategies;
    ASSERT_EQ(binding.compared.size(), 1u);
    EXPECT_EQ(binding.compared[0].strategy, "dynamic");
    EXPECT_THAT(binding.missing, testing::Contains("push"));
    EXPECT_THAT(binding.missing, Not(testing::Contains("dynamic")));
}

TEST(Preferences, AreUnknownIfNothingWasMeasured) {
    const RunResult run = emptyRun();
    const RunFigures figures = analyse(run);
    const Preferences preferences = preferencesOf(figures, nullptr);
    for (const LoadPreference& load : preferences.loads) {
        EXPECT_EQ(load.kind.confidence, Confidence::Unknown);
        EXPECT_EQ(load.width.confidence, Confidence::Unknown);
    }
    EXPECT_EQ(preferences.strategies.confidence, Confidence::Unknown);
    EXPECT_THAT(
        preferencesHeader(preferences),
        HasSubstr(
            "{VKPERFTEST_KIND_UNKNOWN, 0,\n             VKPERFTEST_KIND_STRUCTURED | VKPERFTEST_KIND_RAW"));
}

} // namespace
} // namespace vkperftest
