#include "frontend/workgroup.h"

#include <gmock/gmock.h>

#include "frontend/assembled.h"
#include "frontend/compiled.h"

namespace vkperftest {
namespace workgroup_test {

using testing::ElementsAre;

// The size with the workgroup that is given, and whether it is the usual one; checked by SPIRV-Tools.
SizedModule sized(const std::string& layout, std::span<const SpecializedConstant> constants = {},
                  const std::optional<WorkgroupSize>& given = {}) {
    SizedModule made = sizedModule(
        moduleOfGlsl("#version 450\n" + layout +
                     "layout(binding = 0) buffer Out { uint result; };\n"
                     "void main() { result = gl_WorkGroupSize.x + gl_LocalInvocationIndex + 4u; }"),
        "main", constants, given);
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

} // namespace workgroup_test
} // namespace vkperftest
