// What is only read is declared so, and nothing else.
#include "trial/rewritten.h"

namespace vkperftest::trial_readonly_test {

SpirvModule glsl(const std::string& code) {
    return moduleOfGlsl("#version 450\nlayout(local_size_x = 64) in;\n" + code);
}

std::string textOf(const std::string& code) {
    return rewritten(glsl(code), "readonly").text;
}

TEST(ReadOnly, IsWhatNothingWrites) {
    const std::string text = textOf(
        "layout(binding = 0) buffer A { uint x[]; } a;\nlayout(binding = 1) buffer B { uint x[]; } b;\n"
        "layout(binding = 2) buffer C { uint x[]; } c;\nlayout(binding = 3, r32ui) uniform uimage2D d;\n"
        "layout(binding = 4, r32ui) uniform uimage2D e;\nlayout(binding = 5, r32ui) uniform uimage2D f;\n"
        "void main() { uint i = gl_GlobalInvocationID.x; b.x[i] = a.x[i] + imageLoad(d, ivec2(0)).x;\n"
        "atomicAdd(c.x[0], 1); imageStore(e, ivec2(0), uvec4(1)); imageAtomicAdd(f, ivec2(0), 1); }");
    for (const char* name : {"a", "d"})
        EXPECT_THAT(text, HasSubstr(fmt::format("OpDecorate %{} NonWritable", name)));
    for (const char* name : {"b", "c", "e", "f"})
        EXPECT_THAT(text, Not(HasSubstr(fmt::format("OpDecorate %{} NonWritable", name))));
    for (const char* name : {"a", "b", "c"})
        EXPECT_THAT(text, HasSubstr(fmt::format("OpDecorate %{} Restrict", name)));
}

TEST(ReadOnly, CountsAllVariablesOfABinding) {
    const std::string text = textOf(
        "layout(binding = 0) buffer A { uint x[]; } a;\nlayout(binding = 0) buffer B { uvec4 x[]; } b;\n"
        "layout(binding = 1) buffer C { uint x[]; } c;\n"
        "void main() { b.x[0].x = a.x[4] + c.x[0]; }");
    EXPECT_THAT(text, Not(HasSubstr("OpDecorate %a NonWritable")));
    EXPECT_THAT(text, Not(HasSubstr("OpDecorate %a Restrict")));
    EXPECT_THAT(text, HasSubstr("OpDecorate %c NonWritable"));
}

TEST(ReadOnly, IsNothingIfAWriteGoesToAnUnknownPlace) {
    const SpirvModule module =
        moduleOfPointers("%at = OpAccessChain %toWord %buffer %uint_0 %x\n%r = OpFunctionCall %uint %f %at",
                         R"(%taking = OpTypeFunction %uint %toWord
                                                      %f = OpFunction %uint None %taking
                                                      %p = OpFunctionParameter %toWord
                                                      %begin = OpLabel
                                                      OpStore %p %uint_1
                                                      OpReturnValue %uint_1
                                                      OpFunctionEnd)");
    EXPECT_THAT(rewritten(module, "readonly").text, Not(HasSubstr("NonWritable")));
}

TEST(ReadOnly, DoesNotApplyToWhatIsDeclaredSo) {
    EXPECT_THAT(refusal(glsl("layout(binding = 0) restrict readonly buffer A { uint x[]; } a;\n"
                             "layout(binding = 1) restrict buffer B { uint x[]; } b;\n"
                             "void main() { b.x[0] = a.x[0]; }"),
                        "readonly"),
                HasSubstr("already"));
}

} // namespace vkperftest::trial_readonly_test
