#include "frontend/workgroup.h"

#include "frontend/assembled.h"
#include "frontend/compiled.h"
#include "matchers.h"

namespace vkperftest::workgroup_test {

// The size with the workgroup that is given, and whether it is the usual one; checked by SPIRV-Tools.
SizedModule sized(const std::string& layout, std::span<const SpecializedConstant> constants = {},
                  const std::optional<WorkgroupSize>& given = {}) {
    SizedModule made = valueOf(sizedModule(
        moduleOfGlsl("#version 450\n" + layout +
                     "layout(binding = 0) buffer Out { uint result; };\n"
                     "void main() { result = gl_WorkGroupSize.x + gl_LocalInvocationIndex + 4u; }"),
        "main", constants, given));
    EXPECT_EQ(validatorsComplaint(made.module.words()), "");
    return made;
}

TEST(Workgroup, OfOneInvocationByAConstantsDefaultIsTheUsualOne) {
    const std::string byConstants = "layout(local_size_x_id = 0, local_size_y_id = 1) in;\n";
    EXPECT_THAT(sized(byConstants).size, ElementsAre(64, 1, 1));
    EXPECT_TRUE(sized(byConstants).usual);
    EXPECT_THAT(sized("layout(local_size_y_id = 3) in;\n").size, ElementsAre(1, 64, 1));
    EXPECT_FALSE(sized("layout(local_size_x = 1) in;\n").usual);
    EXPECT_FALSE(sized("layout(local_size_x = 8, local_size_x_id = 0) in;\n").usual);
    EXPECT_THAT(sized(byConstants, std::vector<SpecializedConstant>{{0, 8, 4}}).size, ElementsAre(8, 1, 1));
    EXPECT_THAT(sized(byConstants, std::vector<SpecializedConstant>{{0, 1, 4}}).size, ElementsAre(1, 64, 1));
    const std::vector<SpecializedConstant> both = {{0, 1, 4}, {1, 1, 4}};
    EXPECT_THAT(sized(byConstants, both).size, ElementsAre(1, 1, 1));
    const std::string shared = std::string("layout(constant_id = 0) ") + "const uint block = 128;\n" +
                               "layout(local_size_x_id = 0) in;\n" + "layout(local_size_y = 2) in;\n";
    EXPECT_THAT(sized(shared).size, ElementsAre(128, 2, 1));
    EXPECT_THAT(sized(shared, std::vector<SpecializedConstant>{{0, 8, 4}}).size, ElementsAre(8, 2, 1));
}

TEST(Workgroup, IsTheOneThatIsGiven) {
    for (const std::string layout :
         {"", "layout(local_size_x = 4) in;\n", "layout(local_size_x_id = 2) in;\n"})
        EXPECT_THAT(sized(layout, {}, WorkgroupSize{8, 4, 2}).size, ElementsAre(8, 4, 2)) << layout;
    const SizedModule made = sized("layout(local_size_x = 4) in;\n", {}, WorkgroupSize{8, 4, 2});
    const auto fours = std::ranges::count_if(made.module.instructions(), [](const SpirvInstruction& one) {
        return is(&one, spv::OpConstant) && one.operands[0] == 4;
    });
    EXPECT_GE(fours, 1); // what else uses the constant keeps it
}

std::string troubleOf(const std::string& layout, std::uint32_t constant,
                      const std::optional<WorkgroupSize>& given = {}) {
    const std::vector<SpecializedConstant> constants = {{0, constant, 4}};
    const auto made =
        sizedModule(moduleOfGlsl("#version 450\n" + layout + "void main() {}"), "main", constants, given);
    return made.ok() ? "" : made.error().sentence();
}

TEST(Workgroup, OfImpossibleOrContradictingSizesIsAnError) {
    const std::string layout = "layout(local_size_x_id = 0) in;\n";
    EXPECT_EQ(troubleOf(layout, 32), "");
    EXPECT_THAT(troubleOf(layout, 0), HasSubstr("no invocation"));
    EXPECT_THAT(troubleOf(layout, 4096), HasSubstr("more than 1024"));
    EXPECT_THAT(troubleOf(layout, 32, WorkgroupSize{128, 1, 1}), HasSubstr("leave one of them out"));
}

TEST(Workgroup, IsThatOfTheComputeShaderAndFollowsItsConstants) {
    std::string text = shaderText("");
    ASSERT_NE(text.find("OpExecutionMode %main LocalSize 64 1 1"), std::string::npos);
    EXPECT_THAT(workgroupOf(moduleOf(text), "main"), ElementsAre(64, 1, 1));
    EXPECT_THAT(workgroupOf(moduleOf(text), "other"), ElementsAre(1, 1, 1));
    text.replace(text.find("%void = OpTypeVoid"), 0, "OpDecorate %size BuiltIn WorkgroupSize\n");
    const std::string spec = "%spec = OpSpecConstant %uint 16\n";
    text.replace(text.find(spec), spec.size(),
                 spec +
                     "%twice = OpSpecConstantOp %uint IMul %spec %spec\n"
                     "%one = OpConstant %uint 1\n%size = OpSpecConstantComposite %uint3 %twice %one %one\n");
    const SpirvModule module = moduleOf(text);
    EXPECT_THAT(workgroupOf(module, "main"), ElementsAre(256, 1, 1));
    const SpirvModule four = withConstants(module, std::vector<SpecializedConstant>{{0, 4, 4}});
    EXPECT_THAT(workgroupOf(four, "main"), ElementsAre(16, 1, 1));
}

} // namespace vkperftest::workgroup_test
