// Comments that silence rules.
#include "lint/source_lines.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// As "line:column rule".
std::vector<std::string> ignores(const std::string& text, ShaderLanguage language = ShaderLanguage::Hlsl) {
    std::vector<std::string> result;
    for (const IgnoreComment& comment :
         ignoreComments({.path = "test.hlsl", .language = language, .bytes = text})) {
        result.push_back(std::to_string(comment.line) + ":" + std::to_string(comment.column) + " " +
                         comment.rule);
    }
    return result;
}

TEST(LintIgnoreComments, SpeakOfTheirLineOrTheNext) {
    EXPECT_THAT(ignores("a; // vkperftest: ignore rule-a it is cold code\r\nb;"), ElementsAre("1:4 rule-a"));
    EXPECT_THAT(ignores("\n  // vkperftest: ignore rule-a why\nb;"), ElementsAre("3:3 rule-a"));
    EXPECT_THAT(ignores("//vkperftest:ignore a\n// more words\n\n// vkperftest:  ignore  b  c d \nx;\n// "
                        "vkperftest: ignore e"),
                ElementsAre("5:1 a", "5:1 b", "7:1 e"));
    EXPECT_THAT(ignores("// vkperftest: ignore a\nx; // vkperftest: ignore b\ny;"),
                ElementsAre("2:1 a", "2:4 b"));
}

TEST(LintIgnoreComments, AreCommentsOnly) {
    EXPECT_THAT(
        ignores("\"// vkperftest: ignore a\"; /* // vkperftest: ignore a\n// vkperftest: ignore b */\n"
                "// vkperftest: ignored a\n// a vkperftest: ignore a\n/* a vkperftest: ignore a */"),
        IsEmpty());
    EXPECT_THAT(ignores("/* x */ \"\\\"\" // vkperftest: ignore a"), ElementsAre("1:14 a"));
    EXPECT_THAT(ignores("( // vkperftest: ignore a"), ElementsAre("1:3 a")); // whatever else is wrong
}

TEST(LintIgnoreComments, MayBeBlocks) {
    EXPECT_THAT(ignores("a; /* vkperftest: ignore rule-a why */"), ElementsAre("1:4 rule-a"));
    EXPECT_THAT(ignores("/* vkperftest: ignore a */\n\nx;"), ElementsAre("3:1 a"));
    EXPECT_THAT(ignores("\n/*vkperftest:ignore a*/ x;"), ElementsAre("2:1 a"));
    EXPECT_THAT(ignores("/**\n * vkperftest: ignore a why\n\tvkperftest: ignore b\n */\nx;"),
                ElementsAre("5:2 a", "5:2 b"));
    EXPECT_THAT(ignores("x; /* vkperftest: ignore a\n vkperftest: ignore b */ y;"),
                ElementsAre("1:4 a", "1:2 b"));
    EXPECT_THAT(ignores("/* vkperftest: ignore a"), ElementsAre("2:1 a")); // not closed
    EXPECT_THAT(ignores("/**/ x; /* */ y; // vkperftest: ignore a"), ElementsAre("1:18 a"));
}

TEST(LintIgnoreComments, MayNameSeveralRules) {
    EXPECT_THAT(ignores("x; // vkperftest: ignore a, b why, because"), ElementsAre("1:4 a", "1:4 b"));
    EXPECT_THAT(ignores("// vkperftest: ignore a,b ,c\nx;"), ElementsAre("2:1 a", "2:1 b", "2:1 c"));
    EXPECT_THAT(ignores("x; // vkperftest: ignore a,"), ElementsAre("1:4 a"));
    EXPECT_THAT(ignores("x; // vkperftest: ignore"), ElementsAre("1:4 "));
}

TEST(LintIgnoreComments, StandBehindSemicolonsInAssembly) {
    EXPECT_THAT(ignores("%1 = OpLoad %2 %3 ; vkperftest: ignore a", ShaderLanguage::SpirvAssembly),
                ElementsAre("1:19 a"));
    EXPECT_THAT(ignores("// vkperftest: ignore a", ShaderLanguage::SpirvBinary), IsEmpty());
}

} // namespace
} // namespace vkperftest
