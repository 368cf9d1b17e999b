// HLSL's preprocessor, by what is left of a shader's loads.
#include "base/atomic_file.h"
#include "base/scratch_folder.h"
#include "lint/hlsl/scan.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The constant offset of the load that is left, with the lines before it.
std::uint64_t after(const std::string& lines, const std::string& offset, const ShaderOptions& options = {}) {
    return firstOffset("ByteAddressBuffer b;\n" + lines + "\nvoid f() { b.Load(" + offset + "); }\n",
                       options);
}

std::uint64_t holds(const std::string& condition, const ShaderOptions& options = {}) {
    return after("#if " + condition + "\n#define A 1\n#else\n#define A 0\n#endif", "A", options);
}

TEST(LintHlslPreprocessor, TakesConditionsByTheirValue) {
    EXPECT_EQ(holds("1"), 1u);
    EXPECT_EQ(holds("0"), 0u);
    EXPECT_EQ(holds("UNKNOWN"), 0u);
    EXPECT_EQ(holds("defined X || defined(A_NAME) || !defined ( X )"), 1u);
    EXPECT_EQ(holds("0x10 == 16 && (1 << 4) >= 16u"), 1u);
    EXPECT_EQ(holds("1 ? 0 : 1"), 0u);
    EXPECT_EQ(holds("0 && 1 / 0"), 0u);
    EXPECT_EQ(holds("(1 << 40) > 1"), 1u); // 64 bits
    EXPECT_EQ(holds("X > 2 /* 0 */ // 0", {.defines = {"X=3"}}), 1u);
    EXPECT_EQ(holds("F(2) == 3", {.defines = {"F(x)=(x + 1)"}}), 1u);
    EXPECT_EQ(holds("defined(X) && X", {.defines = {"X"}}), 1u);
    EXPECT_EQ(holds("__SHADER_TARGET_MAJOR == 6 && __spirv__ && __HLSL_VERSION >= 2021"), 1u);
    EXPECT_EQ(holds("1 \\\n + 1 == 2"), 1u);
}

TEST(LintHlslPreprocessor, ReadsOneBranch) {
    const std::string chain =
        "#if X == 1\n#define A 11\n#elif X == 2\n#define A 12\n#elif 1 / 0 == X || 1\n#define A 13\n"
        "#else\n#define A 14\n#endif";
    EXPECT_EQ(after(chain, "A", {.defines = {"X=1"}}), 11u);
    EXPECT_EQ(after(chain, "A", {.defines = {"X=2"}}), 12u);
    EXPECT_EQ(
        after("#ifdef X\n#if 1\n#define A 1\n#else\n#error\n#endif\n# else\n#  define A 12\n#endif", "A"),
        12u);
    EXPECT_EQ(after("#ifndef X\n#define A 12\n#else\n#include \"missing\"\n#endif", "A"), 12u);
    EXPECT_EQ(after("#if 0\nit's \"not a string\n'/*'*/#else \n#endif\n#define A 12", "A"), 12u);
    EXPECT_EQ(after("#define A 12\n#undef A", "A"), 99999u);
}

TEST(LintHlslPreprocessor, ExpandsMacros) {
    EXPECT_EQ(after("#define A B\n#define B (4 * C)\n#define C 3", "A"), 12u);
    EXPECT_EQ(after("#define TWICE(x) ((x) * 2)", "TWICE(TWICE(3))"), 12u);
    EXPECT_EQ(after("#define SUM(x, y) x + y", "SUM((4, 8), SUM(4, 4))"),
              99999u); // a comma within brackets separates none
    EXPECT_EQ(after("#define SUM(x, y) x + y", "SUM(4,\n#if 1\n SUM(4, 4)\n#endif\n)"), 12u);
    EXPECT_EQ(after("#define PASTE(x, y) x##y\n#define AB 12", "PASTE(A, B)"), 12u);
    EXPECT_EQ(after("#define PASTE(x, y) x ## y", "PASTE(, 12)"), 12u);
    EXPECT_EQ(after("#define VALUE(name) name ## _VALUE\n#define X_VALUE 12\n#define X 4", "VALUE(X)"), 12u);
    EXPECT_EQ(after("#define LAST(x, ...) __VA_ARGS__", "LAST(1, 12)"), 12u);
    EXPECT_EQ(after("#define A A + 4\nstatic const uint A = 8;", "A"), 99999u); // `static const uint A + 4`
    EXPECT_EQ(after("static const uint A = 8;\n#define A A + 4", "A"), 12u);
    EXPECT_EQ(after("#define F(x) x", "F * 4"), 99999u);
    EXPECT_EQ(after("#define F() 12", "F()"), 12u);
    EXPECT_EQ(after("#define F (12)", "F"), 12u);
    EXPECT_EQ(after("#define G F\n#define F(x) x", "G(12)"), 12u);
    EXPECT_THAT(scannedAccesses("ByteAddressBuffer b;\n#define LOAD(t, n, at) b.Load<vector<t, n>>(at)\n"
                                "#define NAME(x) printf(#x)\n"
                                "void f() { NAME(b.Load(4) \"\\\"\"); LOAD(float, 8, 12); }"),
                ElementsAre("Load float x 8 @ 12"));
}

