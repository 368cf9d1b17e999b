// Neighbouring words that become vectors, and those that must not.
#include "trial/rewritten.h"

namespace vkperftest::trial_wide_test {

// Of a raw buffer from assembled.h, whose byte addresses are %a; they load as HLSL's Load4.
SpirvModule loading(const std::string& address, int words, const std::string& between = "") {
    std::string code = loads("a", words);
    if (!between.empty()) code.insert(code.find("%a_i1"), between + "\n");
    return moduleOf(shaderText(address + "\n" + code, "%acquire = OpConstant %uint 66\n"));
}

// The components of all vectors that are loaded from buffers.
std::vector<std::uint32_t> vectors(const Rewritten& shader) {
    std::vector<std::uint32_t> all;
    for (const SpirvInstruction& one : shader.module.instructions()) {
        const SpirvInstruction* const type = shader.module.definition(one.type);
        if (is(&one, spv::OpLoad) && is(type, spv::OpTypeVector) &&
            storageOf(shader.module, one.operands[0]) == spv::StorageClassUniform)
            all.push_back(type->operands[1]);
    }
    return all;
}

std::vector<std::uint32_t> vectorsOf(const std::string& address, int words, std::uint32_t assumed = 0) {
    return vectors(rewritten(loading(address, words), "wide", assumed));
}

TEST(WideLoads, AreThoseOfProvenAlignment) {
    EXPECT_THAT(vectorsOf("%a = OpIMul %uint %x %uint_16", 4), ElementsAre(4));
    EXPECT_THAT(vectorsOf("%a = OpIMul %uint %x %uint_8", 4), ElementsAre(2, 2));
    EXPECT_THAT(vectorsOf("%a = OpIMul %uint %x %uint_8", 2), ElementsAre(2));
    EXPECT_THAT(vectorsOf("%m = OpIMul %uint %x %uint_16\n%a = OpIAdd %uint %m %uint_4", 4), ElementsAre(2));
    EXPECT_THAT(vectorsOf("%a = OpIMul %uint %x %uint_20", 4, 16), ElementsAre(4));
    EXPECT_THAT(vectorsOf("%a = OpIMul %uint %x %uint_4", 4, 8), ElementsAre(2, 2));
}

TEST(WideLoads, NameTheirAssumptionIfTheyNeedIt) {
    const SpirvModule proven = loading("%a = OpIMul %uint %x %uint_16", 4);
    const SpirvModule assumed = loading("%a = OpIMul %uint %x %uint_4", 4);
    EXPECT_EQ(rewritten(proven, "wide", 16).assumption, "");
    EXPECT_THAT(rewritten(assumed, "wide", 16).assumption, HasSubstr("multiples of 16"));
    EXPECT_THAT(refusal(assumed, "wide"), HasSubstr("aligned"));
    EXPECT_THAT(
        refusal(loading("%m = OpIMul %uint %x %uint_16\n%a = OpBitwiseOr %uint %m %uint_4", 2), "wide", 16),
        HasSubstr("aligned"));
}

TEST(WideLoads, HoldTheWordsInTheirOrder) {
    const Rewritten shader = rewritten(loading("%a = OpIMul %uint %x %uint_16", 4), "wide");
    std::vector<std::uint32_t> components;
    for (const SpirvInstruction& one : shader.module.instructions()) {
        const SpirvInstruction* const from =
            is(&one, spv::OpCompositeExtract) ? shader.module.definition(one.operands[0]) : nullptr;
        if (is(from, spv::OpLoad) && storageOf(shader.module, from->operands[0]) == spv::StorageClassUniform)
            components.push_back(one.operands[1]);
    }
    EXPECT_THAT(components, ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(shader.text, HasSubstr("OpDecorate %buffer Aliased"));
    EXPECT_THAT(shader.text, HasSubstr("ArrayStride 16"));
}

TEST(WideLoads, DoNotPassAStoreOrABarrier) {
    const std::string address = "%a = OpIMul %uint %x %uint_16";
    const std::string store = "%sp = OpAccessChain %toWord %buffer %uint_0 %y\nOpStore %sp %x";
    for (const std::string& between : {store, std::string("OpMemoryBarrier %uint_1 %acquire"),
                                       std::string("%sp = OpAccessChain %toWord %buffer %uint_0 %y\n%old = "
                                                   "OpAtomicIAdd %uint %sp %uint_1 %uint_0 %x")}) {
        EXPECT_THAT(vectors(rewritten(loading(address, 4, between), "wide")), ElementsAre(2)) << between;
        EXPECT_THAT(refusal(loading(address, 2, between), "wide"), HasSubstr("at once")) << between;
    }
    EXPECT_THAT(vectors(rewritten(loading(address, 4, "OpStore %local %y"), "wide")), ElementsAre(4));
}

TEST(WideLoads, DoNotApplyToSingleWordsAndSpecialBuffers) {
    EXPECT_THAT(refusal(moduleOf(shaderText("")), "wide"), HasSubstr("neighbouring"));
    const std::string code = " buffer A { uint a[]; };\nlayout(binding = 1) buffer O { uvec4 o[]; };\n"
                             "void main() { uint i = gl_GlobalInvocationID.x * 4;\n"
                             "o[0] = uvec4(a[i], a[i + 1], a[i + 2], a[i + 3]); }";
    const std::string head = "#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) ";
    EXPECT_THAT(refusal(moduleOfGlsl(head + "volatile" + code), "wide"), HasSubstr("at once"));
    const Rewritten shader = rewritten(moduleOfGlsl(head + "restrict readonly" + code), "wide");
    EXPECT_THAT(shader.text, Not(HasSubstr("Restrict")));
    EXPECT_THAT(shader.text, HasSubstr("%v4uint"));
}

} // namespace vkperftest::trial_wide_test
