#include "lint/settings.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <variant>

#include <fmt/format.h>

#include "base/named.h"
#include "base/text.h"
#include "base/utf8_path.h"

namespace vkperftest {
namespace {

constexpr std::array<std::uint32_t, 4> kCacheLines = {16, 32, 64, 128};

Error wrong(const std::string& cause, const std::string& remedy) {
    return {ErrorKind::Usage, cause, remedy};
}

// The part of TOML that settings need: table headers, and keys with a value on the same line.
struct SettingsLine {
    std::vector<std::string> path; // of a table, or of a key including its table's: rules, ID, severity
    std::variant<std::monostate, bool, std::int64_t, std::string> value; // std::monostate: it is a table
    bool isTable() const { return std::holds_alternative<std::monostate>(value); }
};

bool standsInNames(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// Reads one line from left to right. What does not match is not consumed.
class TextLine {
public:
    explicit TextLine(std::string_view text) : rest_(text) {}

    bool take(char c) {
        skipBlanks();
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }

    bool ends() {
        skipBlanks();
        return rest_.empty() || rest_.starts_with('#');
    }

    std::optional<std::string> quoted() {
        skipBlanks();
        if (!rest_.starts_with('"') && !rest_.starts_with('\'')) return {};
        const std::size_t end = rest_.find(rest_.front(), 1);
        const std::string text(rest_.substr(1, std::min(end, rest_.size()) - 1));
        if (end == std::string_view::npos || text.find('\\') != std::string::npos) return {};
        rest_.remove_prefix(end + 1);
        return text;
    }

    std::optional<std::string> bare() {
        skipBlanks();
        const auto end = std::find_if_not(rest_.begin(), rest_.end(), standsInNames);
        const std::string text(rest_.begin(), end);
        rest_.remove_prefix(text.size());
        return text.empty() ? std::nullopt : std::optional(text);
    }

    // Adds its names; false if one of them is missing.
    bool path(std::vector<std::string>& names) {
        do {
            std::optional<std::string> name = quoted();
            if (!name) name = bare();
            if (!name) return false;
            names.push_back(*name);
        } while (take('.'));
        return true;
    }

    // std::monostate if there is none.
    decltype(SettingsLine::value) value() {
        if (std::optional<std::string> text = quoted()) return *text;
        const std::optional<std::string> word = bare();
        if (!word) return {};
        if (*word == "true" || *word == "false") return *word == "true";
        const std::optional<long long> number = parseInteger(*word);
        if (!number) return {};
        return std::int64_t{*number};
    }

private:
    void skipBlanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }

    std::string_view rest_;
};

// The header of a table, or a key with its value in that table.
std::optional<SettingsLine> lineOf(TextLine line, const std::vector<std::string>& table) {
    SettingsLine result;
    if (line.take('[')) {
        if (!line.path(result.path) || !line.take(']') || !line.ends()) return {};
        return result;
    }
    result.path = table;
    if (!line.path(result.path) || !line.take('=')) return {};
    result.value = line.value();
    if (result.isTable() || !line.ends()) return {};
    return result;
}

// The text's lines, without blank lines and comments. Names and strings may have quotation marks of either
// kind, without escapes; dots may separate names in headers and keys alike. Anything else, such as an array
// or an inline table, is a usage error that names `file` and the line, as is a key that is set twice.
Result<std::vector<SettingsLine>> readSettings(std::string_view text, const std::string& file) {
    constexpr std::size_t kMostBytes = 65536;
    if (text.size() > kMostBytes)
        return wrong(fmt::format("'{}' has more than {} bytes", file, kMostBytes), "shorten it");
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    std::vector<SettingsLine> lines;
    std::vector<std::string> table;
    std::set<std::vector<std::string>> keys;
    std::size_t number = 0;
    for (const std::string& one : split(text, '\n')) {
        ++number;
        TextLine line(trim(one));
        if (line.ends()) continue;
        const std::optional<SettingsLine> read = lineOf(line, table);
        if (!read) {
            return wrong(
                fmt::format("'{}', line {}: expected [rules.<id>] or a key with a value", file, number),
                "a value is true, false, an integer or a quoted string");
        }
        if (!keys.insert(read->path).second) {
            return wrong(
                fmt::format("'{}', line {}: '{}' is already set", file, number, join(read->path, ".")),
                "set it once");
        }
        if (read->isTable()) table = read->path;
        lines.push_back(*read);
    }
    return lines;
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

// Applies one key's value to the change.
Result<void> takeKey(const Rule& rule, RuleChange& change, std::string_view key, const SettingsLine& line) {
    const auto mustBe = [&](std::string_view what) {
        return wrong(fmt::format("'{}' of rule '{}' must be {}", key, rule.id, what), "correct it");
    };
    if (key == "enabled") {
        const auto* const enabled = std::get_if<bool>(&line.value);
        if (!enabled) return mustBe("true or false");
        change.enabled = *enabled;
        return {};
    }
    if (key == "severity") {
        const auto* const name = std::get_if<std::string>(&line.value);
        if (!name) return mustBe("a string");
        const Result<const NamedSeverity*> severity = findNamed(kSeverities, *name, "there is no severity");
        if (!severity.ok()) return severity.error();
        change.severity = severity.value()->value;
        return {};
    }
    if (key == "cache-line-target" && rule.hasCacheLineTarget) {
        const auto* const bytes = std::get_if<std::int64_t>(&line.value);
        if (!bytes || *bytes < 0) return mustBe("a positive integer");
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
    if (line.path.front() != "rules" || (line.path.size() == 1 && !line.isTable()))
        return wrong(fmt::format("'{}' is not allowed", line.path.front()), "write only tables [rules.<id>]");
    if (line.path.size() == 1) return {};
    const Result<const Rule*> rule = findRule(line.path[1]);
    if (!rule.ok()) return rule.error();
    if (line.path.size() == 2 && !line.isTable())
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
    if (std::ranges::count(kCacheLines, bytes) == 0)
        return wrong(fmt::format("a cache-line target of {} bytes is not supported", bytes),
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

} // namespace vkperftest
