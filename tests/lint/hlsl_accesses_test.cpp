// Accesses to byte-address buffers in preprocessed HLSL.
#include "lint/hlsl_accesses.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "frontend/compile.h"
#include "lint/hlsl_text.h"

namespace vkperftest {
namespace hlsl_accesses_test {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint32_t kUnknown = 99999;

// As "Load float x 8 @ 12", in order, or "… @ ?" without a constant offset.
std::vector<std::string> accesses(const std::string& text, bool sixteenBitTypes = false) {
    std::vector<std::string> result;
    for (const HlslAccess& access : accessesIn(text, sixteenBitTypes)) {
        result.push_back(std::string(access.method) + " " + std::string(access.element) + " x " +
                         std::to_string(access.elements) + " @ " +
                         (access.offset ? std::to_string(*access.offset) : "?"));
    }
    return result;
}

const std::string kBuffers = "ByteAddressBuffer b; RWByteAddressBuffer w;\n";

std::vector<std::string> inMain(const std::string& statements) {
    return accesses(kBuffers + "void main(uint3 id : SV_DispatchThreadID) {\n" + statements + "\n}\n");
}

// Declarations of a file, then statements and an expression in a function.
std::uint32_t fold(const std::string& expression, const std::string& declarations = "",
                   const std::string& statements = "") {
    const std::string text = kBuffers + declarations + "\nvoid main(uint3 id : SV_DispatchThreadID) {\n" +
                             statements + "\nb.Load2(" + expression + ");\n}\n";
    const std::vector<HlslAccess> found = accessesIn(text);
    return found.empty() ? kUnknown : found[0].offset.value_or(kUnknown);
}

TEST(LintHlslAccesses, AreFoundHoweverTheirTemplatesClose) {
    EXPECT_THAT(inMain("auto x = b.Load<vector<float, 8> >(12);"), ElementsAre("Load float x 8 @ 12"));
    EXPECT_THAT(inMain("auto x = b.Load<vector<float, 8>>(12);"), ElementsAre("Load float x 8 @ 12"));
    EXPECT_THAT(inMain("auto x = b . Load < vector < float , 4 + 4 > > ( 12 ) ;"),
                ElementsAre("Load float x 8 @ 12"));
}

TEST(LintHlslAccesses, AreOfEveryMethodAndType) {
    EXPECT_THAT(
        inMain("uint a = b.Load(4); uint2 c = b.Load2(4); uint3 d = b.Load3(8); uint4 e = w.Load4(16);"),
        ElementsAre("Load uint x 1 @ 4", "Load2 uint x 2 @ 4", "Load3 uint x 3 @ 8", "Load4 uint x 4 @ 16"));
    EXPECT_THAT(inMain("w.Store2(4, a); w.Store<vector<uint16_t, 8> >(6, a); uint status;\n"
                       "b.Load<float4>(20, status); vector<float, 8> v; w.Store(12, v); w.Store(12, a * v);"),
                ElementsAre("Store2 uint x 2 @ 4", "Store uint16_t x 8 @ 6", "Load float x 4 @ 20",
                            "Store float x 8 @ 12", "Store  x 0 @ 12"));
    EXPECT_THAT(inMain("b.Load<double3>(8); b.Load<T>(12); b.Load<vector<T, 8> >(12); b.Load<float4x4>(4);\n"
                       "b.Load<vector<float, id.x> >(12); b.Load<float8>(12);"),
                ElementsAre("Load double x 3 @ 8", "Load  x 0 @ 12", "Load  x 0 @ 12", "Load  x 0 @ 4",
                            "Load  x 0 @ 12"));
    EXPECT_THAT(inMain("uint old; w.InterlockedAdd(4, 1, old); b.GetDimensions(old); b.Load5(4);"),
                IsEmpty());
}

TEST(LintHlslAccesses, KnowOtherNamesOfTypesAndTheSizeOfHalf) {
    EXPECT_THAT(inMain("typedef vector<float, 8> float8; b.Load<float8>(12);"),
                ElementsAre("Load float x 8 @ 12"));
    EXPECT_THAT(accesses("typedef ByteAddressBuffer Raw; namespace n { static const uint N = 6;\n"
                         "using Wide = vector<int64_t, N>; }\n"
                         "Raw r; void f() { r.Load<n::Wide>(8); }"),
                ElementsAre("Load int64_t x 6 @ 8"));
    const std::string half = kBuffers + "void f() { b.Load<half4>(0); }";
    EXPECT_EQ(accessesIn(half).at(0).elementBytes, 4u);
    EXPECT_EQ(accessesIn(half, true).at(0).elementBytes, 2u);
}

TEST(LintHlslAccesses, AreOfByteAddressBuffersOnly) {
    EXPECT_THAT(
        accesses("struct Scene { ByteAddressBuffer data[4]; Texture2D t; };\n"
                 "RWByteAddressBuffer many[] : register(u0, space1), one : register(u1);\n"
                 "uint f(Scene scene, ByteAddressBuffer p, const RWByteAddressBuffer q = one) {\n"
                 "    return scene.data[2].Load(4) + p.Load(8) + many[p.Load(12)].Load(16) + q.Load(20)\n"
                 "         + pick(3).Load2(24) + scene.t.Load(40);\n"
                 "}"),
        ElementsAre("Load uint x 1 @ 4", "Load uint x 1 @ 8", "Load uint x 1 @ 12", "Load uint x 1 @ 16",
                    "Load uint x 1 @ 20", "Load2 uint x 2 @ 24"));
    EXPECT_THAT(
        accesses("Texture2D<float4> t; Buffer<float> f; StructuredBuffer<uint> s;\n"
                 "struct Wrapper { float4 a; template<typename T> T Load(uint i) { return (T)0; } };\n"
                 "Wrapper wrapper;\n"
                 "void g(Texture3D p) { t.Load(int3(0, 0, 0)); f.Load(1); s.Load(3); p.Load(7);\n"
                 "    wrapper.Load<float4>(3); Load(9); unknown.Load(11); a.b().Load(13); }"),
        IsEmpty());
    EXPECT_THAT(inMain("unknown.Load<float4>(4); { Texture1D b; b.Load(4); } b.Load(8);"),
                ElementsAre("Load float x 4 @ 4", "Load uint x 1 @ 8"));
}

TEST(LintHlslAccesses, HaveOffsetsOfLiteralsAndOperators) {
    const struct {
        const char* expression;
        std::uint32_t value;
    } kCases[] = {{"12", 12},
                  {"12u", 12},
                  {"0x1F", 31},
                  {"0XfFu", 255},
                  {"017", 15},
                  {"0b101", 5},
                  {"2 + 3 * 4 - 6 / 2 % 2", 13},
                  {"(2 + 3) * 4", 20},
                  {"1 << 4 | 3", 19},
                  {"~0xfffffff0 & 13", 13},
                  {"-(-(+12))", 12},
                  {"-8", 4294967288},
                  {"-8 / 3 + 4", 2},
                  {"-8 / 4u", 1073741822},
                  {"0xffffffffu + 5", 4},
                  {"(-2147483647 - 1) / -1", 2147483648},
                  {"(uint)12 + uint(4) * int(2)", 20}};
    for (const auto& [expression, value] : kCases) EXPECT_EQ(fold(expression), value) << expression;
    for (const char* unknown :
         {"1.0", "12f", "09", "0x", "0x1ffffffff", "id.x * 16", "1 / 0", "1 % 0", "f(4)", "x[4]", "4 +", "()",
          "4 4", "a = 4", "--x", "(float)4", "", "b.Load(4)", "4 ? 8 : 12"})
        EXPECT_EQ(fold(unknown), kUnknown) << unknown;
    EXPECT_EQ(fold(std::string(150, '(') + "12" + std::string(150, ')')), 12u);
}

TEST(LintHlslAccesses, HaveOffsetsOfConstants) {
    EXPECT_EQ(fold("kStart", "static const uint kStart = 12;"), 12u);
    EXPECT_EQ(fold("B", "static const uint A = 4, B = A * 3;"), 12u);
    EXPECT_EQ(fold("local", "", "const uint local = 12;"), 12u);
    EXPECT_EQ(fold("n::m::A + n::B", "namespace n { namespace m { static const uint A = 4; }\n"
                                     "static const uint B = m::A + 4; }"),
              12u);
    EXPECT_EQ(fold("S::A", "struct S { static const uint A = 12; float f; };"), 12u);
    for (const char* variable :
         {"const uint A = 12;", "uint A = 12;", "static uint A = 12;", "static const float A = 12;",
          "static const uint A[1] = {12};", "cbuffer C { uint A; };"})
        EXPECT_EQ(fold("A", variable), kUnknown) << variable;
}

TEST(LintHlslAccesses, LetInnerNamesHideOuterOnes) {
    const std::string outer = "static const uint A = 12;\n";
    EXPECT_EQ(fold("A", outer, "uint B = 4, A = id.x;"), kUnknown);
    EXPECT_EQ(fold("A", outer, "{ uint A = id.x; }"), 12u);
    EXPECT_EQ(fold("A", outer, "for (uint A = 0; A < 4; ++A) f(A);"), 12u);
    EXPECT_EQ(fold("A", outer, "for (uint A = 0; A < 4; ++A)"), kUnknown);
    EXPECT_EQ(fold("A", outer, "const uint A = A + 4;"), 16u);
    const auto inFunction = [&](const std::string& function) {
        return accessesIn("ByteAddressBuffer b; static const uint A = 12;\n" + function)
            .at(0)
            .offset.value_or(kUnknown);
    };
    EXPECT_EQ(inFunction("void f(uint A) { b.Load(A); }"), kUnknown);
    EXPECT_EQ(inFunction("void f(const uint A = 4) { if (A) { b.Load(A); } }"), kUnknown);
    EXPECT_EQ(inFunction("void g(uint A); void f(uint x) { b.Load(A); }"), 12u);
    EXPECT_EQ(inFunction("struct S { uint A; void f() { b.Load(A); } };"), kUnknown);
    EXPECT_EQ(inFunction("struct S { uint A; }; void f() { b.Load(A); }"), 12u);
}

TEST(LintHlslAccesses, HaveThePlaceThatLineDirectivesName) {
    const std::string text = kBuffers + "#line 7 \"other.hlsli\"\nvoid f() { b.Load2(0);\n"
                                        "b.Load2(4); b.Load(0); b.Load2(8); }\n#line 9\nb.Load2(12);\n";
    const auto found = accessesIn(text); // whose words point into the text
    std::vector<std::string> places;
    for (const HlslAccess& each : found)
        places.push_back(each.place.file + ":" + std::to_string(each.place.line) + " " +
                         std::string(each.method) + " " + std::to_string(each.nth));
    EXPECT_THAT(places, ElementsAre("other.hlsli:7 Load2 0", "other.hlsli:8 Load2 0", "other.hlsli:8 Load 0",
                                    "other.hlsli:8 Load2 1", "other.hlsli:9 Load2 0"));
}

// The text that the compiler hands on.
TEST(LintHlslAccesses, AreReadAfterPreprocessing) {
    const std::string text =
        "ByteAddressBuffer b; // .Load2(1)\n"
        "#if __HLSL_VERSION >= 2021 && __spirv__ && WIDE == 3\n"
        "#define AT(x) b.Load2(x)\n"
        "#endif\n"
        "/* b.Load2(2);\n */ void f() { AT(12); \"b.Load2(3)\"; b.Lo\\\nad2(1\\\n6); }\n";
    std::optional<std::string> preprocessed;
    const auto failed =
        compileShader({.path = "a.hlsl", .bytes = text}, {.defines = {"WIDE=3"}}, &preprocessed);
    EXPECT_FALSE(failed.ok());
    ASSERT_TRUE(preprocessed);
    EXPECT_THAT(accesses(*preprocessed), ElementsAre("Load2 uint x 2 @ 12", "Load2 uint x 2 @ 16"));
    EXPECT_EQ(accessesIn(*preprocessed).at(0).place.line, 6u);
}

TEST(LintHlslAccesses, EndWithAnyText) {
    for (const char* open : {"void f() {\n  (1;\n", "void f() {\n  (1};\n", "}"})
        EXPECT_FALSE(hlslAccesses(open, "a.hlsl", false)) << open;
    EXPECT_FALSE(hlslAccesses(std::string(10'000, '(') + std::string(10'000, ')'), "a.hlsl", false));
    for (const char* text : {"", "typedef", "using A =", "vector<", "vector<float,", "x.Load", "x.Load<",
                             "x.Load<vector<float, 8>", "const", "static const uint", "a::", "#line", "\""})
        EXPECT_THAT(accesses(text), IsEmpty()) << text;
    std::string many;
    for (int i = 0; i < 20'000; ++i) many += "x < y x ";
    EXPECT_THAT(accesses(many), IsEmpty());
}

} // namespace hlsl_accesses_test
} // namespace vkperftest
