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

TEST(LintEntryPoints, AreOfTheStageThatAttributesName) {
    EXPECT_THAT(entryPointsOf(R"(
        [shader("ClosestHit")] void hit(inout P p, in A a) {}
        [shader("compute")] [numthreads(1, 1, 1)] void c() {}
        [maxvertexcount(3)] void g(triangle V v[3], inout TriangleStream<V> s) {}
        [domain("tri")] [outputcontrolpoints(3)] V h(InputPatch<V, 3> p) {}
        [domain("tri")] V d(T t) {}
        [shader("pixel")] float4 p(B b) : SV_Target { return 0; }
        [numthreads(1, 1, 1)] [outputtopology("triangle")] void m() {})"),
                ElementsAre("hit rchit", "c", "g geom", "h tesc", "d tese", "p frag", "m mesh"));
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
