// The rule structured-buffer-stride-not-cache-aligned.

#include "base/text.h"
#include "frontend/compiled.h"
#include "frontend/reflection.h"
#include "golden.h"
#include "lint/rule.h"
#include "matchers.h"

namespace vkperftest::structured_buffer_stride_test {

const ShaderFile kSpirv{.path = "a/test.spv", .language = ShaderLanguage::Spirv};

const Rule& stride() {
    for (const Rule* rule : lintRules()) {
        if (rule->id == "structured-buffer-stride-not-cache-aligned") return *rule;
    }
    ADD_FAILURE() << "the rule is missing";
    return *lintRules().front();
}

std::vector<LintFinding> findings(const ShaderFile& file, const std::vector<StructuredBuffer>& buffers,
                                  std::uint32_t target = 32) {
    return stride().check({.file = &file, .buffers = buffers}, {.cacheLineTarget = target});
}

std::vector<LintFinding> findingsIn(const std::string& hlsl) {
    const ShaderFile file = {.path = "test.hlsl", .bytes = hlsl};
    const Result<std::vector<CompiledShader>> shaders = compileShader(file, {});
    if (!shaders.ok()) {
        ADD_FAILURE() << shaders.error().sentence();
        return {};
    }
    return findings(file, structuredBuffersOf(SpirvModule::read(shaders.value().at(0).words).value()));
}

struct Case {
    std::uint32_t target;
    std::vector<std::uint32_t> firing, silent;
};

class LintStrideTargets : public testing::TestWithParam<Case> {};

TEST_P(LintStrideTargets, FireWhereElementsDoNotFit) {
    const auto found = [&](std::uint32_t bytes) {
        return findings(kSpirv, {{.name = "data", .stride = bytes, .element = "E"}}, GetParam().target)
            .size();
    };
    for (const std::uint32_t bytes : GetParam().firing) EXPECT_EQ(found(bytes), 1U) << bytes;
    for (const std::uint32_t bytes : GetParam().silent) EXPECT_EQ(found(bytes), 0U) << bytes;
}

INSTANTIATE_TEST_SUITE_P(
    , LintStrideTargets,
    testing::Values(Case{16, {12, 20, 24, 28, 36, 40}, {1, 2, 4, 6, 8, 16, 32, 48, 64, 80}},
                    Case{32, {12, 20, 24, 28, 36, 40, 48}, {1, 2, 4, 6, 8, 16, 32, 64, 96, 30}},
                    Case{64, {12, 20, 24, 28, 36, 40, 48, 80, 96}, {4, 8, 16, 32, 64, 128, 192}},
                    Case{128, {12, 24, 36, 48, 80, 96, 192}, {4, 8, 16, 32, 64, 128, 256, 18}}),
    [](const auto& test) { return std::to_string(test.param.target); });

TEST(LintStride, TellsTheLayoutTheNextGoodStrideAndTheWaysOut) {
    const std::vector<LintFinding> found = findingsIn(R"(struct Vertex { float3 position; float2 uv; };
// vertices
StructuredBuffer<Vertex> vertices;
RWStructuredBuffer<float4> to;
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { to[0] = float4(vertices[i].position, vertices[i].uv.x); })");
    ASSERT_THAT(found, SizeIs(1));
    expectGolden(found[0].message + "\n" + join(found[0].remedies, "\n") + "\n");
    EXPECT_EQ(found[0].place.line, 3U);
    EXPECT_EQ(found[0].place.column, 26U);
    EXPECT_EQ(found[0].place.endColumn, 34U);
}

TEST(LintStride, NamesPadding) {
    const std::vector<StructuredBuffer> buffers = {
        {.name = "data",
         .stride = 40,
         .members = {{"a", "float3", 0, 12}, {"b", "double", 16, 8}, {"c", "float", 24, 4}},
         .element = "E"}};
    const std::vector<LintFinding> found = findings(kSpirv, buffers, 16);
    ASSERT_THAT(found, SizeIs(1));
    expectGolden(found[0].message + "\n");
    EXPECT_EQ(found[0].place.file, "a/test.spv");
    EXPECT_EQ(found[0].place.line, 0U);
}

TEST(LintStride, SuggestsWhatTheElementAllows) {
    const auto remedies = [&](std::vector<ReflectedMember> members, std::uint32_t stride,
                              std::uint32_t target = 32) {
        return findings(kSpirv, {{.name = "data", .stride = stride, .members = members}}, target)[0].remedies;
    };
    std::string all;
    for (const std::vector<std::string>& one :
         {remedies({}, 12), remedies({}, 12, 128), remedies({{"a", "float3", 0, 12}}, 12),
          remedies({{"a", "float3", 0, 12}, {"b", "float2", 12, 8}}, 20),
          remedies({{"a", "float", 0, 4}, {"b", "double", 8, 8}, {"c", "float", 16, 4}}, 24)})
        all += join(one, " ") + "\n";
    expectGolden(all);
}

TEST(LintStride, AcceptsThePaddedTheSplitAndTheUnknown) {
    EXPECT_THAT(findings({.path = "test.hlsl"}, {}), IsEmpty());
    EXPECT_THAT(findingsIn("struct E { float3 a; float2 b; float3 padding; };\nRWStructuredBuffer<E> data;\n"
                           "[numthreads(1, 1, 1)] void main() { data[0].a = 0; }"),
                IsEmpty());
    EXPECT_THAT(findingsIn("RWStructuredBuffer<float4> a; RWStructuredBuffer<float2> b;\n"
                           "[numthreads(1, 1, 1)] void main() { a[0] = 0; b[0] = 0; }"),
                IsEmpty());
}

} // namespace vkperftest::structured_buffer_stride_test
