// What structured buffers are, and how HLSL packs their elements.
#include "frontend/reflection.h"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include "frontend/compiled.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string described(const ReflectedBuffer& buffer) {
    std::string text = fmt::format("{}: {} of {}", buffer.name, buffer.element, buffer.stride);
    for (const ReflectedMember& member : buffer.members)
        text += fmt::format(", {} {} {}+{}", member.type, member.name, member.offset, member.size);
    return text;
}

std::vector<std::string> buffersOf(const Result<std::vector<CompiledShader>>& shaders) {
    if (!shaders.ok()) return {shaders.error().sentence()};
    const Result<Reflection> reflection = reflect(SpirvModule::read(shaders.value().at(0).words).value());
    if (!reflection.ok()) return {reflection.error().sentence()};
    std::vector<std::string> buffers;
    for (const ReflectedBuffer& buffer : reflection.value().structuredBuffers)
        buffers.push_back(described(buffer));
    return buffers;
}

// One buffer of this element, of which a word is written.
std::vector<std::string> hlslBuffer(const std::string& structures, const std::string& element,
                                    const std::string& word) {
    return buffersOf(compileHlsl(fmt::format("{}\nRWStructuredBuffer<{}> data;\n"
                                             "[numthreads(1, 1, 1)] void main() {{ data[1]{} = 0; }}",
                                             structures, element, word)));
}

TEST(LintReflection, PacksStructuresAsHlslDoes) {
    EXPECT_THAT(hlslBuffer("struct E { float3 a; float2 b; };", "E", ".b.x"),
                ElementsAre("data: E of 20, float3 a 0+12, float2 b 12+8"));
    EXPECT_THAT(hlslBuffer("struct E { float a; double b; float c; };", "E", ".c"),
                ElementsAre("data: E of 24, float a 0+4, double b 8+8, float c 16+4"));
    EXPECT_THAT(hlslBuffer("struct I { float3 a; }; struct E { I a[2]; float b; };", "E", ".b"),
                ElementsAre("data: E of 28, I[2] a 0+24, float b 24+4"));
}

TEST(LintReflection, PacksMatricesAsHlslDoes) {
    EXPECT_THAT(hlslBuffer("struct E { float3x3 a; float b; };", "E", ".b"),
                ElementsAre("data: E of 40, float3x3 a 0+36, float b 36+4"));
    EXPECT_THAT(hlslBuffer("struct E { row_major float3x4 a[2]; float b; };", "E", ".b"),
                ElementsAre("data: E of 100, float3x4[2] a 0+96, float b 96+4"));
    EXPECT_THAT(hlslBuffer("", "float4x3", "[1][1]"), ElementsAre("data: float4x3 of 48"));
}

TEST(LintReflection, TellsElementsWithoutMembers) {
    EXPECT_THAT(hlslBuffer("", "float3", ".x"), ElementsAre("data: float3 of 12"));
    EXPECT_THAT(hlslBuffer("", "int", ""), ElementsAre("data: int of 4"));
}

TEST(LintReflection, LeavesConstantBuffersAsTheyAre) {
    EXPECT_THAT(buffersOf(compileHlsl("struct E { float3 a; float2 b; };\n"
                                      "cbuffer C { E one; E two; };\nRWStructuredBuffer<E> data;\n"
                                      "[numthreads(1, 1, 1)] void main() { data[0].b = two.b; }")),
                ElementsAre("data: E of 20, float3 a 0+12, float2 b 12+8"));
}

TEST(LintReflection, TakesWordsForAByteAddressBuffer) {
    EXPECT_THAT(buffersOf(compileHlsl("ByteAddressBuffer from; RWByteAddressBuffer to;\n"
                                      "[numthreads(1, 1, 1)] void main() { to.Store(0, from.Load(4)); }")),
                IsEmpty());
    EXPECT_THAT(buffersOf(compileGlsl("layout(std430, binding = 0) buffer B { uint word[]; };\n"
                                      "void main() { word[0] = 1; }")),
                IsEmpty());
}

TEST(LintReflection, ReadsTheLayoutsOfGlsl) {
    const std::string shader = "#version 460\n#extension GL_EXT_scalar_block_layout : enable\n"
                               "struct E {{ vec3 a; vec2 b; }};\n"
                               "layout({}, binding = 0) buffer Block {{ uint count; E data[]; }} {};\n"
                               "void main() {{ {}data[0].b.x = 1; }}";
    EXPECT_THAT(buffersOf(compileGlsl(fmt::format(fmt::runtime(shader), "std430", "block", "block."))),
                ElementsAre("block: E of 32, float3 a 0+12, float2 b 16+8"));
    EXPECT_THAT(buffersOf(compileGlsl(fmt::format(fmt::runtime(shader), "scalar", "", ""))),
                ElementsAre("Block: E of 20, float3 a 0+12, float2 b 12+8"));
}

} // namespace
} // namespace vkperftest
