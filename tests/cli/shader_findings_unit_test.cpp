// What --fail-on finds in users' shaders.
#include "cli/isa_compiling.h"

#include "cli/command.h"
#include "golden.h"
#include "matchers.h"

namespace vkperftest::shader_findings_unit_test {

constexpr Target kCard{.name = "fiji"};

// With so many loads in its only loop.
ShaderCode codeOf(const std::string& file, std::size_t loads, std::vector<Statistic> statistics = {}) {
    ShaderCode code{.file = file, .entryPoint = "main", .compiler = {}, .subject = {"", &kCard}};
    code.cell.missing.clear();
    code.cell.reading.statistics = std::move(statistics);
    CodeReading& reading = code.cell.reading;
    reading.format = "a";
    reading.hash = file;
    reading.disassembly.loops.emplace_back();
    for (std::size_t i = 0; i < loads; ++i) {
        Instruction& instruction = reading.disassembly.instructions.emplace_back();
        instruction.memory = Load{.name = "load", .bits = 32};
        instruction.loop = 0;
    }
    reading.summary = summarize(reading.disassembly);
    code.operations = memoryOperations(reading.disassembly);
    return code;
}

Result<int> found(const std::vector<ShaderCode>& codes, const ShaderFailures& wanted) {
    return shaderFindings(codes, {}, wanted);
}

constexpr ShaderFailures kSpills{.spills = true}, kSlower{.slowerLoads = true};

TEST(ShaderFindings, AreSpillsOfAnyShader) {
    const std::vector<Statistic> none = {{"Spilled VGPRs", "0"}}, some = {{"Spilled VGPRs", "3"}};
    EXPECT_EQ(found({codeOf("a", 1, none), codeOf("b", 1, some)}, kSpills).value(), kExitFindings);
    EXPECT_EQ(found({codeOf("a", 1, none), codeOf("b", 1, none)}, kSpills).value(), kExitDone);
    EXPECT_EQ(found({codeOf("a", 1, some)}, {}).value(), kExitDone);
}

TEST(ShaderFindings, AreScratchMemoryOfAnyShader) {
    ShaderCode scratch = codeOf("b", 1), unread = codeOf("c", 0);
    scratch.operations.front().load.source = LoadSource::Scratch;
    unread.cell.reading.trouble = "unreadable";
    constexpr ShaderFailures kScratch{.scratch = true};
    EXPECT_EQ(found({codeOf("a", 1), scratch}, kScratch).value(), kExitFindings);
    EXPECT_EQ(found({codeOf("a", 1), unread}, kScratch).value(), kExitDone);
    EXPECT_FALSE(found({unread}, kScratch).ok());
    EXPECT_EQ(found({scratch}, kSpills).ok(), false);
}

// A check that cannot fail must not pass.
TEST(ShaderFindings, ADriverThatReportsNoSpillsIsAnError) {
    const Result<int> unknown = found({codeOf("a", 1, {{"Max Waves", "3"}})}, kSpills);
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(exitCode(unknown.error()), kExitRowsFailed);
    expectGolden(unknown.error().cause);
    EXPECT_EQ(found({codeOf("a", 1), codeOf("b", 1, {{"Spill Count", "0"}})}, kSpills).value(), kExitDone);
    EXPECT_EQ(found({codeOf("a", 1), codeOf("b", 1, {{"Spill Count", "1"}})}, kSpills).value(),
              kExitFindings);
}

TEST(ShaderFindings, AreMoreLoadsOfTheSecondOfTwoShaders) {
    EXPECT_EQ(found({codeOf("a", 1), codeOf("b", 2)}, kSlower).value(), kExitFindings);
    EXPECT_EQ(found({codeOf("a", 2), codeOf("b", 1)}, kSlower).value(), kExitDone);
    EXPECT_EQ(found({codeOf("a", 1), codeOf("b", 1)}, kSlower).value(), kExitDone);
}

TEST(ShaderFindings, LoadsThatCannotBeComparedAreAnError) {
    ShaderCode unread = codeOf("b", 2);
    unread.cell.reading.trouble = "unreadable";
    expectGolden(found({codeOf("a", 1), unread}, kSlower).error().cause);
    EXPECT_THAT(found({codeOf("a", 1)}, kSlower).error().cause, HasSubstr("no two codes"));
}

} // namespace vkperftest::shader_findings_unit_test
