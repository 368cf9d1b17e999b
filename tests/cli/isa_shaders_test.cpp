// `isa FILE`: what is refused before anything is compiled. What compiles is in isa_driver_test.cpp.
#include "expect_error.h"

namespace vkperftest {
namespace {

TEST(IsaShaders, OptionsOfShadersNeedAShader) {
    expectError(runProgram({"isa", "--spec", "1=2"}), 2, {"--spec needs a FILE"});
    expectError(runProgram({"isa", "--all-lines"}), 2, {"--all-lines needs a FILE"});
    expectError(runProgram({"isa", "-HV", "2018"}), 2, {"--hlsl-version needs a FILE"});
    expectError(runProgram({"isa", "-HV=2018"}), 2, {"--hlsl-version needs a FILE"});
    expectError(runProgram({"isa", "a.hlsl", "-HV", "1999"}), 2, {"--hlsl-version '1999' is not known"});
    expectError(runProgram({"isa", "a.comp", "--robustness", "3"}), 2, {"'3'", "off, buffer, 2"});
    expectError(runProgram({"isa", "a.comp", "--subgroup-size", "17"}), 2, {"'17'", "8, 16, 32"});
}

TEST(IsaShaders, WhatFailsIsNamed) {
    expectError(runProgram({"isa", "a.comp", "--fail-on", "spills,never"}), 2,
                {"'never'", "spills, slower-loads"});
    expectError(runProgram({"isa", "a.comp", "--fail-on", "slower-loads"}), 2,
                {"there are no two sides", "two drivers", "two files"});
}

// A driver's compiler is told nothing about a descriptor's alignment.
TEST(IsaShaders, VulkanHasNoRootDescriptors) {
    expectError(runProgram({"isa", "a.comp", "--root-descriptors"}), 2,
                {"Vulkan has no root descriptors", "buffer_reference_align = 4", "lint --root-descriptors"});
}

TEST(IsaShaders, ReplaceRows) {
    for (const std::vector<std::string>& beside : std::vector<std::vector<std::string>>{
             {"--filter", "raw*"}, {"--suite", "binding"}, {"--strategy", "push"}, {"--target", "list"}}) {
        std::vector<std::string> arguments = {"isa", "a.comp"};
        arguments.insert(arguments.end(), beside.begin(), beside.end());
        expectError(runProgram(arguments), 2, {"FILE and " + beside[0]});
    }
}

TEST(IsaShaders, FilesThatAreNoComputeShadersAreRefused) {
    expectError(runProgram({"isa", "/nonexistent/a.comp"}), 2, {"/nonexistent/a.comp"});
    const std::string broken = scratchFile("broken.comp"), pixel = scratchFile("pixel.frag");
    writeAll(broken, "#version 450\nvoid main() { x = 1; }\n");
    const Outcome outcome = runProgram({"isa", broken});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, testing::HasSubstr("broken.comp:2: 'x'"));
    writeAll(pixel, "#version 450\nvoid main() {}\n");
    expectError(runProgram({"isa", pixel}), 2, {"pixel.frag", "no compute shader", "main (frag)"});
    const std::string empty = scratchFile("empty.comp");
    writeAll(empty, "#version 450\nvoid main() {}\n");
    expectError(runProgram({"isa", empty, "--spec", "1=2"}), 2, {"'1=2'", "no specialization constants"});
}

// A user may meet it in a list of processes.
TEST(IsaShaders, ChildrenNeedTheirParent) {
    expectError(runProgram({"child"}), 2, {"processes that this program starts"});
}

} // namespace
} // namespace vkperftest
