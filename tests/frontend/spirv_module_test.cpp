#include "frontend/spirv_module.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "frontend/assembled.h"
#include "frontend/compiled.h"
#include "frontend/reflection.h"
#include "frontend/resources.h"
#include "frontend/wide_accesses.h"
#include "matchers.h"

namespace vkperftest::spirv_module_test {

std::string errorOf(std::vector<std::uint32_t> words) {
    const auto module = SpirvModule::read(std::move(words));
    EXPECT_FALSE(module.ok());
    if (module.ok()) return "";
    EXPECT_EQ(module.error().kind, ErrorKind::Usage);
    return module.error().sentence();
}

std::vector<std::uint32_t> someShader() {
    return assembledWords(shaderText(loads("x", 4)));
}

TEST(LintSpirvModule, ReadsNamesTextsAndDefinitions) {
    const SpirvModule module = moduleOf(shaderText(loads("x", 4)));
    EXPECT_EQ(module.entryPoint(), "main");
    const std::uint32_t buffer = idOf(module, "buffer");
    ASSERT_NE(module.definition(buffer), nullptr);
    EXPECT_EQ(module.definition(buffer)->result, buffer);
    EXPECT_EQ(module.definition(0), nullptr);
    EXPECT_EQ(module.definition(0xffffffff), nullptr);
    EXPECT_EQ(module.name(0xffffffff), "");
}

// A block goes on with the place at the end of one that leads to it: that of a statement with `?:`.
TEST(LintSpirvModule, KnowsPlacesUntilTheBlocksEnd) {
    const SpirvModule module = moduleOf(shaderText(R"(
        OpLine %file 7 3
        %a = OpIAdd %uint %x %x
        OpNoLine
        %b = OpIAdd %uint %x %x
        OpLine %file 9 0
        OpBranch %next
        %next = OpLabel
        %c = OpIAdd %uint %x %y
    )"));
    std::vector<std::uint32_t> lines;
    for (const SpirvInstruction& instruction : module.instructions())
        if (instruction.opcode == spv::OpIAdd) lines.push_back(module.placeOf(instruction).line);
    EXPECT_THAT(lines, ElementsAre(7, 0, 9));
    for (const SpirvInstruction& instruction : module.instructions())
        if (instruction.line == 7 && instruction.opcode == spv::OpIAdd) {
            EXPECT_EQ(module.placeOf(instruction).file, "test.hlsl");
            EXPECT_EQ(module.placeOf(instruction).column, 3u);
        }
}

TEST(LintSpirvModule, AnArrayWhoseSizeIsConstantKeepsTheLineOfItsUse) {
    const SpirvModule module = moduleOfGlsl("#version 450\n"
                                            "layout(constant_id = 0) const uint size = 8;\n"
                                            "layout(binding = 0) buffer Out { float result; };\n"
                                            "shared float values[size / 2];\n"
                                            "void main() {\n"
                                            "    if (result > 1)\n"
                                            "        values[gl_LocalInvocationIndex] = 2;\n"
                                            "}\n");
    const auto store = std::ranges::find(module.instructions(), spv::OpStore, &SpirvInstruction::opcode);
    EXPECT_EQ(module.placeOf(*store).line, 7u);
}

TEST(LintSpirvModule, KnowsPlacesOfDebugInstructions) {
    std::string text = shaderText(R"(
        %l = OpExtInst %void %debug DebugLine %source %uint_12 %uint_12 %uint_4 %uint_8
        %a = OpIAdd %uint %x %x
        %n = OpExtInst %void %debug DebugNoLine
        %b = OpIAdd %uint %x %x
    )",
                                  "%source = OpExtInst %void %debug DebugSource %file\n");
    text.insert(text.find("OpCapability Shader") + 19,
                "\nOpExtension \"SPV_KHR_non_semantic_info\"\n"
                "%debug = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"");
    const SpirvModule module = moduleOf(text);
    std::vector<std::uint32_t> lines;
    for (const SpirvInstruction& instruction : module.instructions())
        if (instruction.opcode == spv::OpIAdd) lines.push_back(module.placeOf(instruction).line);
    EXPECT_THAT(lines, ElementsAre(12, 0));
}

TEST(LintSpirvModule, ReadsSourceLanguagesThatTheValidatorDoesNotKnow) {
    std::string text = shaderText(loads("x", 4));
    text.insert(text.find("%file"), "OpSource HLSL 600 ");
    text.insert(text.find("%file"), "\n");
    std::vector<std::uint32_t> words = assembledWords(text);
    const auto source = std::ranges::find(words, 3u << 16U | 3u); // OpSource with two operands
    ASSERT_NE(source, words.end());
    for (const std::uint32_t language : {11u, 0xffffffffu}) { // Slang, and one that does not exist
        source[1] = language;
        EXPECT_EQ(valueOf(SpirvModule::read(words)).entryPoint(), "main");
    }
}

TEST(LintSpirvModule, RefusesWhatIsCutOff) {
    const auto whole = someShader();
    for (std::size_t size = 0; size < whole.size(); ++size)
        errorOf({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
}

TEST(LintSpirvModule, RefusesOrSurvivesEveryWrongWord) {
    const auto whole = someShader();
    for (std::size_t place = 0; place < whole.size(); ++place)
        for (const std::uint32_t wrong :
             {0u, 0xffffffffu, 0x3fffffu, whole[place] + 1, whole[place] ^ 0x80000000u}) {
            auto words = whole;
            words[place] = wrong;
            const auto module = SpirvModule::read(std::move(words));
            EXPECT_THAT(module.ok() ? "not valid SPIR-V" : module.error().sentence(),
                        HasSubstr("not valid SPIR-V"));
            if (!module.ok()) continue;
            structuredBuffersOf(module.value());
            for (const EntryPoint& entry : entryPointsOf(module.value())) {
                const Result<ShaderInterface> needs = interfaceOf(module.value(), entry.name);
                if (needs.ok())
                    std::ignore = resourcesOf(module.value(), module.value(), needs.value().shader);
            }
        }
}

// Structures that hold the one before twice, and constants that add up the one before twice.
TEST(LintSpirvModule, EndsWithTypesAndConstantsThatDoubleAHundredTimes) {
    std::string twice;
    for (int i = 1; i <= 100; ++i)
        twice +=
            fmt::format("%c{0} = OpSpecConstantOp %uint IAdd %c{1} %c{1}\n%s{0} = OpTypeStruct %s{1} %s{1}\n"
                        "%e{0} = OpTypeStruct %e{1} %e{1}\n",
                        i, i - 1);
    const SpirvModule module =
        SpirvModule::read(assembledWords(moduleText("of doubles", twice)), true).value();
    EXPECT_EQ(structuredBuffersOf(module).size(), 1u);
    const ShaderInterface needs = interfaceOf(module, "main").value();
    EXPECT_EQ(needs.shader.bindings.size(), 1u);
    EXPECT_TRUE(resourcesOf(module, module, needs.shader).ok());
    EXPECT_EQ(accessesOf(module).wide.size(), 0u);
}

TEST(LintSpirvModule, GivesAGroupsDecorationsToItsMembers) {
    std::string text = shaderText(loads("x", 4));
    const std::string own = "OpDecorate %buffer Binding 0\n";
    text.replace(text.find(own), own.size(),
                 "OpDecorate %group Binding 7\n%group = OpDecorationGroup\nOpGroupDecorate %group %buffer\n");
    const SpirvModule module = moduleOf(text);
    EXPECT_EQ(module.decoration(idOf(module, "buffer"), spv::DecorationBinding), 7u);
    EXPECT_EQ(module.decoration(idOf(module, "buffer"), spv::DecorationDescriptorSet), 0u);
}

TEST(LintSpirvModule, ReadsValidatedModulesAsAllOthers) {
    const std::vector<std::uint32_t> words = someShader();
    const SpirvModule whole = moduleOf(shaderText(loads("x", 4)));
    const SpirvModule validated = valueOf(SpirvModule::read(words, true));
    ASSERT_EQ(validated.instructions().size(), whole.instructions().size());
    for (std::size_t i = 0; i < whole.instructions().size(); ++i) {
        const SpirvInstruction& one = whole.instructions()[i];
        const SpirvInstruction& other = validated.instructions()[i];
        EXPECT_EQ(std::tie(other.opcode, other.type, other.result, other.line, other.column, other.file),
                  std::tie(one.opcode, one.type, one.result, one.line, one.column, one.file));
        EXPECT_TRUE(std::ranges::equal(other.operands, one.operands));
        EXPECT_EQ(validated.definition(one.result) == nullptr, one.result == 0);
    }
    auto cut = words;
    cut.back() += 1U << 16U; // one word longer than the module
    EXPECT_FALSE(SpirvModule::read(cut, true).ok());
}

TEST(LintSpirvModule, RefusesHostileModules) {
    EXPECT_THAT(errorOf({}), HasSubstr("shorter than a header"));
    std::vector<std::uint32_t> garbage(256 * 1024);
    std::uint32_t state = 1;
    for (std::uint32_t& word : garbage) word = state = state * 1664525 + 1013904223;
    EXPECT_THAT(errorOf(garbage), HasSubstr("not valid SPIR-V"));
    garbage[0] = 0x07230203;
    garbage[1] = 0x00010000;
    garbage[3] = 1000;
    EXPECT_THAT(errorOf(garbage), HasSubstr("not valid SPIR-V"));
    auto bound = someShader();
    bound[3] = 0xffffffff;
    EXPECT_THAT(errorOf(bound), HasSubstr("its bound of ids, 4294967295"));
    EXPECT_THAT(errorOf(std::vector<std::uint32_t>((4u << 20) + 1)), HasSubstr("at most 16 MiB"));
}

TEST(LintSpirvModule, RefusesDeepTypes) {
    std::string types = "%t0 = OpTypeStruct %uint\n";
    for (int depth = 1; depth < 10000; ++depth)
        types +=
            "%t" + std::to_string(depth) + " = OpTypeArray %t" + std::to_string(depth - 1) + " %uint_2\n";
    const std::vector<std::uint32_t> words = assembledWords(shaderText("", types));
    EXPECT_THAT(errorOf(words), HasSubstr("nested deeper than 200"));
    EXPECT_THAT(SpirvModule::read(words, true).error().sentence(), HasSubstr("nested deeper than 200"));
}

// Blocks inside one another.
std::string nested(int depth) {
    std::string code;
    for (int level = 0; level < depth; ++level)
        code += fmt::format(
            "OpSelectionMerge %m{0} None\nOpBranchConditional %true %t{0} %m{0}\n%t{0} = OpLabel\n", level);
    for (int level = depth - 1; level >= 0; --level)
        code += fmt::format("OpBranch %m{0}\n%m{0} = OpLabel\n", level);
    return shaderText(code);
}

TEST(LintSpirvModule, RefusesDeepControlFlow) {
    EXPECT_THAT(errorOf(assembledWords(nested(10000))), HasSubstr("not valid SPIR-V"));
}

TEST(LintSpirvModule, EndsWhereTheValidatorTakesMinutes) {
    const auto module = SpirvModule::read(assembledWords(nested(1000)));
    EXPECT_THAT(module.ok() ? "" : module.error().sentence(),
                testing::AnyOf("", HasSubstr("the validator gave up")));
}

} // namespace vkperftest::spirv_module_test
