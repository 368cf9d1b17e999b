// The whole program on simulated GPUs, whose truth is injected. `scripts/simulated.py` says how well it is
// found; here it is found at all.
#include <algorithm>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>

#include "base/text.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest::simulated_test {

class Simulated : public testing::TestWithParam<const char*> {};

std::string script(const std::string& gpu) {
    return "simulate | " + gpu + "\n";
}

TEST_P(Simulated, RatiosAreThoseThatWereInjected) {
    const char* const rows = "--filter='Texture2D<RGBA32F>'";
    const std::string truth = measuredFile(script(GetParam()) + "exact\n", "truth.json", rows);
    const std::string found = measuredFile(script(GetParam()), "found.json", rows);
    expectParts(outputOf("compare {} {} --metric=ratio --threshold=3", truth, found),
                {"0 SLOWER, 22 SAME, 0"});
}

INSTANTIATE_TEST_SUITE_P(Gpus, Simulated, testing::Values("nvidia", "hopper", "rdna3", "arc"));

// The noise of a quick run changes none of the loads that are called the fastest.
TEST(Simulated, AdviceNamesTheLoadsThatWereInjectedFastest) {
    const auto fastest = [](const std::string& file) { // sets of kinds that are equally fast
        std::vector<std::vector<std::string>> all;
        std::istringstream lines(outputOf("advise {} --format=json", file));
        constexpr std::string_view kBegin = "\"fastest\": [\"";
        for (std::string line; std::getline(lines, line);) {
            const std::size_t at = line.find(kBegin);
            if (at == std::string::npos) continue;
            std::vector<std::string>& kinds = all.emplace_back();
            for (const std::string& kind : split(line.substr(at + kBegin.size() - 1), ','))
                if (kind.starts_with('"')) kinds.push_back(kind.substr(0, kind.find('"', 1)));
            std::ranges::sort(kinds);
        }
        return all;
    };
    const std::string truth = measuredFile(script("hopper") + "exact\n", "truth.json", "--quick");
    const std::string found = measuredFile(script("hopper"), "found.json", "--quick");
    EXPECT_EQ(fastest(truth).size(), 9u);
    EXPECT_EQ(fastest(found), fastest(truth));
}

// Of loads that different units do at the same time, and of what a device does one after the other.
TEST(Simulated, MixedLoadsCostWhatTheirUnitsDo) {
    const auto ratioOf = [](const std::string& properties) {
        const std::string file =
            measuredFile(script("hopper") + properties + "exact\n", "mixed.json",
                         "--suite=mixed --filter=mixed-2x-raw-load4-2x-typed-rgba8-linear");
        const std::string row = outputOf("show {} --format=perftest", file);
        std::smatch found;
        EXPECT_TRUE(std::regex_search(row, found, std::regex("RGBA8>.Load linear: [0-9.]+ms ([0-9.]+)x")))
            << row;
        return found.empty() ? 0 : std::stod(found[1]);
    };
    // In clocks a load, by the profile: a random Buffer<RGBA8> takes 1 / 5.33 of the texture unit. Half of
    // the mixed loads are four words on banks of four, 16 / 32; the others take 1 / 8 of the texture unit.
    EXPECT_NEAR(ratioOf(""), 2 * (1 / 5.33) / (16.0 / 32), 0.01);
    // The arithmetic of a raw Load4 is 1.2 + 4 * 3.5 + 4 operations on 128 lanes; of the other 2 + 1 + 4.
    const double arithmetic = (1.2 + 14 + 4 + 2 + 1 + 4) / 128, baseline = 1 / 5.33 + 7.0 / 128;
    EXPECT_NEAR(ratioOf("property | adds-up | 1\n"), 2 * baseline / (16.0 / 32 + 1.0 / 8 + arithmetic), 0.01);
}

// The caches that are injected, by the command, in its formats, and again from its file.
TEST(Simulated, ExperimentCacheFindsTheInjectedLevels) {
    const std::string file = scratchFile("cache.json"), injected = scratchFile("cache.script", script("arc"));
    const std::string out =
        outputOf("experiment cache --script={} --seed=1 --quick --output={}", injected, file);
    EXPECT_THAT(out, ContainsRegex("\nLevels: L1 128 to 256 KB: 5[0-9.]+ ns [^;]*; "
                                   "L2 16 to 32 MB: 1[0-9]+ ns"));
    expectParts(out, {"chain, one lane"});
    for (const char* format : {"table", "markdown"})
        expectParts(outputOf("show {} --all --format {}", file, format), {"chain, one lane"});
    expectParts(outputOf("experiment cache {} --format=csv", file), {",levels,\"chain, one lane\","});
    expectParts(outputOf("experiment cache {} --format=json", file), {"\"subject\": \"chain, one lane\""});
}

TEST(Simulated, ARunOfOneSeedSaysTheSameAgain) {
    const std::string out = outputOf(runScripted(script("nvidia"), "--all --filter='cbuffer*load *n*'"));
    EXPECT_THAT(out, ContainsRegex("6 figures in [0-9.]+ s\\."));
    EXPECT_EQ(out, runScripted(script("nvidia"), "--all --filter='cbuffer*load *n*'").out);
}

} // namespace vkperftest::simulated_test
