// Whole shaders through glslang: what its code for raw buffers is, the rules must know.
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/text.h"
#include "frontend/compiled.h"
#include "frontend/spirv_module.h"
#include "lint/rule.h"

namespace vkperftest::raw_buffer_code_test {

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
        compileHlsl(R"(ByteAddressBuffer source; RWByteAddressBuffer target; cbuffer C { uint mask; };
        uint twice(uint value) { return value * 2; } void move(inout uint at) { at = at + 8; }
        [numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {)"
                    "\n" +
                    code + "\n}\n"),
        rootDescriptors);
}

// The findings of each line of the table's right part, whose "\" are ends of lines: "4-unprovable | CODE".
void expectInHlsl(const std::string& table, bool rootDescriptors = false) {
    for (const std::string& line : split(table, '\n')) {
        const std::size_t bar = line.find(" | ");
        if (bar == std::string::npos) continue;
        const std::string code = join(split(line.substr(bar + 3), '\\'), "\n");
        EXPECT_EQ(join(inHlsl(code, rootDescriptors), " "), trim(line.substr(0, bar))) << line;
    }
}

TEST(LintRawBufferCode, IsFineWhereAddressesAreMultiples) {
    expectInHlsl(R"(
         | target.Store4(id.x * 64, source.Load4(id.x * 64));
         | uint a = twice(id.x) * 8; target.Store4(a, source.Load4(a + 32));
         | uint4 s = 0; [loop] for (uint i = 0; i < 4; ++i) s += source.Load4(i * 16);\target.Store4(0, s);
         | uint a = 16; while (a < mask) { target.Store2(a, source.Load2(a)); a += 8; }
         | target.Store(0, source.Load(id.x | mask)); target.Store3(0, source.Load3(mask));)");
}

TEST(LintRawBufferCode, IsFoundWhereAddressesAreUnknown) {
    expectInHlsl(R"(
        4-unprovable | target.Store4(id.x * 64, source.Load4((id.x * 16) | mask));
        4-unprovable | target.Store4(id.x * 64 + mask, source.Load4(id.x * 64));
        4-unprovable | uint a = id.x * 16; move(a); target.Store4(a, source.Load4(0));
        5-unprovable | \target.Store2(id.x * 8, source.Load2(twice(id.x)));
4-unprovable 5-unprovable | uint4 a = source.Load4(mask);\a += source.Load4(mask+8);\target.Store4(0, a);)");
}

// Two loads that lie together are no wider one.
TEST(LintRawBufferCode, IsFoundAtWrongConstants) {
    expectInHlsl(R"(
        4-misaligned | target.Store2(8, source.Load2(12));
        4-misaligned | target.Store2(12, source.Load2(8));
         | target.Store4(32, source.Load4(16));
         | uint2 a = source.Load2(8);\uint2 b = source.Load2(16);\target.Store4(0, uint4(a, b));)");
}

TEST(LintRawBufferCode, OfRootDescriptorsIsUnprovable) {
    expectInHlsl("4-unprovable | uint4 a = source.Load4(id.x * 64);\\target.Store(0, a.x + a.y + a.z + a.w);",
                 true);
}

TEST(LintRawBufferCode, IsSeenInGlsl) {
    const std::string head = R"(#version 450
        layout(local_size_x = 64) in;
        layout(std430, binding = 0) buffer B { float data[]; };
        layout(push_constant) uniform P { uint mask; };
        void main() { uint i = gl_GlobalInvocationID.x;)";
    for (const auto& [code, expected] : std::map<std::string, std::vector<std::string>>{
             {"vec2 v = vec2(data[i * 2], data[i * 2 + 1]); data[0] = dot(v, v);", {}},
             {"vec2 v = vec2(data[i], data[i + 1]); data[0] = dot(v, v);", {"6-unprovable"}},
             {"vec2 v = vec2(i); data[i * 3] = v.x; data[i * 3 + 1] = v.y;", {"6-unprovable"}},
             {"vec2 v = vec2(i); data[i * 2] = v.x; data[i * 2 + 1] = v.y;", {}},
             {"data[i] = data[i + 1] + data[i + 2];", {}}})
        EXPECT_EQ(findings(compileGlsl(head + "\n" + code + "\n}\n")), expected) << code;
}

// Which would load something else.
TEST(LintRawBufferCode, WhatIsNeverAlignedIsNotToldToClearBits) {
    for (const auto& [offset, isClearable] : {std::pair("20", false), {"mask", true}}) {
        const Result<std::vector<CompiledShader>> compiled = compileHlsl(fmt::format(
            R"(ByteAddressBuffer source; RWByteAddressBuffer target; cbuffer C {{ uint mask; }};
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {{
    target.Store4(0, source.Load4(id.x * 64 + {}));
}})",
            offset));
        const SpirvModule module = SpirvModule::read(compiled.value().front().words).value();
        LintSubject subject;
        subject.module = &module;
        std::string remedies;
        for (const Rule* rule : lintRules())
            for (const LintFinding& finding : rule->check(subject, {}))
                remedies += join(finding.remedies, " ");
        EXPECT_NE(remedies, "");
        EXPECT_EQ(remedies.find("low bits") != std::string::npos, isClearable) << remedies;
    }
}

} // namespace vkperftest::raw_buffer_code_test
