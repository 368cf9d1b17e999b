// Offsets as constants of HLSL's source.
#include "lint/hlsl/scan.h"

namespace vkperftest {
namespace {

constexpr std::uint64_t kUnknown = 99999;

// Declarations of a file, then an expression in a function.
std::uint64_t fold(const std::string& expression, const std::string& declarations = "",
                   const std::string& statements = "") {
    return firstOffset("ByteAddressBuffer b;\n" + declarations +
                       "\nvoid main(uint3 id : SV_DispatchThreadID) {\n" + statements + "\nb.Load2(" +
                       expression + ");\n}\n");
}

TEST(LintHlslConstants, ReadsLiteralsOfEveryForm) {
    EXPECT_EQ(fold("12"), 12u);
    EXPECT_EQ(fold("12u"), 12u);
    EXPECT_EQ(fold("12UL"), 12u);
    EXPECT_EQ(fold("12l"), 12u);
    EXPECT_EQ(fold("0x1F"), 31u);
    EXPECT_EQ(fold("0XfFu"), 255u);
    EXPECT_EQ(fold("017"), 15u);
    EXPECT_EQ(fold("0b101"), 5u);
    EXPECT_EQ(fold("0"), 0u);
    EXPECT_EQ(fold("4294967295"), 4294967295u);
    EXPECT_EQ(fold("0x100000004"), 4u); // the parameter is a uint
    EXPECT_EQ(fold("true"), 1u);
    for (const char* wrong :
         {"1.0", "1e3", "12f", "1'000", "09", "0b2", "0x", "12uu", "0x1ffffffffffffffff", "\"4\""})
        EXPECT_EQ(fold(wrong), kUnknown) << wrong;
}

TEST(LintHlslConstants, CalculatesAsHlslDoes) {
    EXPECT_EQ(fold("2 + 3 * 4 - 6 / 2 % 2"), 13u);
    EXPECT_EQ(fold("(2 + 3) * 4"), 20u);
    EXPECT_EQ(fold("1 << 4 | 3"), 19u);
    EXPECT_EQ(fold("256 >> 4 & 24 ^ 1"), 17u);
    EXPECT_EQ(fold("64 >>2"), 16u);
    EXPECT_EQ(fold("~0xfffffff0"), 15u);
    EXPECT_EQ(fold("!0 + !5"), 1u);
    EXPECT_EQ(fold("- -12"), 12u);
    EXPECT_EQ(fold("-(-(+12))"), 12u);
    EXPECT_EQ(fold("3 > 2 ? 12 : 16"), 12u);
    EXPECT_EQ(fold("3 >= 4 ? 12 : 2 == 2 ? 20 : 24"), 20u);
    EXPECT_EQ(fold("(1 < 2) + (2 <= 2) + (1 != 2) + (1 && 0) + (0 || 7)"), 4u);
    EXPECT_EQ(fold("0xffffffffu + 5"), 4u); // wraps at 32 bits
    EXPECT_EQ(fold("(0xffffffffUL + 5) >> 4"), 0x10000000u);
    EXPECT_EQ(fold("-8"), 4294967288u);
    EXPECT_EQ(fold("-8 / 3 + 4"), 2u);
    EXPECT_EQ(fold("-8 >> 1"), 4294967292u);
    EXPECT_EQ(fold("-8 < 4u ? 12 : 16"), 16u); // as uint, -8 is large
    EXPECT_EQ(fold("1 << 33"), 2u);
    EXPECT_EQ(fold("(-2147483647 - 1) / -1"), 2147483648u);
}

TEST(LintHlslConstants, LeavesTheRestUnknown) {
    for (const char* unknown :
         {"id.x", "id.x * 16", "1 / 0", "1 % 0", "f(4)", "x[4]", "4 +", "()", "4 4", "a = 4", "--x",
          "(float)4", "asuint(4)", "min(4, 8) * 2", "", "4 ? : 5", "b.Load(4)"})
        EXPECT_EQ(fold(unknown), kUnknown) << unknown;
    EXPECT_EQ(fold(std::string(150, '(') + "12" + std::string(150, ')')), 12u);
    EXPECT_EQ(fold(std::string(400, '(') + "12" + std::string(400, ')')), kUnknown);
    std::string many = "4";
    for (int i = 0; i < 50'000; ++i) many += " + ~-0";
    EXPECT_NE(fold(many), kUnknown);
}

TEST(LintHlslConstants, CastsAndSizes) {
    EXPECT_EQ(fold("(uint)12"), 12u);
    EXPECT_EQ(fold("(uint64_t)0x100000000 >> 30"), 4u);
    EXPECT_EQ(fold("uint(4) * 3 + int(2)"), 14u);
    EXPECT_EQ(fold("(bool)4"), 1u);
    EXPECT_EQ(fold("(Index)4 + Index(8)", "typedef uint Index;"), 12u);
    EXPECT_EQ(fold("sizeof(float)"), 4u);
    EXPECT_EQ(fold("sizeof(vector<float, 3>) * 2"), 24u);
    EXPECT_EQ(fold("sizeof(S) + sizeof(s) + sizeof(float4x4)", "struct S { float3 a; float2 b; }; S s;"),
              104u);
    EXPECT_EQ(fold("sizeof(Unknown)"), kUnknown);
}

TEST(LintHlslConstants, KnowsDeclaredConstants) {
    EXPECT_EQ(fold("kStart", "static const uint kStart = 12;"), 12u);
    EXPECT_EQ(fold("B", "static const uint A = 4, B = A * 3;"), 12u);
    EXPECT_EQ(fold("A", "const static int A = sizeof(float) * 3;"), 12u);
    EXPECT_EQ(fold("A", "uint const static A = 12;"), 12u);
    EXPECT_EQ(fold("local", "", "const uint local = 12;"), 12u);
    EXPECT_EQ(fold("n::m::A + n::B", "namespace n { namespace m { static const uint A = 4; }\n"
                                     "static const uint B = m::A + A0; }"),
              kUnknown);
    EXPECT_EQ(fold("n::m::A + n::B", "namespace n { namespace m { static const uint A = 4; }\n"
                                     "static const uint B = m::A + 4; }"),
              12u);
    EXPECT_EQ(fold("::A", "static const uint A = 12;", "uint A;"), 12u);
    EXPECT_EQ(fold("A", "namespace n { static const uint A = 12; }\nusing namespace n;"), 12u);
    EXPECT_EQ(fold("S::A", "struct S { static const uint A = 12; float f; };"), 12u);
    EXPECT_EQ(fold("A", "static const bool A = 4;"), 1u);
    EXPECT_EQ(fold("A - 8", "static const uint A = -4 < 0 ? 12 : 0;"), 4u);
}

TEST(LintHlslConstants, KnowsEnums) {
    EXPECT_EQ(fold("B", "enum E { A = 8, B = A + 4, C };"), 12u);
    EXPECT_EQ(fold("C * 4", "enum E { A, B, C };"), 8u);
    EXPECT_EQ(fold("E::C", "enum class E : uint { A = 10, B, C, };"), 12u);
    EXPECT_EQ(fold("C", "enum class E { A, B, C };"), kUnknown);
    EXPECT_EQ(fold("(uint)E::C + E::B", "enum E { A = 1 << 3, B, C = (A | 4) };"), 21u);
    EXPECT_EQ(fold("B", "enum { A = 11, B };"), 12u);
    EXPECT_EQ(fold("B", "enum E { A = unknown, B };"), kUnknown);
}

TEST(LintHlslConstants, TakesNoVariableForAConstant) {
    EXPECT_EQ(fold("A", "const uint A = 12;"),
              kUnknown); // a parameter of the shader, whatever it is given here
    EXPECT_EQ(fold("A", "uint A = 12;"), kUnknown);
    EXPECT_EQ(fold("A", "static uint A = 12;"), kUnknown);
    EXPECT_EQ(fold("A", "static const float A = 12;"), kUnknown);
    EXPECT_EQ(fold("A", "static const uint A[1] = {12};"), kUnknown);
    EXPECT_EQ(fold("A", "cbuffer C { uint A; };"), kUnknown);
    EXPECT_EQ(fold("A", "", "uint A = 12;"), kUnknown);
}

TEST(LintHlslConstants, LetsInnerNamesHideOuterOnes) {
    const std::string outer = "static const uint A = 12;\n";
    EXPECT_EQ(fold("A", outer, "uint A = id.x;"), kUnknown);
    EXPECT_EQ(fold("A", outer, "uint B = 4, A = id.x;"), kUnknown);
    EXPECT_EQ(fold("A", outer, "{ uint A = id.x; }"), 12u);
    EXPECT_EQ(fold("A", outer, "for (uint A = 0; A < 4; ++A) f(A);"), 12u);
    EXPECT_EQ(fold("A", outer, "for (uint A = 0; A < 4; ++A)"), kUnknown);
    EXPECT_EQ(fold("A", outer, "for (uint A = 0; A < 4; ++A) { f(A); }"), 12u);
    EXPECT_EQ(fold("A", outer, "const uint A = 16;"), 16u);
    EXPECT_EQ(fold("A", outer, "const uint A = A + 4;"), 16u);
    const auto inFunction = [&](const std::string& function) {
        return firstOffset("ByteAddressBuffer b; static const uint A = 12;\n" + function);
    };
    EXPECT_EQ(inFunction("void f(uint A) { b.Load(A); }"), kUnknown);
    EXPECT_EQ(inFunction("void f(uint x, in const uint A : TEXCOORD0) { if (x) { b.Load(A); } }"), kUnknown);
    EXPECT_EQ(inFunction("void f(const uint A = 4) { b.Load(A); }"), kUnknown);
    EXPECT_EQ(inFunction("void g(uint A); void f(uint x) { b.Load(A); }"), 12u);
    EXPECT_EQ(inFunction("template <typename T, uint A> void f(T x) { b.Load(A); }"), kUnknown);
    EXPECT_EQ(inFunction("template <uint A> struct S { uint x; }; void f() { b.Load(A); }"), 12u);
    EXPECT_EQ(inFunction("struct S { uint A; void f() { b.Load(A); } };"), kUnknown);
    EXPECT_EQ(inFunction("struct S { uint A; void f(); }; void S::f() { b.Load(A); }"), kUnknown);
    EXPECT_EQ(inFunction("struct S { uint A; }; void f() { b.Load(A); }"), 12u);
    EXPECT_EQ(inFunction("namespace n { static const uint A = 16; void f() { b.Load(A); } }"), 16u);
}

} // namespace
} // namespace vkperftest
