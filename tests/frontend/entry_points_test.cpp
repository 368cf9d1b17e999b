// The entry points of HLSL.
#include "frontend/hlsl_text.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Names of compute shaders; others with their stage: "a frag".
std::vector<std::string> entryPointsOf(std::string_view text) {
    std::vector<std::string> names;
    for (const EntryPoint& each : hlslEntryPoints(text))
        names.push_back(each.name + (each.stage == "comp" ? "" : " " + each.stage));
    return names;
}

TEST(LintEntryPoints, AreTheFunctionsWithNumthreads) {
    EXPECT_THAT(
        entryPointsOf("void a() {} [numthreads(8, 8, 1)] void b(uint3 id : SV_GroupID) { a(); }\n"
                      "float table[numthreads];\n"
                      "[ NumThreads ( 1,1,1 ) ]\n[RootSignature(\"x [numthreads](\")]\nvoid c(void) {}"),
        ElementsAre("b", "c"));
}

TEST(LintEntryPoints, MayStandBetweenOtherAttributes) {
    EXPECT_THAT(entryPointsOf("[shader(\"compute\")] [numthreads(1, 1, 1)] [[vk::x(\"y\")]] void a() {}\n"
                              "[unroll(4)] void b() { [loop] for (;;) {} }"),
                ElementsAre("a"));
}

TEST(LintEntryPoints, AreVertexAndPixelShadersByTheirSemantics) {
    const std::string structures =
        "struct In { float3 at : POSITION; [[vk::location(1)]] float2 uv : TEXCOORD0; };\n"
        "struct Between { float4 at : SV_Position; float2 uv : TEXCOORD0; };\n"
        "struct More : Between { float3 normal : NORMAL; };\n"
        "struct Colors { float4 a : SV_Target0, b : SV_TARGET1; float z; };\n"
        "struct Plain { float4 a; };\n";
    const auto of = [&](const std::string& function) { return entryPointsOf(structures + function); };
    EXPECT_THAT(of("Between vs(In i, uint id : SV_VertexID) { Between b; return b; }"),
                ElementsAre("vs vert"));
    EXPECT_THAT(of("namespace n { More vs(In i) { return (More)0; } }"), ElementsAre("vs vert"));
    EXPECT_THAT(of("float4 vs(float3 at : POSITION) : SV_POSITION { return 0; }"), ElementsAre("vs vert"));
    EXPECT_THAT(of("void vs(in In i, out Between o) {}"), ElementsAre("vs vert"));
    EXPECT_THAT(of("float4 ps(Between b) : SV_Target { return 0; } Colors more(void) {}"),
                ElementsAre("ps frag", "more frag"));
    EXPECT_THAT(of("void ps(float2 uv : TEXCOORD, out float4 c : SV_Target1, out float z : SV_Depth) {}"),
                ElementsAre("ps frag"));
    EXPECT_THAT(of("void ps(Between b) { if (b.uv.x < 0) discard; }"), ElementsAre("ps frag"));
    // Helpers.
    EXPECT_THAT(of("Between make(float3 at, float2 uv) { return (Between)0; } float4 f(Plain p) { return 0; }"
                   "Between make(In i, StructuredBuffer<float, 2> b = a) {}"
                   "void use(Between b) {} void drop(bool x) { if (x) discard; } void none() { discard; } "
                   "Between later(In i); float4 x = f(1);"),
                IsEmpty());
}

TEST(LintEntryPoints, AreOfTheStageThatAttributesName) {
    EXPECT_THAT(entryPointsOf("[shader(\"ClosestHit\")] void hit(inout P p, in A a) {}\n"
                              "[shader(\"compute\")] [numthreads(1, 1, 1)] void c() {}\n"
                              "[maxvertexcount(3)] void g(triangle V v[3], inout TriangleStream<V> s) {}\n"
                              "[domain(\"tri\")] [outputcontrolpoints(3)] V h(InputPatch<V, 3> p) {}\n"
                              "[domain(\"tri\")] V d(T t) {}\n"
                              "[numthreads(1, 1, 1)] [outputtopology(\"triangle\")] void m() {}\n"
                              "[numthreads(1, 1, 1)] void a() { DispatchMesh(1, 1, 1, p); }"),
                ElementsAre("hit rchit", "c", "g geom", "h tesc", "d tese", "m mesh", "a task"));
}

TEST(LintEntryPoints, EachOnce) {
    EXPECT_THAT(entryPointsOf("[numthreads(1,1,1)] void a(); [numthreads(1,1,1)] void a() {}"),
                ElementsAre("a"));
}

TEST(LintEntryPoints, SkipDirectives) {
    EXPECT_THAT(
        entryPointsOf("#line 1 \"[numthreads(\"\n#pragma [numthreads(1,1,1)] void b() {}\nvoid a() {}"),
        IsEmpty());
}

TEST(LintEntryPoints, EndWithTheText) {
    for (const char* text : {"", "[", "struct", "struct A : ", "namespace", "f(", "f(a", "A f(a) : ",
                             "[numthreads", "[numthreads(1,1,1)]", "[numthreads(1,1,1)] void a", "\"", "#"})
        EXPECT_THAT(entryPointsOf(text), IsEmpty()) << text;
}

} // namespace
} // namespace vkperftest