TEST(LintHlslPreprocessor, NamesTheLineOfAnError) {
    EXPECT_EQ(scanError("\n#if 1\n\n"), "test.hlsl:2: the condition is not closed; close it with #endif");
    EXPECT_EQ(scanError("\n#endif"), "test.hlsl:2: #endif has no #if before it in this file");
    EXPECT_EQ(scanError("#if 1\n#else\n#else\n#endif"), "test.hlsl:3: #else comes after #else");
    EXPECT_EQ(scanError("#if 1 +\n#endif"),
              "test.hlsl:1: the condition of #if is not a constant; correct it");
    EXPECT_EQ(scanError("#define F(x"), "test.hlsl:1: #define has no name, or an unclosed parameter list");
    EXPECT_EQ(scanError("#ifndef X\n# error \"X?\" // needed\n#endif"),
              "test.hlsl:2: the shader stops with '# error \"X?\"'; define what it asks for with -D");
    EXPECT_EQ(scanError("#include <>"), "test.hlsl:1: #include names no file; write #include \"FILE\"");
    EXPECT_THAT(
        scanError("\n#include \"missing.hlsli\""),
        HasSubstr("test.hlsl:2: 'missing.hlsli' cannot be included: not found beside the including file"));
}

TEST(LintHlslPreprocessor, ReadsIncludes) {
    ScratchFolder folder;
    ASSERT_TRUE(folder.create("includes").ok());
    const auto write = [&](const std::string& name, const std::string& text) {
        EXPECT_TRUE(writeFileAtomically(folder.file(name), text).ok());
    };
    const auto scan = [&](const std::string& text, const ShaderOptions& options = {}) {
        ShaderFile file = hlslFile(text);
        file.path = folder.file("main.hlsl");
        return scanHlsl(file, options);
    };
    write(
        "offsets.hlsli",
        "#ifndef GUARD\n#define GUARD\n#include \"main_offset.hlsli\"\n#include \"offsets.hlsli\"\n#endif\n");
    write("main_offset.hlsli", "#pragma once\nByteAddressBuffer b;\n\nvoid g() { b.Load2(12); }\n");
    const Result<HlslSource> found = scan("#define FILE \"offsets.hlsli\"\n#include FILE\n#include "
                                          "\"main_offset.hlsli\"\nvoid f() { b.Load(4); }");
    ASSERT_TRUE(found.ok()) << found.error().sentence();
    ASSERT_THAT(found.value().accesses, testing::SizeIs(2));
    EXPECT_EQ(found.value().accesses[0].place.file, folder.file("main_offset.hlsli"));
    EXPECT_EQ(found.value().accesses[0].place.line, 4u);
    EXPECT_EQ(found.value().accesses[1].place.line, 4u);

    EXPECT_FALSE(scan("#include <main_offset.hlsli>").ok());
    EXPECT_TRUE(scan("#include <main_offset.hlsli>", {.includeFolders = {folder.file("")}}).ok());
    write("endless.hlsli", "\n#include \"endless.hlsli\"\n");
    const Result<HlslSource> endless = scan("#include \"endless.hlsli\"");
    ASSERT_FALSE(endless.ok());
    EXPECT_THAT(endless.error().sentence(),
                HasSubstr("endless.hlsli:2: 'endless.hlsli' cannot be included: it includes itself"));
    write("fork.hlsli", "#if __COUNT__ < 30\n#include \"fork.hlsli\"\n#include \"fork.hlsli\"\n#endif");
    EXPECT_FALSE(scan("#include \"fork.hlsli\"").ok());
}

TEST(LintHlslPreprocessor, EndsWhereMacrosGrowOrNestWithoutEnd) {
    std::string bomb = "#define A0 x x\n";
    for (int i = 1; i < 40; ++i) {
        const std::string inner = "A" + std::to_string(i - 1);
        bomb += "#define A" + std::to_string(i) + " " + inner + " " + inner + "\n";
    }
    EXPECT_THAT(scanError(bomb + "A39"),
                HasSubstr("test.hlsl:41: macros used from this line on expand to more than 4 million"));
    EXPECT_THAT(scanError("#define F(x) x x\n#define G(x) F(F(F(F(F(F(F(F(x))))))))\nG(G(G(G(y))))"),
                HasSubstr("expand to"));
    std::string nested = "#define F(x) x\n";
    for (int i = 0; i < 10'000; ++i) nested += "F(";
    nested += std::string(10'000, ')');
    EXPECT_THAT(scanError(nested), HasSubstr("nest too deep"));
    std::string paste = "#define P a";
    for (int i = 0; i < 100'000; ++i) paste += "##bbbbbbbb";
    EXPECT_THAT(scanError(paste + "\nP"), HasSubstr("expand to more"));
    std::string conditions;
    for (int i = 0; i < 10'000; ++i) conditions += "#if 1\n";
    EXPECT_THAT(scanError(conditions), HasSubstr("test.hlsl:1001: conditions nest more than 1,000 deep"));
    EXPECT_THAT(scanError("#if " + std::string(10'000, '(') + "1\n#endif"), HasSubstr("is not a constant"));
    EXPECT_THAT(scanError("#if " + std::string(100'000, '-') + "1\n#endif"),
                HasSubstr("is not a constant")); // `--`
    std::string chain;
    for (int i = 0; i < 20'000; ++i)
        chain += "#define A" + std::to_string(i) + " A" + std::to_string(i + 1) + "\n";
    EXPECT_EQ(scanError(chain + "A0"), "");
    std::string large;
    for (int i = 0; i < 2'000'001; ++i) large += "x ";
    EXPECT_THAT(scanError(large), HasSubstr("more than 2 million tokens"));
}

} // namespace
} // namespace vkperftest
