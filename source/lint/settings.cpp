#include "lint/settings.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
// toml++ 3.3 asserts, or promises the optimizer, what wrong files do not keep, and checks it right afterwards.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include "base/named.h"
#include "base/text.h"
#include "base/utf8_path.h"

namespace vkperftest {
namespace {

constexpr std::array<std::int64_t, 4> kCacheLines = {16, 32, 64, 128};
constexpr std::size_t kMostBytes = 65536; // of a settings file

Result<const Rule*> findRule(std::string_view id) {
    std::vector<std::string> ids;
    for (const Rule* rule : lintRules()) {
        if (rule->id == id) return rule;
        ids.emplace_back(rule->id);
    }
    return usageError(fmt::format("there is no rule '{}'{}", id, didYouMean(id, ids)),
                      "choose from: " + join(ids, ", "));
}

Result<void> takeKey(const Rule& rule, RuleSettings& settings, std::string_view key,
                     const toml::node& value) {
    const auto mustBe = [&](std::string_view what) {
        return usageError(fmt::format("'{}' of rule '{}' must be {}", key, rule.id, what), "correct it");
    };
    if (key == "enabled") {
        const std::optional<bool> enabled = value.value_exact<bool>();
        settings.enabled = enabled.value_or(settings.enabled);
        return enabled ? Result<void>() : mustBe("true or false");
    }
    if (key == "severity") {
        const std::optional<std::string> name = value.value_exact<std::string>();
        if (!name) return mustBe("a string");
        const Result<const NamedSeverity*> severity = findNamed(kSeverities, *name, "there is no severity");
        if (!severity.ok()) return severity.error();
        settings.severity = severity.value()->value;
        return {};
    }
    if (key == "cache-line-target" && rule.hasCacheLineTarget) {
        const std::optional<std::int64_t> bytes = value.value_exact<std::int64_t>();
        if (!bytes || *bytes < 0) return mustBe("a positive integer");
        if (std::ranges::count(kCacheLines, *bytes) == 0)
            return usageError(fmt::format("a cache-line target of {} bytes is not supported", *bytes),
                              fmt::format("choose from: {}", fmt::join(kCacheLines, ", ")));
        settings.cacheLineTarget = static_cast<std::uint32_t>(*bytes);
        return {};
    }
    return usageError(fmt::format("rule '{}' has no key '{}'", rule.id, key),
                      fmt::format("choose from: enabled, severity{}",
                                  rule.hasCacheLineTarget ? ", cache-line-target" : ""));
}

Result<void> takeRule(RuleSettingsById& settings, std::string_view id, const toml::node& node) {
    const Result<const Rule*> rule = findRule(id);
    if (!rule.ok()) return rule.error();
    const toml::table* const keys = node.as_table();
    if (keys == nullptr)
        return usageError(fmt::format("'rules.{}' is not a table", id), "write [rules.<id>]");
    RuleSettings& its = settings.find(id)->second;
    for (const auto& [key, value] : *keys) VKPERFTEST_TRY(takeKey(*rule.value(), its, key.str(), value));
    return {};
}

Result<void> takeTables(RuleSettingsById& settings, const toml::table& all) {
    for (const auto& [name, node] : all) {
        if (name != "rules" || !node.is_table())
            return usageError(fmt::format("'{}' is not allowed", name.str()),
                              "write only tables [rules.<id>]");
        for (const auto& [id, rule] : *node.as_table()) VKPERFTEST_TRY(takeRule(settings, id.str(), rule));
    }
    return {};
}

} // namespace

RuleSettingsById defaultRuleSettings() {
    RuleSettingsById settings;
    for (const Rule* rule : lintRules()) settings[std::string(rule->id)] = {.severity = rule->severity};
    return settings;
}

Result<void> setRule(RuleSettingsById& settings, std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
        return usageError(fmt::format("'{}' does not say what to do with the rule", text),
                          "write ID=off, ID=suggestion, ID=warning or ID=error");
    }
    const std::string_view id = text.substr(0, equals), what = text.substr(equals + 1);
    if (const Result<const Rule*> rule = findRule(id); !rule.ok()) return rule.error();
    RuleSettings& its = settings.find(id)->second;
    its.enabled = what != "off";
    if (what == "off") return {};
    const Result<const NamedSeverity*> severity = findNamed(kSeverities, what, "");
    if (!severity.ok())
        return usageError(fmt::format("a rule cannot be '{}'", what),
                          "choose from: off, " + namesOf(kSeverities));
    its.severity = severity.value()->value;
    return {};
}

Result<void> setRules(RuleSettingsById& settings, std::string_view text, const std::string& path) {
    if (text.size() > kMostBytes)
        return usageError(fmt::format("'{}' has more than {} bytes", path, kMostBytes), "shorten it");
    // toml++ 3.3 promises the optimizer that keys have no letters outside ASCII. Only comments may have them here: as '?'
    // they are rejected elsewhere, too.
    std::string ascii(text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text);
    std::ranges::replace_if(
        ascii, [](char c) { return static_cast<unsigned char>(c) > 0x7f; }, '?');
    const toml::parse_result parsed = toml::parse(ascii);
    if (parsed.failed()) {
        const toml::parse_error& error = parsed.error();
        return usageError(fmt::format("'{}', line {}: it is not TOML: {}", path, error.source().begin.line,
                                      error.description()),
                          "correct it");
    }
    const Result<void> taken = takeTables(settings, parsed.table());
    return taken.ok() ? taken : taken.error().about(path);
}

std::string findLintSettings(const std::string& file) {
    std::error_code failed;
    std::filesystem::path folder =
        std::filesystem::absolute(pathOf(file), failed).lexically_normal().parent_path();
    while (!failed) {
        const std::filesystem::path candidate = folder / kLintSettingsFile;
        if (std::filesystem::is_regular_file(candidate, failed)) return textOf(candidate);
        failed.clear(); // there is none
        if (folder == folder.parent_path()) break;
        folder = folder.parent_path();
    }
    return {};
}

} // namespace vkperftest
