// Accesses to byte-address buffers in preprocessed HLSL.
#include "lint/hlsl_accesses.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "frontend/compile.h"
#include "golden.h"
#include "isa/stored_text.h"
#include "lint/hlsl_text.h"
#include "matchers.h"

namespace vkperftest::hlsl_accesses_test {

// As "Load float x 8 @ 12", in order, or "… @ ?" without a constant offset; with places, if they are not on line 1.
std::string told(const std::string& text) {
    std::vector<std::string> all;
    for (const HlslAccess& access : accessesIn(text))
        all.push_back(fmt::format("{}:{} {}{} {} x {} @ {}", access.place.file, access.place.line,
                                  access.method, access.nth == 0 ? "" : fmt::format("[{}]", access.nth),
                                  access.element, access.elements,
                                  access.offset ? std::to_string(*access.offset) : "?"));
    return join(all, ", ");
}

std::string inMain(const std::string& statements) {
    return "ByteAddressBuffer b; RWByteAddressBuffer w; static const uint k = 12; "
           "void main(uint3 id : SV_DispatchThreadID) { " +
           statements + "\n}\n";
}

TEST(LintHlslAccesses, AreReadAsTheGoldenTextSays) {
    for (const auto& [name, text] : casesIn("lint/hlsl_accesses.txt")) {
        if (!name.starts_with("each")) {
            expectGolden(fmt::format("{} | {}", name, told(text)));
            continue;
        }
        for (const std::string& line : split(text, '\n')) {
            const bool alone = name.ends_with("text");
            const std::string code = name.ends_with("expressions") ? fmt::format("b.Load2({});", line) : line;
            if (!line.empty()) expectGolden(fmt::format("{} | {}", line, told(alone ? line : inMain(code))));
        }
    }
}

TEST(LintHlslAccesses, KnowTheSizeOfHalf) {
    const std::string half = inMain("b.Load<half4>(0);");
    EXPECT_EQ(accessesIn(half).at(0).elementBytes, 4u);
    EXPECT_EQ(accessesIn(half, true).at(0).elementBytes, 2u);
}

TEST(LintHlslAccesses, OfOneEntryPointAreThoseThatItReaches) {
    const std::string text =
        "ByteAddressBuffer b; void last() { b.Load2(4); } void f() { if (true) { b.Load2(12); } last(); }"
        "void other() { b.Load2(20); } float4 main(int i : A) : SV_Target { f(); b.Load2(28); }";
    const auto offsets = [&](const char* entry) {
        std::vector<std::uint32_t> all;
        const auto accesses = hlslAccesses(text, "a.hlsl", false, entry);
        for (const HlslAccess& access : *accesses) all.push_back(*access.offset);
        return all;
    };
    EXPECT_THAT(offsets("main"), ElementsAre(4, 12, 28));
    EXPECT_THAT(offsets("n::other"), ElementsAre(20));
    EXPECT_THAT(offsets(""), SizeIs(4));
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
    expectGolden(told(*preprocessed));
}

TEST(LintHlslAccesses, EndWithAnyText) {
    for (const char* open : {"void f() {\n  (1;\n", "void f() {\n  (1};\n", "}"})
        EXPECT_FALSE(hlslAccesses(open, "a.hlsl", false)) << open;
    EXPECT_FALSE(hlslAccesses(std::string(10'000, '(') + std::string(10'000, ')'), "a.hlsl", false));
    EXPECT_EQ(accessesIn(inMain("b.Load(" + std::string(150, '(') + "12" + std::string(150, ')') + ");"))
                  .at(0)
                  .offset,
              12u);
    std::string many;
    for (int i = 0; i < 20'000; ++i) many += "x < y x ";
    EXPECT_EQ(told(many), "");
}

} // namespace vkperftest::hlsl_accesses_test
