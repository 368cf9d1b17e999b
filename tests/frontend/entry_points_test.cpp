// The entry points of HLSL.
#include "frontend/hlsl_text.h"
#include "matchers.h"

namespace vkperftest::entry_points_test {

// Names of compute shaders; others with their stage: "a frag".
std::vector<std::string> entryPointsOf(std::string_view text) {
    std::vector<std::string> names;
    for (const EntryPoint& each : hlslEntryPoints(text))
        names.push_back(each.name + (each.stage == "comp" ? "" : " " + each.stage));
    return names;
}

TEST(LintEntryPoints, AreTheFunctionsWithNumthreads) {
    EXPECT_THAT(entryPointsOf(R"(
        void a() {} [numthreads(8, 8, 1)] void b(uint3 id : SV_GroupID) { a(); }
        float table[numthreads];
        [ NumThreads ( 1,1,1 ) ]
        [RootSignature("x [numthreads](")]
        void c(void) {})"),
                ElementsAre("b", "c"));
}

TEST(LintEntryPoints, MayStandBetweenOtherAttributes) {
    EXPECT_THAT(entryPointsOf(R"(
        [shader("compute")] [numthreads(1, 1, 1)] [[vk::x("y")]] void a() {}
        [unroll(4)] void b() { [loop] for (;;) {} })"),
                ElementsAre("a"));
}

// One after another, but for helpers.
TEST(LintEntryPoints, AreVertexAndPixelShadersByTheirSemantics) {
    EXPECT_THAT(
        entryPointsOf(R"(
        struct In { float3 at : POSITION; [[vk::location(1)]] float2 uv : TEXCOORD0; };
        struct Between { float4 at : SV_Position; float2 uv : TEXCOORD0; };
        struct More : Between { float3 normal : NORMAL; };
        struct Colors { float4 a : SV_Target0, b : SV_TARGET1; float z; };
        struct Plain { float4 a; };
        Between v1(In i, uint id : SV_VertexID) { Between b; return b; }
        namespace n { More v2(In i) { return (More)0; } }
        float4 v3(float3 at : POSITION) : SV_POSITION { return 0; }
        void v4(in In i, out Between o) {}
        float4 p1(Between b) : SV_Target { return 0; }
        Colors p2(void) {}
        void p3(float2 uv : TEXCOORD, out float4 c : SV_Target1, out float z : SV_Depth) {}
        void p4(Between b) { if (b.uv.x < 0) discard; }
        Between make(float3 at, float2 uv) { return (Between)0; }
        float4 f(Plain p) { return 0; }
        Between make(In i, StructuredBuffer<float, 2> b = a) {}
        void use(Between b) {}
        void drop(bool x) { if (x) discard; }
        void none() { discard; }
        Between later(In i);
        float4 x = f(1);)"),
        ElementsAre("v1 vert", "v2 vert", "v3 vert", "v4 vert", "p1 frag", "p2 frag", "p3 frag", "p4 frag"));
}

TEST(LintEntryPoints, AreOfTheStageThatAttributesName) {
    EXPECT_THAT(entryPointsOf(R"(
        [shader("ClosestHit")] void hit(inout P p, in A a) {}
        [shader("compute")] [numthreads(1, 1, 1)] void c() {}
        [maxvertexcount(3)] void g(triangle V v[3], inout TriangleStream<V> s) {}
        [domain("tri")] [outputcontrolpoints(3)] V h(InputPatch<V, 3> p) {}
        [domain("tri")] V d(T t) {}
        [numthreads(1, 1, 1)] [outputtopology("triangle")] void m() {}
        [numthreads(1, 1, 1)] void a() { DispatchMesh(1, 1, 1, p); })"),
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

} // namespace vkperftest::entry_points_test
