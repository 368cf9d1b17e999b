// The whole program on simulated GPUs, whose truth is planted. `scripts/measure_simulated.py` says how well
// it is found; here it is found at all.
#include <sstream>

#include <gmock/gmock.h>

#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;

class Simulated : public testing::TestWithParam<const char*> {};

std::string script(const std::string& gpu) {
    return "simulate | " + gpu + "\n";
}

TEST_P(Simulated, RatiosAreThoseThatWerePlanted) {
    const std::vector<std::string> rows = {"--filter", "Texture2D<RGBA32F>"};
    const std::string truth = measuredFile(script(GetParam()) + "exact\n", "truth.json", rows);
    const std::string found = measuredFile(script(GetParam()), "found.json", rows);
    const Outcome compared = runProgram({"compare", truth, found, "--metric", "ratio", "--threshold", "3"});
    EXPECT_EQ(compared.exitCode, 0) << compared.err;
    EXPECT_THAT(compared.out, HasSubstr("18 figures compared: 0 FASTER, 0 SLOWER, 18 SAME, 0 UNCLEAR"));
}

INSTANTIATE_TEST_SUITE_P(Gpus, Simulated, testing::Values("nvidia", "hopper", "rdna3", "arc"));

// The noise of a quick run changes none of the loads that are called the fastest.
TEST(Simulated, AdviceNamesTheLoadsThatWerePlantedFastest) {
    const auto fastest = [](const std::string& file) {
        std::vector<std::string> sentences;
        std::istringstream lines(runProgram({"advise", file, "--format", "json"}).out);
        for (std::string line; std::getline(lines, line);)
            if (line.find("\"sentence\": \"Fastest") != std::string::npos) sentences.push_back(line);
        return sentences;
    };
    const std::string truth = measuredFile(script("hopper") + "exact\n", "truth.json", {"--quick"});
    const std::string found = measuredFile(script("hopper"), "found.json", {"--quick"});
    EXPECT_EQ(fastest(truth).size(), 3u);
    EXPECT_EQ(fastest(found), fastest(truth));
}

// A driver that reports half of its timer's period, or twice it.
TEST(Simulated, AWrongPeriodIsTold) {
    for (const std::string factor : {"0.50", "1.03", "2.00"}) {
        const Outcome outcome =
            runScripted(script("nvidia") + "timer | " + factor + "\n", {"--filter", "cbuffer"});
        EXPECT_EQ(outcome.exitCode, 0);
        for (const std::string& text : {outcome.out, outcome.err})
            EXPECT_THAT(text, HasSubstr("timer is wrong: it counts " + factor + " ns"));
    }
}

TEST(Simulated, TellsHowMuchOfItsOwnTimeWasMeasuring) {
    const Outcome outcome = runScripted(script("nvidia"), {"--filter", "cbuffer"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(
        outcome.out,
        ContainsRegex(
            "6 figures in [0-9.]+ s; the device was busy with timed or warm-up dispatches for [0-9]+ %"));
    EXPECT_EQ(outcome.out, runScripted(script("nvidia"), {"--filter", "cbuffer"}).out);
}

} // namespace
} // namespace vkperftest
