// Costs of strategies from end to end, planted on simulated GPUs.
#include <gmock/gmock.h>

#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace binding_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Rows that need descriptors of texel buffers, uniform buffers, images and samplers.
Outcome binding(const std::string& gpu, const std::string& planted, int seed) {
    const std::string file = scratchFile("binding.script");
    writeAll(file, "simulate | " + gpu + "\n" + planted);
    return runProgram({"experiment", "binding", "--script", file, "--seed", std::to_string(seed), "--filter",
                       "Texture2D*", "--filter", "Buffer<RGBA8>*", "--filter", "cbuffer*"});
}

class PlantedBinding : public testing::TestWithParam<const char*> {};

TEST_P(PlantedBinding, CostsOfDescriptorBuffersAndLayoutsAreFound) {
    const Outcome outcome =
        binding(GetParam(),
                "slower | Buffer<RGBA8>.Load linear | buffer | 40\n"
                "slower | Texture2D<RGBA8>.Load linear | general-layout | 40\n"
                "slower | Texture2D<RGBA8>.Sample(bilinear) linear | general-layout | 12\n",
                1);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("\ngeneral-layout +slower +1\\.[34][0-9]x the time"));
    EXPECT_THAT(outcome.out, ContainsRegex("slower: Buffer<RGBA8>.Load linear"));
    EXPECT_THAT(outcome.out, ContainsRegex("\ngeneral-layout +texture +1\\.(39|4[01]) ±[0-9.]+ % +1\n"
                                           " +sampled +1\\.1[123] ±[0-9.]+ % +1\n"));
}

TEST_P(PlantedBinding, NothingIsReportedWhereNothingWasPlanted) {
    for (int seed = 1; seed <= 25; ++seed) {
        const Outcome outcome = binding(GetParam(), "", seed);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_THAT(outcome.out, AllOf(Not(HasSubstr(" slower ")), Not(HasSubstr(" faster "))))
            << "seed " << seed;
    }
}

INSTANTIATE_TEST_SUITE_P(Gpus, PlantedBinding, testing::Values("nvidia", "hopper", "rdna3", "arc"));

} // namespace binding_test
} // namespace vkperftest
