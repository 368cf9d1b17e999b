// The entry points of HLSL, and its other functions.
#include "frontend/hlsl_text.h"
#include "golden.h"
#include "isa/stored_text.h"
#include "matchers.h"

namespace vkperftest::entry_points_test {

// In their order, with the stage of entry points: "f, main comp, ".
std::string told(std::string_view text) {
    std::string names;
    for (const EntryPoint& each : hlslFunctions(text))
        names += each.name + (each.stage.empty() ? "" : " ") + each.stage + ", ";
    return names;
}

TEST(LintEntryPoints, AreFoundAmongFunctions) {
    for (const auto& [name, text] : casesIn("frontend/entry_points.txt"))
        expectGolden(name + ": " + told(text));
}

TEST(LintEntryPoints, EndWithTheText) {
    for (const char* text : {"", "[", "struct", "struct A : ", "namespace", "f(", "f(a", "A f(a) : ",
                             "[numthreads", "[numthreads(1,1,1)]", "[numthreads(1,1,1)] void a", "\"", "#"})
        EXPECT_EQ(told(text), "") << text;
}

} // namespace vkperftest::entry_points_test
