#include "lint/settings.h"

#include <filesystem>
#include <fstream>

#include "golden.h"
#include "matchers.h"

namespace vkperftest::settings_test {

constexpr const char* kStride = "structured-buffer-stride-not-cache-aligned";
constexpr const char* kAlignment = "wide-load-alignment-unprovable";

RuleSettingsById parsed(const std::string& toml) {
    RuleSettingsById settings = defaultRuleSettings();
    const Result<void> set = setRules(settings, toml, "a.toml");
    if (!set.ok()) ADD_FAILURE() << set.error().sentence();
    return settings;
}

std::string refused(const std::string& toml) {
    RuleSettingsById settings = defaultRuleSettings();
    const Result<void> set = setRules(settings, toml, "a.toml");
    EXPECT_FALSE(set.ok()) << toml;
    if (set.ok()) return {};
    EXPECT_EQ(set.error().kind, ErrorKind::Usage);
    return set.error().sentence();
}

std::string refusedRule(const std::string& text) {
    RuleSettingsById settings = defaultRuleSettings();
    const Result<void> set = setRule(settings, text);
    return set.ok() ? "" : set.error().sentence();
}

TEST(LintSettings, AFileSetsWhatItNames) {
    const RuleSettingsById settings = parsed("# ours\n[rules.structured-buffer-stride-not-cache-aligned]\n"
                                             "severity = \"warning\"\ncache-line-target = 64\n"
                                             "[rules.wide-load-alignment-unprovable]\nenabled = false\n");
    EXPECT_EQ(settings.size(), lintRules().size());
    EXPECT_EQ(settings.at(kStride).severity, Severity::Warning);
    EXPECT_EQ(settings.at(kStride).cacheLineTarget, 64u);
    EXPECT_TRUE(settings.at(kStride).enabled);
    EXPECT_FALSE(settings.at(kAlignment).enabled);
    EXPECT_EQ(settings.at(kAlignment).severity, Severity::Suggestion);
    EXPECT_EQ(parsed(""), defaultRuleSettings());
}

TEST(LintSettings, WhatIsNotKnownIsRefusedWithTheChoices) {
    std::string all;
    for (const char* wrong :
         {"[rules.stride]\nenabled = true\n", "[rules.wide-load-alignment-unprovable]\ncolour = 1\n",
          "[rules.wide-load-alignment-unprovable]\ncache-line-target = 64\n",
          "[rules.wide-load-alignment-unprovable]\nseverity = \"fatal\"\n",
          "[rules.wide-load-alignment-unprovable]\nseverity = 3\n",
          "[rules.wide-load-alignment-unprovable]\nenabled = \"yes\"\n",
          "[rules.structured-buffer-stride-not-cache-aligned]\ncache-line-target = 48\n",
          "[rule.wide-load-alignment-unprovable]\n", "rules = 1\n",
          "[rules]\nwide-load-alignment-unprovable = 1\n"})
        all += refused(wrong) + "\n";
    expectGolden(all);
    EXPECT_THAT(refused("a = 1\n[rules\n"), HasSubstr("'a.toml', line 2: "));
    EXPECT_THAT(refused(std::string("a = ") + std::string(60'000, '[')), HasSubstr("'a.toml', line 1: "));
}

TEST(LintSettings, WhatTomlAllowsIsRead) {
    const RuleSettingsById settings =
        parsed("\xef\xbb\xbf# f\xc3\xbcr\r\n [ rules . \"wide-load-alignment-unprovable\" ] # here\r\n\r\n"
               "\tseverity='error'#\"\r\n[rules]\nstructured-buffer-stride-not-cache-aligned.enabled=false");
    EXPECT_EQ(settings.at(kAlignment).severity, Severity::Error);
    EXPECT_FALSE(settings.at(kStride).enabled);
}

// Headers and keys that end too early, values that are none, and what neither can begin with.
TEST(LintSettings, WhatIsNoTomlIsRefusedByItsLine) {
    for (const char* wrong :
         {"[", "[]", "[?rules]", "[[ =", "[rules.]", "[rules] a", "[\"rules]", "a", "a =", "a = b", "a = 1 2",
          "a = [}", "a = {", "a = \"\\\"", "= 1", "tomt\xd1\x8c.h", "a = 99999999999999999999", "."})
        EXPECT_THAT(refused(std::string("\n") + wrong), HasSubstr("'a.toml', line ")) << wrong;
    EXPECT_THAT(refused("[rules.wide-load-alignment-unprovable]\nenabled = true\nenabled = true\n"),
                HasSubstr("line 3: "));
    EXPECT_THAT(refused("[rules.wide-load-alignment-unprovable]\n\n[rules.wide-load-alignment-unprovable]\n"),
                HasSubstr("line 3: "));
}

TEST(LintSettings, AreAtMost64KilobytesLong) {
    constexpr std::size_t kMost = 65536;
    EXPECT_EQ(parsed(std::string(kMost, '#')), defaultRuleSettings());
    EXPECT_THAT(refused(std::string(kMost + 1, '#')), HasSubstr("65536 bytes"));
}

TEST(LintSettings, TheCommandLineGoesBeforeTheFile) {
    RuleSettingsById settings =
        parsed("[rules.wide-load-alignment-unprovable]\nenabled = false\nseverity = \"warning\"\n");
    ASSERT_TRUE(setRule(settings, std::string(kStride) + "=off").ok());
    ASSERT_TRUE(setRule(settings, std::string(kAlignment) + "=error").ok());
    EXPECT_FALSE(settings.at(kStride).enabled);
    EXPECT_TRUE(settings.at(kAlignment).enabled);
    EXPECT_EQ(settings.at(kAlignment).severity, Severity::Error);
    EXPECT_THAT(refusedRule("nothing"), HasSubstr("ID=off"));
    EXPECT_THAT(refusedRule("nothing=off"), HasSubstr("no rule 'nothing'"));
    EXPECT_THAT(refusedRule("wide-load-alignment-unprovable=loud"),
                HasSubstr("off, suggestion, warning, error"));
}

TEST(LintSettings, TheNearestFileUpwardsCounts) {
    namespace fs = std::filesystem;
    const fs::path root = fs::path(testing::TempDir()) / "lint_settings";
    fs::remove_all(root);
    fs::create_directories(root / "a" / "b");
    fs::create_directories(root / "c");
    for (const fs::path& folder : {root, root / "a"}) std::ofstream(folder / kLintSettingsFile) << "\n";
    const auto found = [](const fs::path& file) { return fs::path(findLintSettings(file.string())); };
    EXPECT_EQ(found(root / "a" / "b" / "x.hlsl"), root / "a" / kLintSettingsFile);
    EXPECT_EQ(found(root / "c" / "x.hlsl"), root / kLintSettingsFile);
    EXPECT_EQ(found(root / "c" / ".." / "a" / "x.hlsl"), root / "a" / kLintSettingsFile);
    fs::remove_all(root);
}

} // namespace vkperftest::settings_test
