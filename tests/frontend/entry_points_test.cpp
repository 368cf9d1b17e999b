// The entry points of HLSL.
#include "frontend/entry_points.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LintEntryPoints, AreTheFunctionsWithNumthreads) {
    EXPECT_THAT(
        computeEntryPoints("void a() {} [numthreads(8, 8, 1)] void b(uint3 id : SV_GroupID) { a(); }\n"
                           "float table[numthreads];\n"
                           "[ NumThreads ( 1,1,1 ) ]\n[RootSignature(\"x [numthreads](\")]\nvoid c(void) {}"),
        ElementsAre("b", "c"));
}

TEST(LintEntryPoints, MayStandBetweenOtherAttributes) {
    EXPECT_THAT(
        computeEntryPoints("[shader(\"compute\")] [numthreads(1, 1, 1)] [[vk::x(\"y\")]] void a() {}\n"
                           "[unroll(4)] void b() { [loop] for (;;) {} }"),
        ElementsAre("a"));
}

TEST(LintEntryPoints, EachOnce) {
    EXPECT_THAT(computeEntryPoints("[numthreads(1,1,1)] void a(); [numthreads(1,1,1)] void a() {}"),
                ElementsAre("a"));
}

TEST(LintEntryPoints, SkipDirectives) {
    EXPECT_THAT(
        computeEntryPoints("#line 1 \"[numthreads(\"\n#pragma [numthreads(1,1,1)] void b() {}\nvoid a() {}"),
        IsEmpty());
}

TEST(LintEntryPoints, EndWithTheText) {
    for (const char* text :
         {"", "[", "[numthreads", "[numthreads(1,1,1)]", "[numthreads(1,1,1)] void a", "\"", "#"})
        EXPECT_THAT(computeEntryPoints(text), IsEmpty()) << text;
}

} // namespace
} // namespace vkperftest
