// `lint` and `isa FILE` of a program that was built without its libraries.
#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest {
namespace {

TEST(WithoutLint, ItSaysWhatItNeeds) {
    const Outcome outcome = runProgram({"lint", "a.hlsl"});
    EXPECT_EQ(outcome.exitCode, 2);
    expectSaid(outcome.err, "built without `lint`; build");
}

TEST(WithoutLint, IsaOfAFileSaysWhatItNeeds) {
    const Outcome outcome = runProgram({"isa", "a.comp"});
    EXPECT_EQ(outcome.exitCode, 2);
    expectSaid(outcome.err, "built without `isa FILE`;");
}

} // namespace
} // namespace vkperftest
