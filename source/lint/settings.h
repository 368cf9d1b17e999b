// What users set for rules: on the command line, and in the nearest vkperftest-lint.toml.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "lint/rule.h"

namespace vkperftest {

constexpr std::string_view kLintSettingsFile = "vkperftest-lint.toml";

using RuleSettingsById = std::map<std::string, RuleSettings, std::less<>>; // of every rule in lintRules()

RuleSettingsById defaultRuleSettings();

// Takes "ID=off", or "ID=SEVERITY", which also enables the rule. A usage error lists the choices.
Result<void> setRule(RuleSettingsById& settings, std::string_view text);

// Takes a settings file's text, which is TOML; errors name it `path`. It may hold tables `[rules.<id>]` with the keys
// `enabled`, `severity` and, if the rule has one, `cache-line-target`. Anything else is a usage error.
Result<void> setRules(RuleSettingsById& settings, std::string_view toml, const std::string& path);

// The settings file in the folder of the file, or in the nearest folder above it; empty if there is none.
std::string findLintSettings(const std::string& file);

} // namespace vkperftest
