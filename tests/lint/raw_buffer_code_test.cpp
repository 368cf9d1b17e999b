// Whole shaders through glslang: what its code for raw buffers is, the rules must know.
#include <gmock/gmock.h>

#include "frontend/compiled.h"
#include "frontend/spirv_module.h"
#include "lint/rule.h"

namespace vkperftest {
namespace raw_buffer_code_test {

using testing::ElementsAre;
using testing::IsEmpty;

// "12-unprovable" for each line: the rule by its last word. Not how often: glslang loads a vector once for
// each component that it stores.
std::vector<std::string> findings(const Result<std::vector<CompiledShader>>& compiled,
                                  bool rootDescriptors = false) {
    EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.error().sentence());
    std::vector<std::string> all;
    if (!compiled.ok()) return all;
    const auto module = SpirvModule::read(compiled.value().front().words);
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().sentence());
    if (!module.ok()) return all;
    LintSubject subject;
    subject.module = &module.value();
    subject.rootDescriptors = rootDescriptors;
    for (const Rule* rule : lintRules())
        for (const LintFinding& finding : rule->check(subject, {}))
            all.push_back(std::to_string(finding.place.line) +
                          std::string(rule->id.substr(rule->id.find_last_of('-'))));
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

// `code` begins on line 4.
std::vector<std::string> inHlsl(const std::string& code, bool rootDescriptors = false) {
    return findings(
        compileHlsl("ByteAddressBuffer source; RWByteAddressBuffer target; cbuffer C { uint mask; };\n"
                    "uint twice(uint value) { return value * 2; }\n"
                    "[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {\n" +
                    code + "\n}\n"),
        rootDescriptors);
}

TEST(LintRawBufferCode, IsFineWhereAddressesAreMultiples) {
    EXPECT_THAT(inHlsl("target.Store4(id.x * 64, source.Load4(id.x * 64));"), IsEmpty());
    EXPECT_THAT(inHlsl("uint a = twice(id.x) * 8; target.Store4(a, source.Load4(a + 32));"), IsEmpty());
    EXPECT_THAT(
        inHlsl("uint4 sum = 0; [loop] for (uint i = 0; i < 4; ++i) sum += source.Load4(i * 16 + 32);\n"
               "target.Store4(id.x * 16, sum);"),
        IsEmpty());
    EXPECT_THAT(inHlsl("uint a = 16; while (a < mask) { target.Store2(a, source.Load2(a)); a += 8; }"),
                IsEmpty());
    EXPECT_THAT(inHlsl("target.Store(0, source.Load(id.x | mask)); target.Store3(0, source.Load3(mask));"),
                IsEmpty());
}

TEST(LintRawBufferCode, IsFoundWhereAddressesAreUnknown) {
    EXPECT_THAT(inHlsl("target.Store4(id.x * 64, source.Load4((id.x * 16) | mask));"),
                ElementsAre("4-unprovable"));
    EXPECT_THAT(inHlsl("target.Store4(id.x * 64 + mask, source.Load4(id.x * 64));"),
                ElementsAre("4-unprovable"));
    EXPECT_THAT(inHlsl("\ntarget.Store2(id.x * 8, source.Load2(twice(id.x)));"), ElementsAre("5-unprovable"));
    EXPECT_THAT(
        inHlsl("uint4 a = source.Load4(mask);\nuint4 b = source.Load4(mask + 16);\ntarget.Store4(0, a + b);"),
        ElementsAre("4-unprovable", "5-unprovable"));
}

TEST(LintRawBufferCode, IsFoundAtWrongConstants) {
    EXPECT_THAT(inHlsl("target.Store2(8, source.Load2(12));"), ElementsAre("4-misaligned"));
    EXPECT_THAT(inHlsl("target.Store2(12, source.Load2(8));"), ElementsAre("4-misaligned"));
    EXPECT_THAT(inHlsl("target.Store4(32, source.Load4(16));"), IsEmpty());
    // Two loads that lie together are no wider one.
    EXPECT_THAT(
        inHlsl("uint2 a = source.Load2(8);\nuint2 b = source.Load2(16);\ntarget.Store4(0, uint4(a, b));"),
        IsEmpty());
}

TEST(LintRawBufferCode, OfRootDescriptorsIsUnprovable) {
    EXPECT_THAT(inHlsl("uint4 a = source.Load4(id.x * 64);\ntarget.Store(0, a.x + a.y + a.z + a.w);", true),
                ElementsAre("4-unprovable"));
}

TEST(LintRawBufferCode, IsSeenInGlsl) {
    const auto inGlsl = [](const std::string& code) {
        return findings(compileGlsl("#version 450\nlayout(local_size_x = 64) in;\n"
                                    "layout(std430, binding = 0) buffer B { float data[]; };\n"
                                    "layout(push_constant) uniform P { uint mask; };\n"
                                    "void main() { uint i = gl_GlobalInvocationID.x;\n" +
                                    code + "\n}\n"));
    };
    EXPECT_THAT(inGlsl("vec4 v = vec4(data[i * 4], data[i * 4 + 1], data[i * 4 + 2], data[i * 4 + 3]); "
                       "data[0] = dot(v, v);"),
                IsEmpty());
    EXPECT_THAT(inGlsl("vec4 v = vec4(data[i], data[i + 1], data[i + 2], data[i + 3]); data[0] = dot(v, v);"),
                ElementsAre("6-unprovable"));
    EXPECT_THAT(inGlsl("vec2 v = vec2(i); data[i * 3] = v.x; data[i * 3 + 1] = v.y;"),
                ElementsAre("6-unprovable"));
    EXPECT_THAT(inGlsl("vec2 v = vec2(i); data[i * 2] = v.x; data[i * 2 + 1] = v.y;"), IsEmpty());
    EXPECT_THAT(inGlsl("data[i] = data[i + 1] + data[i + 2];"), IsEmpty());
}

} // namespace raw_buffer_code_test
} // namespace vkperftest
