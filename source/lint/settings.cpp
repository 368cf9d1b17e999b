#include "lint/settings.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <variant>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/named.h"
#include "base/utf8_path.h"
#include "lint/settings_text.h"

namespace vkperftest {
namespace {

constexpr std::array<std::uint32_t, 4> kCacheLines = {16, 32, 64, 128};

Error wrong(const std::string& cause, const std::string& remedy) {
    return {ErrorKind::Usage, cause, remedy};
}

Result<const Rule*> findRule(std::string_view id) {
    std::vector<std::string> ids;
    for (const Rule* rule : everyRule()) {
        if (rule->id == id) return rule;
        ids.emplace_back(rule->id);
    }
    return wrong(fmt::format("there is no rule '{}'{}", id, didYouMean(id, ids)),
                 "choose from: " + join(ids, ", "));
}

// The value, if it is of that type.
template <class T> std::optional<T> valueOf(const SettingsLine& line) {
    const T* const value = std::get_if<T>(&line.value);
    return value == nullptr ? std::nullopt : std::optional(*value);
}

// What of a key's value becomes part of the change.
Result<void> takeKey(const Rule& rule, RuleChange& change, std::string_view key, const SettingsLine& line) {
    const auto mustBe = [&](std::string_view what) {
        return wrong(fmt::format("'{}' of rule '{}' is not {}", key, rule.id, what), "correct it");
    };
    if (key == "enabled") {
        change.enabled = valueOf<bool>(line);
        if (!change.enabled) return mustBe("true or false");
        return {};
    }
    if (key == "severity") {
        const std::optional<std::string> name = valueOf<std::string>(line);
        if (!name) return mustBe("a string");
        const Result<const NamedSeverity*> severity = findNamed(kSeverities, *name, "there is no severity");
        if (!severity.ok()) return severity.error();
        change.severity = severity.value()->value;
        return {};
    }
    if (key == "cache-line-target" && rule.hasCacheLineTarget) {
        const std::optional<std::int64_t> bytes = valueOf<std::int64_t>(line);
        if (!bytes || *bytes < 0) return mustBe("a whole number");
        const Result<std::uint32_t> target = checkCacheLineTarget(static_cast<std::uint64_t>(*bytes));
        if (!target.ok()) return target.error();
        change.cacheLineTarget = target.value();
        return {};
    }
    return wrong(fmt::format("rule '{}' has no key '{}'", rule.id, key),
                 fmt::format("choose from: enabled, severity{}",
                             rule.hasCacheLineTarget ? ", cache-line-target" : ""));
}

Result<void> takeLine(RuleChanges& changes, const SettingsLine& line) {
    const bool isTable = std::holds_alternative<std::monostate>(line.value);
    if (line.path.front() != "rules" || (line.path.size() == 1 && !isTable))
        return wrong(fmt::format("it holds '{}'", line.path.front()), "it may hold tables [rules.<id>] only");
    if (line.path.size() == 1) return {};
    const Result<const Rule*> rule = findRule(line.path[1]);
    if (!rule.ok()) return rule.error();
    if (line.path.size() == 2 && !isTable)
        return wrong(fmt::format("'rules.{}' is not a table", line.path[1]), "write [rules.<id>]");
    RuleChange& change = changes[line.path[1]];
    if (line.path.size() == 2) return {};
    const std::vector<std::string> key(line.path.begin() + 2, line.path.end());
    return takeKey(*rule.value(), change, join(key, "."), line);
}

void apply(RuleSettingsById& settings, const RuleChanges& changes) {
    for (const auto& [id, change] : changes) {
        RuleSettings& rule = settings[id];
        rule.enabled = change.enabled.value_or(rule.enabled);
        rule.severity = change.severity.value_or(rule.severity);
        rule.cacheLineTarget = change.cacheLineTarget.value_or(rule.cacheLineTarget);
    }
}

} // namespace

Result<std::uint32_t> checkCacheLineTarget(std::uint64_t bytes) {
    if (std::count(kCacheLines.begin(), kCacheLines.end(), bytes) == 0)
        return wrong(fmt::format("a cache-line target of {} bytes is not known", bytes),
                     fmt::format("choose from: {}", fmt::join(kCacheLines, ", ")));
    return static_cast<std::uint32_t>(bytes);
}

Result<void> addRuleChange(RuleChanges& changes, std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
        return wrong(fmt::format("'{}' does not say what to do with the rule", text),
                     "write ID=off, ID=suggestion, ID=warning or ID=error");
    }
    const std::string_view id = text.substr(0, equals), what = text.substr(equals + 1);
    if (const Result<const Rule*> rule = findRule(id); !rule.ok()) return rule.error();
    RuleChange& change = changes[std::string(id)];
    change.enabled = what != "off";
    if (what == "off") return {};
    const Result<const NamedSeverity*> severity = findNamed(kSeverities, what, "");
    if (!severity.ok())
        return wrong(fmt::format("a rule cannot be '{}'", what), "choose from: off, " + namesOf(kSeverities));
    change.severity = severity.value()->value;
    return {};
}

Result<RuleChanges> parseLintSettings(std::string_view text, const std::string& path) {
    std::vector<SettingsLine> lines;
    VKPERFTEST_TRY(assign(lines, readSettings(text, path)));
    RuleChanges changes;
    for (const SettingsLine& line : lines) {
        if (const Result<void> taken = takeLine(changes, line); !taken.ok()) return taken.error().about(path);
    }
    return changes;
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

RuleSettingsById ruleSettings(const RuleChanges& ofFile, const RuleChanges& ofLine) {
    RuleSettingsById settings;
    for (const Rule* rule : everyRule()) settings[std::string(rule->id)] = {.severity = rule->severity};
    apply(settings, ofFile);
    apply(settings, ofLine);
    return settings;
}

Result<RuleSettingsById> SettingsOfFiles::of(const std::string& file) {
    const std::string path = findLintSettings(file);
    if (path.empty()) return ruleSettings({}, ofLine_);
    const auto [found, added] = ofFiles_.try_emplace(path);
    if (added) {
        std::string text;
        VKPERFTEST_TRY(assign(text, readFile(path)));
        VKPERFTEST_TRY(assign(found->second, parseLintSettings(text, path)));
    }
    return ruleSettings(found->second, ofLine_);
}

} // namespace vkperftest
