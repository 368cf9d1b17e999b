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

// What is set of one rule; nothing where its default stays.
struct RuleChange {
    std::optional<bool> enabled;
    std::optional<Severity> severity;
    std::optional<std::uint32_t> cacheLineTarget;
};

using RuleChanges = std::map<std::string, RuleChange, std::less<>>; // by id
using RuleSettingsById = std::map<std::string, RuleSettings, std::less<>>;

// 16, 32, 64 or 128.
Result<std::uint32_t> checkCacheLineTarget(std::uint64_t bytes);

// "ID=off", or a severity behind the equals sign: it is then enabled, too. A usage error names the choices.
Result<void> addRuleChange(RuleChanges& changes, std::string_view text);

// Of the text of a settings file, which errors call `path`. Tables `[rules.<id>]` with the keys `enabled`,
// `severity` and, of the rule that has one, `cache-line-target`; a usage error for everything else.
Result<RuleChanges> parseLintSettings(std::string_view toml, const std::string& path);

// The settings file in the folder of the file, or in the nearest folder above it; empty if there is none.
std::string findLintSettings(const std::string& file);

// Of every rule of everyRule(): its defaults, changed by the file, then by the command line.
RuleSettingsById ruleSettings(const RuleChanges& ofFile, const RuleChanges& ofLine);

} // namespace vkperftest
