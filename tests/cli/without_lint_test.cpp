// `lint` and `isa FILE` of a program that was built without its libraries.
#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest {
namespace {

TEST(WithoutLint, ItSaysWhatItNeeds) {
    const Outcome outcome = runProgram({"lint", "a.hlsl"});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, testing::HasSubstr("built without `lint`; build it with"));
}

TEST(WithoutLint, IsaOfAFileSaysWhatItNeeds) {
    const Outcome outcome = runProgram({"isa", "a.comp"});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, testing::HasSubstr("built without `isa FILE`; build it with"));
}

} // namespace
} // namespace vkperftest
