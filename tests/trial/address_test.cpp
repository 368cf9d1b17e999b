// Storage buffers as buffer references: what each access promises, and where the addresses stand.
#include "frontend/workgroup.h"
#include "matchers.h"
#include "trial/rewritten.h"

namespace vkperftest::trial_address_test {

constexpr const char* kGlsl = "#version 450\n"
                              "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
                              "#extension GL_EXT_shader_16bit_storage : require\n"
                              "#extension GL_EXT_shader_8bit_storage : require\n"
                              "#extension GL_EXT_buffer_reference : require\n"
                              "#extension GL_EXT_scalar_block_layout : require\n"
                              "layout(local_size_x = 64) in;\n";

SpirvModule glsl(const std::string& declarations, const std::string& body) {
    return moduleOfGlsl(kGlsl + declarations + "\nvoid main() { uint i = gl_GlobalInvocationID.x;\n" + body +
                        "\n}");
}

SpirvModule hlsl(const std::string& declarations, const std::string& body) {
    return moduleOfHlsl(declarations +
                        "\n[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { uint "
                        "i = id.x;\n" +
                        body + "\n}");
}

// What the loads or stores through addresses promise, in order.
std::vector<std::uint32_t> promises(const SpirvModule& module, spv::Op opcode) {
    std::vector<std::uint32_t> all;
    const std::size_t memory = opcode == spv::OpStore ? 2 : 1;
    for (const SpirvInstruction& one : module.instructions()) {
        if (!is(&one, opcode) || storageOf(module, one.operands[0]) != spv::StorageClassPhysicalStorageBuffer)
            continue;
        EXPECT_GT(one.operands.size(), memory + 1);
        all.push_back(one.operands[memory + 1]);
    }
    return all;
}

std::vector<std::uint32_t> loads(const Rewritten& shader) {
    return promises(shader.module, spv::OpLoad);
}

using Words = std::vector<std::uint32_t>;

struct Promise {
    const char* code; // of GLSL, or of HLSL where it calls Load
    std::uint32_t assumed;
    Words of4, of8, of16;
};

void PrintTo(const Promise& promise, std::ostream* out) {
    *out << promise.code;
}

class Promises : public testing::TestWithParam<Promise> {};

TEST_P(Promises, AreTheLargestProvenOnes) {
    const std::string code = GetParam().code;
    const bool isHlsl = code.find("Load") != std::string::npos;
    const SpirvModule module =
        isHlsl ? hlsl("ByteAddressBuffer a; RWByteAddressBuffer o; cbuffer C { uint c; };",
                      "o.Store(0, " + code + ");")
               : glsl("struct S { vec3 a; float b; vec2 c; float d; };\n"
                      "layout(binding = 0, scalar) readonly buffer A { float head; vec4 v[4]; mat4 m; "
                      "layout(row_major) mat4 r;"
                      "double d; S s; uint16_t h[2]; uint8_t y[4]; float f[]; };\nuint j;\n"
                      "layout(binding = 1) writeonly buffer O { float o; };\n"
                      "layout(binding = 2) readonly buffer P { vec4 p[]; };\n"
                      "layout(binding = 3) readonly buffer Q { S q[]; };\n"
                      "layout(binding = 4) readonly buffer R { mat4 m4; layout(row_major) mat4 r4; };\n",
                      std::string("o = float(") + code + ");");
    EXPECT_EQ(loads(rewritten(module, "address-4", GetParam().assumed)), GetParam().of4);
    EXPECT_EQ(loads(rewritten(module, "address-8", GetParam().assumed)), GetParam().of8);
    EXPECT_EQ(loads(rewritten(module, "address-16", GetParam().assumed)), GetParam().of16);
}

INSTANTIATE_TEST_SUITE_P(
    Accesses, Promises,
    testing::Values(Promise{"a.Load4(i * 16)", 0, {4}, {8}, {16}},
                    Promise{"a.Load4(i * 16 + 4)", 0, {4}, {4}, {4}},
                    Promise{"a.Load4(i * 8)", 0, {4}, {8}, {8}}, Promise{"a.Load4(i * 20)", 0, {4}, {4}, {4}},
                    Promise{"a.Load3(i * 32)", 0, {4}, {8}, {16}},
                    Promise{"dot(a.Load3(i * 24), a.Load3(i * 24 + 12))", 0, {4, 4}, {8, 4}, {8, 4}},
                    Promise{"dot(a.Load3(i * 12), a.Load3(i * 12))", 0, {4}, {4}, {4}},
                    Promise{"(j=i>>2,f[j]+f[j+1]+f[j+2]+f[j+3]+f[j+4])", 0, {4, 4}, {4, 4}, {4, 4}},
                    Promise{"a.Load4(c)", 16, {4}, {8}, {16}}, Promise{"a.Load4(c)", 8, {4}, {8}, {8}},
                    Promise{"a.Load2(c + 12)", 16, {4}, {4}, {4}}, Promise{"a.Load(c)", 16, {4}, {4}, {4}},
                    Promise{"a.Load2(i * 16 | 4)", 16, {4}, {4}, {4}}, // not what is assumed
                    Promise{"a.Load(i << 5)", 0, {4}, {8}, {16}}, Promise{"p[i].x", 0, {4}, {8}, {16}},
                    Promise{"p[i].z", 0, {4}, {8}, {8}}, Promise{"p[i].w", 0, {4}, {4}, {4}},
                    Promise{"p[i][i]", 0, {4}, {4}, {4}}, Promise{"dot(p[3], vec4(1))", 0, {4}, {8}, {16}},
                    Promise{"dot(p[i * 3], vec4(1))", 16, {4}, {8}, {16}},
                    Promise{"dot(q[i].a, vec3(1))", 0, {4}, {8}, {16}},
                    Promise{"q[i].c.x", 0, {4}, {8}, {16}}, Promise{"q[i].d", 0, {4}, {8}, {8}},
                    Promise{"m4[i].x", 0, {4}, {8}, {16}}, Promise{"m4[1][i]", 0, {4}, {4}, {4}},
                    Promise{"r4[1][i]", 0, {4}, {4}, {4}}, Promise{"r4[2][i]", 0, {4}, {8}, {8}},
                    Promise{"head", 0, {4}, {8}, {16}}, Promise{"dot(v[i], vec4(1))", 0, {4}, {4}, {4}},
                    Promise{"f[i]", 0, {4}, {4}, {4}}, Promise{"h[i]", 0, {2}, {2}, {2}},
                    Promise{"y[i]", 0, {1}, {1}, {1}}));

// Compilers evaluate the operand of Store4 again for each word. What the shader writes may have changed meanwhile.
TEST(Addresses, JoinTheWordsOfAVectorUnlessTheyMayChange) {
    const SpirvModule coherent =
        hlsl("globallycoherent RWByteAddressBuffer o;", "o.Store2(i * 8, uint2(i, 1));");
    EXPECT_EQ(promises(rewritten(coherent, "address-16").module, spv::OpStore).size(), 2u);
    for (const auto& [from, count] :
         {std::pair("a.Load4(i * 16)", 1u), std::pair("o.Load4(i * 16 + 16)", 4u)}) {
        const Rewritten shader = rewritten(hlsl("ByteAddressBuffer a; RWByteAddressBuffer o;",
                                                std::string("o.Store4(i * 16, ") + from + ");"),
                                           "address-16");
        EXPECT_EQ(loads(shader), Words(count, 16)) << from;
        EXPECT_EQ(promises(shader.module, spv::OpStore).size(), count) << from;
    }
}

// Whole structures, doubles and stores promise at least what their scalars need.
TEST(Addresses, PromiseScalarsTheirOwnAlignment) {
    const SpirvModule module =
        glsl("struct S { double d; uint8_t y; };\nlayout(binding = 0) buffer A { S a[]; };",
             "a[i] = a[i + 1]; a[i].y = uint8_t(1);");
    for (const char* variant : {"address-4", "address-8", "address-16"}) {
        const Rewritten shader = rewritten(module, variant);
        const bool four = variant == std::string("address-4");
        EXPECT_EQ(loads(shader)[0], variant == std::string("address-16") ? 16 : 8);
        EXPECT_EQ(promises(shader.module, spv::OpStore).back(), four ? 4u : 8u);
    }
}

TEST(Addresses, NameTheirAssumptionIfItMatters) {
    const SpirvModule module = hlsl("ByteAddressBuffer a; RWByteAddressBuffer o; cbuffer C { uint c; };",
                                    "o.Store4(0, a.Load4(c));");
    EXPECT_EQ(rewritten(module, "address-16").assumption, "");
    EXPECT_EQ(rewritten(module, "address-4", 16).assumption, "");
    EXPECT_THAT(rewritten(module, "address-16", 16).assumption, HasSubstr("multiples of 16"));
}

// The same shader with other constants promises something else.
TEST(Addresses, RestOnTheConstantsThatAreGiven) {
    const SpirvModule module = glsl(
        "layout(constant_id = 3) const uint kStep = 4;\nlayout(constant_id = 4) const bool kAll = true;\n"
        "layout(constant_id = 5) const double kFactor = 1;\n"
        "layout(binding = 0) buffer A { uint a[]; };",
        "if (kAll) a[0] = a[i * kStep] * uint(kFactor);");
    EXPECT_THAT(loads(rewritten(module, "address-16")), ElementsAre(16));
    const SpecializedConstant values[] = {{.id = 3, .value = 6}, {.id = 4, .value = 0}};
    const SpirvModule other = withConstants(module, values);
    EXPECT_THAT(loads(rewritten(other, "address-16")), ElementsAre(8));
    const std::string text = spirvText({other.words().begin(), other.words().end()});
    EXPECT_THAT(text, HasSubstr("%kAll = OpSpecConstantFalse"));
    EXPECT_THAT(text, HasSubstr("%kFactor = OpSpecConstant %double 1"));
}

TEST(Addresses, FollowTheShadersOwnPushConstants) {
    const SpirvModule module = glsl(
        "layout(push_constant) uniform Push { uint count; layout(offset = 16) mat2x3 m; float last[2]; };\n"
        "layout(set = 1, binding = 0) buffer C { float c[]; };\n"
        "layout(binding = 5) buffer B { float b[]; };\nlayout(binding = 5) buffer B4 { vec4 b4[]; };\n"
        "layout(binding = 3) buffer A { float a[]; };\nlayout(binding = 4) buffer Unused { float u[]; };\n",
        "if (i < count) { c[i] = a[i] + b[i] + b4[i].x + m[1].y + last[1]; }");
    const TrialShader shader = rewritten(module, "address-4").shader;
    std::vector<Words> places;
    for (const auto& [set, binding, offset] : shader.addresses) places.push_back({set, binding, offset});
    EXPECT_THAT(places, ElementsAre(Words{0, 3, 56}, Words{0, 5, 64}, Words{1, 0, 72}));
    EXPECT_EQ(shader.shader.pushConstantBytes, 80u);
}

TEST(Addresses, FollowPushConstantsOfTheSizeThatIsGiven) {
    const SpirvModule module = glsl("layout(constant_id = 3) const uint kCount = 2;\n"
                                    "layout(push_constant) uniform Push"
                                    "{ uint head, last[kCount]; };\n"
                                    "layout(binding = 0) buffer A"
                                    "{ uint a[]; };",
                                    "a[i] = head + last[1];");
    EXPECT_EQ(rewritten(module, "address-4").shader.addresses.at(0).offset, 16u);
    const SpecializedConstant six[] = {{.id = 3, .value = 6}};
    EXPECT_EQ(rewritten(withConstants(module, six), "address-4").shader.addresses.at(0).offset, 32u);
}

TEST(Addresses, LieBehindArraysWhoseSizeIsAConstants) {
    const SpirvModule module = hlsl("[[vk::constant_id(3)]] const int kCount = 2;\n"
                                    "struct S { float a[kCount];"
                                    "float3 b; };\n"
                                    "StructuredBuffer<S> s; RWStructuredBuffer<float3> o;",
                                    "o[i] = s[i].b;");
    const std::string text = rewritten(module, "address-4").text;
    EXPECT_THAT(text, HasSubstr("OpMemberDecorate %S 1 Offset 8"));
    EXPECT_THAT(text, HasSubstr("ArrayStride 20"));
}

TEST(Addresses, KeepWhatIsKnownOfTheBuffers) {
    const std::string text = rewritten(glsl("layout(binding = 0) coherent buffer A { uint a[]; };\n"
                                            "layout(binding = 1) restrict readonly buffer B { uint b[]; };",
                                            "atomicAdd(a[0], b[i]); a[i] = 1;"),
                                       "address-16")
                                 .text;
    for (const char* kept : {"OpMemberDecorate %A 0 Coherent", "OpMemberDecorate %B 0 NonWritable",
                             "RestrictPointer", "OpAtomicIAdd", "OpLine"})
        EXPECT_THAT(text, HasSubstr(kept));
    EXPECT_THAT(text, Not(HasSubstr("DescriptorSet")));
}

// Compilers may decorate the variable, or the members of its block.
TEST(Addresses, KeepWhatIsKnownOfTheVariables) {
    std::string shader = shaderText("%p = OpAccessChain %toWord %buffer %uint_0 %x\n%v = OpLoad %uint %p");
    const std::string binding = "OpDecorate %buffer Binding 0";
    shader.replace(shader.find(binding), binding.size(),
                   binding + "\nOpDecorate %buffer NonWritable\nOpDecorate %buffer Coherent\n");
    const std::string text = rewritten(moduleOf(shader), "address-4").text;
    EXPECT_THAT(text, HasSubstr(" 0 NonWritable\n"));
    EXPECT_THAT(text, HasSubstr(" 0 Coherent\n"));
    EXPECT_THAT(text, Not(HasSubstr("BufferBlock")));
    EXPECT_THAT(text, HasSubstr("SPV_KHR_physical_storage_buffer"));
}

TEST(Addresses, DoNotApplyToSomeShaders) {
    const std::string a = "layout(binding = 0) buffer A { uint a[]; };\n";
    EXPECT_THAT(refusal(glsl(a, "a[0] = a.length();"), "address-4"), HasSubstr("length"));
    EXPECT_THAT(
        refusal(glsl("layout(binding = 0) buffer A { uint a[]; } as[2];", "as[1].a[i] = 1;"), "address-8"),
        HasSubstr("'as' is an array of buffers"));
    EXPECT_THAT(refusal(glsl("", ""), "address-16"), HasSubstr("no storage buffer"));
    EXPECT_THAT(refusal(moduleOfPointers("%r = OpFunctionCall %uint %f %buffer",
                                         R"(%taking = OpTypeFunction %uint %toBlock
                                               %f = OpFunction %uint None %taking
                                               %p = OpFunctionParameter %toBlock
                                               %begin = OpLabel
                                               OpReturnValue %uint_1
                                               OpFunctionEnd)"),
                        "address-4"),
                HasSubstr("passed to a function"));
}

} // namespace vkperftest::trial_address_test
