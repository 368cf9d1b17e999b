// Storage buffers that become uniform or texel buffers: those that are only read.
#include <fmt/format.h>

#include "trial/rewritten.h"

namespace vkperftest::other_buffers_test {

SpirvModule shaderOf(const std::string& declarations, const std::string& code) {
    return moduleOfGlsl("#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types : enable\n"
                        "layout(local_size_x = 64) in;\n"
                        "layout(binding = 0, std430) buffer Out { uint o[]; };\n" +
                        declarations + "\nvoid main() { uint i = gl_GlobalInvocationID.x; " + code + " }\n");
}

std::string in(int binding, const std::string& member, const std::string& more = "readonly") {
    return fmt::format("layout(binding = {}, std430) {} buffer In{} {{ {}; }};", binding, more, binding,
                       member);
}

// Set 0's bindings of that kind.
std::vector<std::uint32_t> bindings(const Rewritten& rewritten, DescriptorKind kind) {
    std::vector<std::uint32_t> all;
    for (const ShaderBinding& one : rewritten.shader.shader.bindings)
        if (one.kind == kind) all.push_back(one.binding);
    return all;
}

TEST(Uniform, BuffersThatAreOnlyReadGetASize) {
    const Rewritten words =
        rewritten(shaderOf(in(1, "uint count; vec3 a[]"), "o[i] = count + uint(a[i & 63].y) + uint(a[3].x);"),
                  "uniform");
    EXPECT_THAT(bindings(words, DescriptorKind::UniformBuffer), ElementsAre(1));
    EXPECT_THAT(words.text, HasSubstr("OpTypeArray %v3float %uint_255")); // (4096 - 16) / 16
    // HLSL's buffers of SPIR-V 1.0, which are in the same storage class before
    const Rewritten raw = rewritten(moduleOfHlsl(R"(ByteAddressBuffer a : register(t1);
RWByteAddressBuffer b : register(u0);
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { b.Store(id.x * 4, a.Load(id.x * 4)); })"),
                                    "uniform");
    EXPECT_THAT(bindings(raw, DescriptorKind::UniformBuffer), ElementsAre(1));
    EXPECT_THAT(rewritten(raw.module, "readonly").assumption, HasSubstr("share memory")); // it can be again
}

TEST(Uniform, OthersStayStorageBuffers) {
    const std::pair<std::string, std::string> cases[] = {
        {in(1, "uint a[]", ""), "o[i] = a[i]; a[i] = 1;"},            // written
        {in(1, "uint a[]", ""), "o[i] = a[i] + atomicAdd(a[0], 1);"}, // the same
        {in(1, "uint a[]"), "o[i] = a.length();"},                    // asked for its length
        {in(2, "uint a[]"), "o[i] = a[i];"},                          // too large
        {in(1, "vec4 h[500]; uint a[]"), "o[i] = a[i];"},             // which does not fit its 4096 bytes
        {in(1, "uint a[]", "coherent readonly"), "o[i] = a[i];"},     // others may write it
        {in(1, "uint a[]", "") + "layout(binding = 1, std430) buffer Two { vec4 b[]; };",
         "o[i] = a[i]; b[i].x = 1;"},
        {"layout(binding = 1) readonly buffer In { uint a[]; } many[2];", "o[i] = many[1].a[i];"},
        {"", "o[i] = 1;"}};
    for (const auto& [declarations, code] : cases)
        EXPECT_THAT(refusal(shaderOf(declarations, code), "uniform"), HasSubstr("64 KB")) << code;
}

TEST(TexelBuffer, WordsAndVectorsBecomeTexels) {
    struct Case {
        const char *type, *load;
        Format format;
    };
    for (const auto& [type, load, format] :
         {Case{"uint", "a[i]", Format::R32UI}, Case{"int", "uint(a[i])", Format::R32UI},
          Case{"float", "floatBitsToUint(a[i])", Format::R32UI}, Case{"vec2", "uint(a[i].y)", Format::RG32UI},
          Case{"uvec4", "a[i].x + a[i][i & 3]", Format::RGBA32UI},
          Case{"vec4", "uint(dot(a[i], vec4(1)))", Format::RGBA32UI}}) {
        const Rewritten texels = rewritten(
            shaderOf(in(1, std::string(type) + " a[]"), std::string("o[i] = ") + load + ";"), "texel-buffer");
        EXPECT_THAT(bindings(texels, DescriptorKind::UniformTexels), ElementsAre(1)) << type;
        EXPECT_EQ(texels.shader.texels.at(0).format, format) << type;
        EXPECT_THAT(texels.text, HasSubstr("OpImageFetch")) << type;
    }
}

TEST(TexelBuffer, OthersStayStorageBuffers) {
    const std::pair<std::string, std::string> cases[] = {
        {in(1, "vec3 a[]"), "o[i] = uint(a[i].x);"},   {in(1, "uint count; uint a[]"), "o[i] = a[i];"},
        {in(1, "uint a[16]"), "o[i] = a[i];"},         {in(1, "mat2 a[]"), "o[i] = uint(a[i][0].x);"},
        {in(1, "uint64_t a[]"), "o[i] = uint(a[i]);"}, {in(1, "uint a[]", ""), "o[i] = a[i]; a[i] = 1;"}};
    for (const auto& [declarations, code] : cases)
        EXPECT_THAT(refusal(shaderOf(declarations, code), "texel-buffer"), HasSubstr("only reads")) << code;
}

TEST(Soa, HasAnArrayForEachMember) {
    const std::string declared = R"(struct S {
    vec3 a; uint b; mat2 c; };)" +
                                 in(1, "S s[]", "");
    const Rewritten soa =
        rewritten(shaderOf(declared, "o[i] = s[i].b + uint(s[i].a.y + s[3].c[1].x);"), "soa");
    EXPECT_THAT(soa.text, HasSubstr("OpTypeArray %v3float %uint_128")); // 4096 / 32
    EXPECT_EQ(soa.shader.contents.at(0).content.size(), 128u * (16 + 4 + 16));
    for (const char* const code : {"S w=s[i]; o[i]=w.b;", "o[i]=++s[i].b;"})
        EXPECT_THAT(refusal(shaderOf(declared, code), "soa"), HasSubstr("structures"));
    const std::string large =
        "struct S { float a[2000]; uint b; };" + in(1, "S s[]", ""); // 4096 bytes hold none
    EXPECT_THAT(refusal(shaderOf(large, "o[i] = s[i].b;"), "soa"), HasSubstr("structures"));
}

