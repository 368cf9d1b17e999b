#include "frontend/alignment.h"

#include <span>

#include <gmock/gmock.h>

#include "base/text.h"
#include "frontend/assembled.h"

namespace vkperftest {
namespace {

// Of the instruction named %result in the code.
LowBits knownOf(const std::string& code, const std::string& functions = "") {
    std::string text = shaderText(code, functions);
    text.insert(text.find("OpName"), "OpName %result \"result\"\n");
    const SpirvModule module = moduleOf(text);
    return AlignmentAnalysis(module).of(idOf(module, "result"));
}

std::uint64_t alignmentOfCode(const std::string& code, const std::string& functions = "") {
    return alignmentOf(knownOf(code, functions));
}

// "ALIGNMENT | INSTRUCTION; INSTRUCTION", of %result; lines without "|" go on with the case before.
void expectAlignments(const std::string& table, const std::string& capabilities = "") {
    std::vector<std::string> cases(1);
    for (const std::string& line : split(table, '\n')) {
        if (line.find('|') != std::string::npos) cases.emplace_back();
        cases.back() += line;
    }
    for (const std::string& line : std::span(cases).subspan(1)) {
        SCOPED_TRACE(line);
        std::string text = shaderText(join(split(line.substr(line.find('|') + 1), ';'), "\n"));
        text.insert(text.find("OpCapability"), capabilities);
        text.insert(text.find("OpName"), "OpName %result \"result\"\n");
        const SpirvModule module = moduleOf(text);
        EXPECT_EQ(alignmentOf(AlignmentAnalysis(module).of(idOf(module, "result"))), std::stoull(line));
    }
}

TEST(LintAlignment, FollowsArithmetic) {
    expectAlignments(R"(
        64 | %result = OpIMul %uint %x %uint_64
        16 | %result = OpShiftLeftLogical %uint %x %uint_4
        8  | %a = OpIMul %uint %x %uint_16; %result = OpIAdd %uint %a %uint_8
        16 | %a = OpIMul %uint %x %uint_16; %result = OpISub %uint %a %uint_32
        16 | %a = OpNot %uint %uint_15; %result = OpBitwiseAnd %uint %x %a
        1  | %a = OpIMul %uint %x %uint_16; %result = OpBitwiseOr %uint %a %y
        1  | %a = OpIMul %uint %x %uint_16; %result = OpBitwiseOr %uint %a %pushed
        16 | %a = OpIMul %uint %x %uint_64; %result = OpShiftRightLogical %uint %a %uint_2
        16 | %a = OpIMul %uint %x %uint_64; %result = OpUDiv %uint %a %uint_4
        16 | %a = OpIMul %uint %x %uint_64; %result = OpUMod %uint %a %uint_48
        8  | %a = OpIMul %uint %x %uint_16; %result = OpSelect %uint %true %a %uint_24
        16 | %a = OpIMul %uint %x %uint_16; %result = OpExtInst %uint %glsl UMin %a %uint_48
        16 | %a = OpIMul %uint %x %uint_16; %b = OpBitcast %int %a; %result = OpSNegate %int %b)");
    EXPECT_EQ(knownOf("%result = OpIAdd %uint %uint_48 %uint_20"), lowBits(68, 32));
    EXPECT_EQ(knownOf("%result = OpShiftRightLogical %uint %uint_20 %uint_2"), lowBits(5, 32));
}

TEST(LintAlignment, FollowsValuesOfOtherInvocations) {
    expectAlignments(R"(
        16 | %a = OpIMul %uint %x %uint_16; %result = OpGroupNonUniformBroadcastFirst %uint %uint_3 %a
        16 | %a = OpIMul %uint %x %uint_16; %result = OpGroupNonUniformBroadcast %uint %uint_3 %a %uint_1
        16 | %a = OpIMul %uint %x %uint_16; %result = OpGroupNonUniformShuffle %uint %uint_3 %a %y
        16 | %a = OpIMul %uint %x %uint_16; %result = OpGroupNonUniformQuadSwap %uint %uint_3 %a %uint_1
        16 | %a = OpIMul %uint %x %uint_16; %result = OpGroupNonUniformUMax %uint %uint_3 Reduce %a
        1  | %result = OpGroupNonUniformBroadcastFirst %uint %uint_3 %y)",
                     "OpCapability GroupNonUniformBallot\nOpCapability GroupNonUniformShuffle\n"
                     "OpCapability GroupNonUniformArithmetic\nOpCapability GroupNonUniformQuad\n");
}

TEST(LintAlignment, TakesSpecializationConstantsByTheModulesValue) {
    EXPECT_EQ(alignmentOfCode("%result = OpIMul %uint %x %spec"), 16u);
    EXPECT_EQ(alignmentOfCode("%result = OpIMul %uint %x %twice",
                              "%twice = OpSpecConstantOp %uint IMul %spec %uint_2\n"),
              32u);
}

TEST(LintAlignment, KnowsNothingOfInputsPushConstantsAndBuffers) {
    expectAlignments("1 | %result = OpCopyObject %uint %x\n1 | %result = OpCopyObject %uint %pushed");
    EXPECT_EQ(alignmentOfCode(loads("x", 2) + "%result = OpCopyObject %uint %x_1"), 1u);
}

// Half of a number of 64 bits may have any bits.
TEST(LintAlignment, FollowsVectors) {
    expectAlignments(R"(
        16 | %a = OpIMul %uint %x %uint_16; %v = OpCompositeConstruct %uint2 %a %y;
             %result = OpCompositeExtract %uint %v 0
        8  | %a = OpIMul %uint %x %uint_16; %v = OpCompositeConstruct %uint2 %a %uint_8;
             %w = OpVectorShuffle %uint2 %v %v 1 0; %result = OpCompositeExtract %uint %w 0
        16 | %a = OpIMul %uint %x %uint_16; %f = OpBitcast %float %a; %result = OpBitcast %uint %f)");
}

std::string loop(const std::string& first, const std::string& step, const std::string& opcode = "OpIAdd") {
    return "OpBranch %head\n%head = OpLabel\n"
           "%result = OpPhi %uint " +
           first +
           " %entry %next %again\n"
           "OpLoopMerge %done %again None\nOpBranchConditional %true %again %done\n"
           "%again = OpLabel\n%next = " +
           opcode + " %uint %result " + step + "\nOpBranch %head\n%done = OpLabel\n";
}

TEST(LintAlignment, FollowsLoops) {
    EXPECT_EQ(alignmentOfCode(loop("%uint_0", "%uint_16")), 16u);
    EXPECT_EQ(alignmentOfCode(loop("%uint_64", "%uint_24")), 8u);
    EXPECT_EQ(knownOf(loop("%uint_4", "%uint_16")), lowBits(4, 4));
    EXPECT_EQ(alignmentOfCode(loop("%x", "%uint_16")), 1u);
}

TEST(LintAlignment, KnowsOtherValuesBesideALoopThatHalves) {
    const auto beside = [](const std::string& wanted) {
        std::string code = "OpBranch %head\n%head = OpLabel\n"
                           "%j = OpPhi %uint %spec %entry %half %again\n"
                           "%k = OpPhi %uint %uint_0 %entry %next %again\n"
                           "OpLoopMerge %done %again None\nOpBranchConditional %true %again %done\n"
                           "%again = OpLabel\n%half = OpShiftRightLogical %uint %j %uint_1\n"
                           "%next = OpIAdd %uint %k %uint_16\nOpBranch %head\n%done = OpLabel\n";
        return alignmentOfCode(code + "%result = OpCopyObject %uint " + wanted + "\n");
    };
    EXPECT_EQ(beside("%k"), 16u);
    EXPECT_EQ(beside("%j"), 1u);
    // From the highest bit it takes the most steps to learn that nothing is known.
    EXPECT_EQ(alignmentOfCode("%top = OpShiftLeftLogical %uint %uint_1 %thirtyOne\n" +
                                  loop("%top", "%uint_1", "OpShiftRightLogical"),
                              "%thirtyOne = OpConstant %uint 31\n"),
              1u);
}

TEST(LintAlignment, EndsWhereValuesChangeOneAfterTheOther) {
    // Each value is made from the one behind it.
    std::string head = "OpBranch %head\n%head = OpLabel\n", body;
    for (int number = 0; number < 30; ++number) {
        const std::string n = std::to_string(number), next = std::to_string(number + 1);
        head += "%p" + n + " = OpPhi %uint %uint_0 %entry %q" + next + " %again\n";
        body += "%q" + n + " = OpIAdd %uint %p" + n + " %uint_0\n";
    }
    head += "%result = OpPhi %uint %uint_0 %entry %q0 %again\n";
    body += "%q30 = OpCopyObject %uint %x\n";
    EXPECT_EQ(alignmentOfCode(head +
                              "OpLoopMerge %done %again None\nOpBranchConditional %true %again %done\n"
                              "%again = OpLabel\n" +
                              body + "OpBranch %head\n%done = OpLabel\n"),
              1u);
}

// What is copied from elsewhere is not followed.
TEST(LintAlignment, JoinsAllStoresToAVariable) {
    expectAlignments(R"(
        8  | %a = OpIMul %uint %x %uint_16; OpStore %local %a;
             %result = OpLoad %uint %local; OpStore %local %uint_24
        1  | OpStore %local %uint_16; OpStore %local %x; %result = OpLoad %uint %local
        16 | OpStore %other %x; OpStore %local %uint_16; %result = OpLoad %uint %local
        1  | OpStore %local %uint_16; OpStore %other %x; OpCopyMemory %local %other;
             %result = OpLoad %uint %local)");
}

constexpr const char* kTwice = R"(
    %twice = OpFunction %uint None %unary
    %given = OpFunctionParameter %uint
    %twiceEntry = OpLabel
    %doubled = OpIMul %uint %given %uint_2
    OpReturnValue %doubled
    OpFunctionEnd
)";

TEST(LintAlignment, FollowsCalls) {
    EXPECT_EQ(
        alignmentOfCode("%a = OpIMul %uint %x %uint_8\n%result = OpFunctionCall %uint %twice %a", kTwice),
        16u);
    // A parameter is what all callers give.
    EXPECT_EQ(alignmentOfCode("%result = OpFunctionCall %uint %twice %uint_64\n"
                              "%a = OpFunctionCall %uint %twice %uint_4",
                              kTwice),
              8u);
}

TEST(LintAlignment, FollowsPointersIntoFunctions) {
    const char* add = R"(
        %procedureOfPointer = OpTypeFunction %void %toLocal
        %add = OpFunction %void None %procedureOfPointer
        %at = OpFunctionParameter %toLocal
        %addEntry = OpLabel
        %before = OpLoad %uint %at
        %after = OpIAdd %uint %before %uint_8
        OpStore %at %after
        OpReturn
        OpFunctionEnd
    )";
    EXPECT_EQ(alignmentOfCode("OpStore %local %uint_16\n%call = OpFunctionCall %void %add %local\n"
                              "%result = OpLoad %uint %local",
                              add),
              8u);
}

} // namespace
} // namespace vkperftest
