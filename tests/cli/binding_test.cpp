// Costs of strategies from end to end, injected on simulated GPUs.
#include <gmock/gmock.h>

#include "program.h"
#include "regular_expressions.h"

namespace vkperftest::binding_test {

// Rows that need descriptors of texel buffers, uniform buffers, images and samplers.
std::string binding(const std::string& gpu, const std::string& injected, int seed) {
    const std::string file = scratchFile("binding.script", "simulate | " + gpu + "\n" + injected);
    return outputOf(
        "experiment binding --all --script={} --seed={} --filter='Texture2D*' --filter='Buffer<RGBA8>*' "
        "--filter='cbuffer*'",
        file, seed);
}

class InjectedBinding : public testing::TestWithParam<const char*> {};

TEST_P(InjectedBinding, CostsOfDescriptorBuffersAndLayoutsAreFound) {
    const std::string out =
        binding(GetParam(),
                "slower | Buffer<RGBA8>.Load linear | buffer | 40\n"
                "slower | Texture2D<RGBA8>.Load linear | general-layout | 40\n"
                "slower | Texture2D<RGBA8>.Sample(bilinear) linear | general-layout | 12\n",
                1);
    EXPECT_THAT(out, ContainsRegex("\ngeneral-layout +slower +1\\.1. to 1\\.4.x"));
    EXPECT_THAT(out, ContainsRegex("\nbuffer .*long [^;]*, Buffer<RGBA8>.Load linear;"));
}

TEST_P(InjectedBinding, NothingIsReportedWhereNothingWasInjected) {
    for (int seed = 1; seed <= 25; ++seed) {
        SCOPED_TRACE(seed);
        expectParts(binding(GetParam(), "", seed), {}, {" slower ", " faster "});
    }
}

INSTANTIATE_TEST_SUITE_P(Gpus, InjectedBinding, testing::Values("nvidia", "hopper", "rdna3", "arc"));

} // namespace vkperftest::binding_test