TEST(Narrow, LoadsNumberByNumber) {
    const SpirvModule vectors = shaderOf(in(1, "vec4 a[]"), "o[i] = uint(dot(a[i], vec4(1)));");
    EXPECT_THAT(rewritten(vectors, "narrow").text, Not(HasSubstr("OpLoad %v4float")));
    EXPECT_THAT(refusal(shaderOf(in(1, "uint a[]"), "o[i] = a[i];"), "narrow"), HasSubstr("no vector"));
    const char* const whole = "o[i] = uint(dot(a[i], vec4(1)));";
    for (const char* const kept : {"volatile vec4 a[]", "volatile uint n; vec4 a[]"})
        EXPECT_THAT(refusal(shaderOf(in(1, kept, ""), whole), "narrow"), HasSubstr("no vector"));
}

TEST(PushConstants, TakeTheFirstSmallUniformBuffer) {
    const Rewritten pushed = rewritten(shaderOf(R"(layout(binding = 1) uniform U1 { vec4 large[9]; };
layout(binding = 2) uniform U2 { mat2x3 m; uint n[5]; float s; };
layout(binding = 3) uniform U3 { uint k; };)",
                                                R"(
o[i] = n[i & 3] + k + uint(m[1].y + s + large[i & 7].x);)"),
                                       "push-constants");
    EXPECT_EQ(pushed.shader.pushed, std::vector(116, std::byte{2}));
    EXPECT_EQ(pushed.shader.shader.pushConstantBytes, 116u);
    const std::string block = "layout(binding = 1) uniform U ";
    const std::tuple<std::string, std::string, const char*> cases[] = {
        {block + "{ uint n; }; layout(push_constant) uniform " + "P { uint k; };", "o[i] = k;", "already"},
        {block + "{ vec4 a[9]; };", "o[i] = uint(a[i & 7].x);", "128 bytes"},
        {block + "{ uint n; } many[2];", "o[i] = many[1].n;", "'many' is an array"},
        {block + "{ uint16_t n; };", "o[i] = uint(n);", "'U' has numbers of 8"},
        {block + "{ uint n; };", "o[i] = 1;", "'U' is used as"}};
    for (const auto& [declarations, code, why] : cases)
        EXPECT_THAT(refusal(shaderOf(declarations, code), "push-constants"), HasSubstr(why)) << code;
}

} // namespace vkperftest::other_buffers_test
