// What users set for rules: on the command line, and in the nearest vkperftest-lint.toml.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lint/rule.h"

namespace vkperftest {

constexpr std::string_view kLintSettingsFile = "vkperftest-lint.toml";

// Changes to one rule; a member without a value keeps the default.
struct RuleChange {
    std::optional<bool> enabled;
    std::optional<Severity> severity;
    std::optional<std::uint32_t> cacheLineTarget;
};

using RuleChanges = std::map<std::string, RuleChange, std::less<>>; // by id
using RuleSettingsById = std::map<std::string, RuleSettings, std::less<>>;

// Takes "ID=off", or "ID=SEVERITY", which also enables the rule. A usage error lists the choices.
Result<void> addRuleChange(RuleChanges& changes, std::string_view text);

// Parses a settings file's text, which is TOML; errors name it `path`. It may hold tables `[rules.<id>]` with the keys
// `enabled`, `severity` and, if the rule has one, `cache-line-target`. Anything else is a usage error.
Result<RuleChanges> parseLintSettings(std::string_view toml, const std::string& path);

// The settings file in the folder of the file, or in the nearest folder above it; empty if there is none.
std::string findLintSettings(const std::string& file);

// The settings of every rule in lintRules(): its defaults, overridden by the file, then by the command line.
RuleSettingsById ruleSettings(const RuleChanges& ofFile, const RuleChanges& ofLine);

} // namespace vkperftest
