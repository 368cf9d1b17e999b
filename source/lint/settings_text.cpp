#include "lint/settings_text.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

bool standsInNames(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// One line from left to right. What is not there leaves it where it was.
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
    if (std::holds_alternative<std::monostate>(result.value) || !line.ends()) return {};
    return result;
}

} // namespace

Result<std::vector<SettingsLine>> readSettings(std::string_view text, const std::string& file) {
    constexpr std::size_t kMostBytes = 65536;
    if (text.size() > kMostBytes)
        return Error{ErrorKind::Usage, fmt::format("'{}' has more than {} bytes", file, kMostBytes),
                     "shorten it"};
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
            return Error{
                ErrorKind::Usage,
                fmt::format("'{}', line {}: neither [rules.<id>] nor a key with its value", file, number),
                "a value is true, false, a whole number or a string in quotation marks"};
        }
        const bool isTable = std::holds_alternative<std::monostate>(read->value);
        if (!keys.insert(read->path).second) {
            return Error{
                ErrorKind::Usage,
                fmt::format("'{}', line {}: '{}' was set before", file, number, join(read->path, ".")),
                "set it once"};
        }
        if (isTable) table = read->path;
        lines.push_back(*read);
    }
    return lines;
}

} // namespace vkperftest
