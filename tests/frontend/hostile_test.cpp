// Input that is made to break compilers: it must end in an error, neither in a crash nor in a hang.
#include <random>

#include <gmock/gmock.h>

#include <fmt/format.h>

#include "frontend/compiled.h"

namespace vkperftest::hostile_test {

std::string repeated(const std::string& text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
}

struct Case {
    std::string name;
    std::string (*text)(); // both in HLSL and in GLSL; made only where it is tested, since many are large
};

std::string nested(const std::string& open, const std::string& middle, const std::string& close, int depth) {
    return repeated(open, depth) + middle + repeated(close, depth);
}

std::string inMain(const std::string& statements) {
    return "ATTRIBUTE void main() { int x = 0; " + statements + " }\n";
}

std::string garbage(std::size_t bytes, int least, int most) {
    std::mt19937 generator(1);
    std::uniform_int_distribution<int> byte(least, most);
    std::string text(bytes, '\0');
    for (char& c : text) c = static_cast<char>(byte(generator));
    return text;
}

std::string doubling(int macros) {
    std::string text = "#define M0 x += 1;\n";
    for (int i = 1; i < macros; ++i) text += fmt::format("#define M{0} M{1} M{1}\n", i, i - 1);
    return text + inMain(fmt::format("M{}", macros - 1));
}

class LintHostile : public testing::TestWithParam<Case> {};

TEST_P(LintHostile, EndsInAnErrorOrInSpirv) {
    const std::string text = GetParam().text();
    for (const bool hlsl : {true, false}) {
        const ShaderOptions options = {.defines = {hlsl ? "ATTRIBUTE=[numthreads(1, 1, 1)]" : "ATTRIBUTE="}};
        const auto shaders = (hlsl ? compileHlsl : compileGlsl)(text, options);
        if (shaders.ok()) continue;
        EXPECT_EQ(shaders.error().kind, ErrorKind::Usage);
        EXPECT_NE(shaders.error().cause, "");
    }
}

TEST(LintHostileVersion, EndsInAnErrorOrInSpirv) {
    for (const std::string version : {"0", "-1", "100", "110", "140", "300 es", "310 es", "320 es", "450 es",
                                      "460 core", "999", "99999999999999999999", "", "  "}) {
        const auto shaders = compileGlsl("#version " + version + "\nvoid main() {}\n");
        EXPECT_TRUE(shaders.ok() || shaders.error().kind == ErrorKind::Usage) << version;
    }
}

INSTANTIATE_TEST_SUITE_P(
    , LintHostile,
    testing::Values(Case{"empty", [] { return std::string(); }},
                    Case{"bytes", [] { return garbage(1'000'000, 0, 255); }},
                    Case{"printable", [] { return garbage(1'000'000, 32, 126); }},
                    Case{"brackets", [] { return inMain("x = " + nested("(", "1", ")", 10'000) + ";"); }},
                    Case{"blocks", [] { return inMain(nested("{", "", "}", 10'000)); }},
                    Case{"ifs", [] { return inMain(nested("if (x > 0) {", "", "}", 10'000)); }},
                    Case{"elses", [] { return inMain(repeated("if (x > 0) x = 1; else ", 10'000) + ";"); }},
                    Case{"directives", [] { return nested("#if 1\n", "", "#endif\n", 10'000) + inMain(""); }},
                    Case{"signs", [] { return inMain("x = " + repeated("- ", 100'000) + "1;"); }},
                    Case{"sums", [] { return inMain("x = x" + repeated(" + x", 100'000) + ";"); }},
                    Case{"choices", [] { return inMain("x = " + repeated("x > 0 ? x : ", 10'000) + "0;"); }},
                    Case{"open", [] { return inMain(repeated("(", 100'000)); }},
                    Case{"doubling", [] { return doubling(40); }},
                    Case{"structures",
                         [] { return nested("struct { ", "int a;", "} b;", 10'000) + inMain(""); }},
                    Case{"array", [] { return "int a[2147483647][2147483647];" + inMain("x = a[1][1];"); }}),
    [](const auto& test) { return test.param.name; });

} // namespace vkperftest::hostile_test
