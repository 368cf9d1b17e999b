// `isa FILE --cost`: from a shader and a results file to the price of its loads.
#include "eighty_columns.h"
#include "expect_error.h"
#include "paths.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kLoop = "#version 450\n"
                          "layout(local_size_x = 64) in;\n"
                          "layout(binding = 0) buffer Out { vec4 result[]; };\n"
                          "layout(binding = 1) readonly buffer Values { vec4 values[]; };\n"
                          "layout(binding = 2) uniform samplerBuffer colors;\n"
                          "layout(push_constant) uniform Pushed { uint count; };\n"
                          "void main() {\n"
                          "    vec4 sum = vec4(0);\n"
                          "    for (uint i = 0; i < count; ++i)\n"
                          "        sum += values[gl_GlobalInvocationID.x + i]\n"
                          "            + texelFetch(colors, int(i));\n"
                          "    result[gl_GlobalInvocationID.x] = sum;\n"
                          "}\n";

std::string shader() {
    std::string path = scratchFile("loop.comp");
    writeAll(path, kLoop);
    return path;
}

const std::string kResults = repositoryFile("results/lavapipe-22.3.6.json");

TEST(IsaCost, PricesLoadsByMeasuredRows) {
    const Outcome outcome = runProgram({"isa", shader(), "--cost", kResults});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("loop.comp, main: Loop 1, line 9"));
    EXPECT_THAT(outcome.out, HasSubstr("These loads take at least"));
    EXPECT_THAT(outcome.out, HasSubstr("for one iteration of a workgroup of 64 on llvmpipe"));
    EXPECT_THAT(outcome.out, HasSubstr("StructuredBuffer<float4>.Load linear"));
    EXPECT_THAT(outcome.out, HasSubstr("same place in every iteration"));
}

TEST(IsaCost, NamesRowsOnOneLineOfEightyColumns) {
    const Outcome outcome = onEighty({"isa", shader(), "--cost", kResults});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\n    StructuredBuffer<float4>.Load linear"));
    EXPECT_THAT(outcome.out, HasSubstr("\n    not counted: same place in every iteration\n"));
}

TEST(IsaCost, LoadsThatDoNotCountShareARow) {
    const std::string file = scratchFile("still.comp");
    std::string text = kLoop;
    const std::string end = "    result[gl_GlobalInvocationID.x] = sum;\n";
    text.replace(text.find(end), end.size(),
                 "    if (count > 1u)\n        sum += values[count];\n    if (count > 2u)\n"
                 "        sum += values[count * 2u];\n" +
                     end);
    writeAll(file, text);
    const Outcome outcome = runProgram({"isa", file, "--cost", kResults});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\n13, 15  storage buffer, 16 bytes"));
}

TEST(IsaCost, NotesThatAVersionOfHlslHasNoEffect) {
    const Outcome outcome = runProgram({"isa", shader(), "--cost", kResults, "-HV=2018"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.err, HasSubstr("--hlsl-version had no effect on " + shader() + ": only dxc takes"));
}

TEST(IsaCost, FormatsOfTexelsNarrowTheRange) {
    const Outcome any = runProgram({"isa", shader(), "--cost", kResults, "--format", "csv"});
    const Outcome one =
        runProgram({"isa", shader(), "--cost", kResults, "--format", "csv", "--texels", "colors=RGBA16F"});
    EXPECT_THAT(any.out, HasSubstr("Buffer<R8>.Load uniform"));
    EXPECT_THAT(one.out, HasSubstr("Buffer<RGBA16f>.Load uniform"));
    EXPECT_THAT(one.out, Not(HasSubstr("Buffer<R8>.Load uniform")));
}

TEST(IsaCost, NamesOfTexelsMustBeThoseOfAShader) {
    expectError(runProgram({"isa", shader(), "--cost", kResults, "--texels", "colours=RGBA8"}), 2,
                {"'colours'", "choose from: colors"});
    EXPECT_EQ(runProgram({"isa", shader(), "--cost", kResults, "--texels", "RGBA8"}).exitCode, 0);
}

TEST(IsaCost, TakesPublishedTablesAndSeveralResults) {
    const Outcome outcome =
        runProgram({"isa", shader(), "--cost", kResults, "--cost", "perftest:RTX 2080 Ti"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("on llvmpipe"));
    EXPECT_THAT(outcome.out, HasSubstr("RTX 2080 Ti"));
}

TEST(IsaCost, RefusesWhatNeedsADriver) {
    for (const std::vector<std::string>& beside : std::vector<std::vector<std::string>>{
             {"--target", "navi10"}, {"--full"}, {"--robustness", "2"}, {"--fail-on", "spills"}}) {
        std::vector<std::string> arguments = {"isa", "a.comp", "--cost", kResults};
        arguments.insert(arguments.end(), beside.begin(), beside.end());
        expectError(runProgram(arguments), 2, {"--cost and " + beside[0]});
    }
    expectError(runProgram({"isa", "--cost", kResults}), 2, {"--cost needs a FILE"});
    expectError(runProgram({"isa", "a.comp", "--texels", "RGBA8"}), 2, {"--texels needs --cost"});
    expectError(runProgram({"isa", "a.comp", "--cost", kResults, "--texels", "BC7"}), 2, {"'BC7'", "RGBA8"});
}

TEST(IsaCost, FilesThatCannotBeReadAreErrors) {
    expectError(runProgram({"isa", shader(), "--cost", "/nonexistent.json"}), 2, {"/nonexistent.json"});
    expectError(runProgram({"isa", "/nonexistent.comp", "--cost", kResults}), 2, {"/nonexistent.comp"});
}

} // namespace
} // namespace vkperftest
