#include "lint/source_lines.h"

#include <algorithm>

#include "base/atomic_file.h"
#include "base/text.h"
#include "frontend/shader_file.h"

namespace vkperftest {
namespace {

constexpr std::string_view kIgnoreName = "vkperftest:";

// The rules that the words of a comment name; none if they are no such words.
std::vector<std::string> rulesIn(std::string_view words) {
    constexpr std::string_view kVerb = "ignore";
    words = trim(words.substr(0, words.find("*/")));
    if (!words.starts_with(kVerb)) return {};
    words.remove_prefix(kVerb.size());
    if (!words.empty() && words[0] != ' ' && words[0] != '\t') return {}; // "ignored"
    std::vector<std::string> rules;
    for (bool another = true; another;) {
        words = trim(words);
        const std::size_t end = std::min(words.find_first_of(" \t,"), words.size());
        rules.emplace_back(words.substr(0, end));
        words = trim(words.substr(end));
        another = words.starts_with(',') && words.size() > 1;
        if (another) words.remove_prefix(1);
    }
    return rules;
}

} // namespace

std::vector<IgnoreComment> ignoreComments(const ShaderFile& file) {
    constexpr std::string_view kMarker = "//", kBlock = "/*";
    std::vector<IgnoreComment> found;
    std::size_t settled = 0; // how many of them have their final line
    std::uint32_t number = 0;
    const bool any =
        file.language != ShaderLanguage::Spirv && file.bytes.find(kIgnoreName) != std::string::npos;
    for (const std::string& text : any ? split(file.bytes, '\n') : std::vector<std::string>()) {
        ++number;
        const std::string_view line = text;
        const std::size_t name = std::min(line.find(kIgnoreName), line.size());
        const std::string_view before = trim(line.substr(0, name));
        const bool comments = name < line.size() && (before.ends_with(kMarker) || before.ends_with(kBlock));
        const std::size_t begin =
            comments ? line.rfind(before.ends_with(kMarker) ? kMarker : kBlock, name) : name;
        const std::size_t close = std::min(line.find("*/", name), line.size());
        const std::string_view code = trim(line.substr(0, begin)), behind = trim(line.substr(close));
        const bool hasCode = (!code.empty() && !code.starts_with(kMarker)) || behind.size() > kBlock.size();
        for (; hasCode && settled < found.size(); ++settled) found[settled].line = number;
        if (!comments) continue;
        for (std::string& rule : rulesIn(line.substr(name + kIgnoreName.size()))) {
            found.push_back({.line = hasCode ? number : number + 1, .rule = std::move(rule)});
        }
        if (hasCode) settled = found.size();
    }
    return found;
}

SourceLines::SourceLines(const ShaderFile& file) : language_(file.language) {
    sources_[file.path] = sourceOf(file);
}

SourceLines::Source SourceLines::sourceOf(const ShaderFile& file) {
    if (file.language == ShaderLanguage::Spirv) return {};
    return {split(file.bytes, '\n'), ignoreComments(file)};
}

SourceLines::Source& SourceLines::source(const std::string& file) {
    const auto [found, added] = sources_.try_emplace(file);
    if (!added) return found->second;
    // SPIR-V that somebody else compiled may name any file on this machine as its source.
    if (language_ == ShaderLanguage::Spirv) {
        if (const Result<ShaderFile> read = readShaderFile(file); read.ok())
            found->second = sourceOf(read.value());
        return found->second;
    }
    Result<std::string> included = readFile(file); // its name may have any extension
    if (included.ok())
        found->second = sourceOf({file, language_, withoutByteOrderMark(std::move(included).value())});
    return found->second;
}

std::string SourceLines::line(const std::string& file, std::uint32_t number) {
    const std::vector<std::string>& lines = source(file).lines;
    if (number == 0 || number > lines.size()) return {};
    std::string line = lines[number - 1];
    while (line.ends_with('\r')) line.pop_back();
    return line;
}

void SourceLines::findColumns(Place& place, std::string_view word, std::uint32_t nth) {
    constexpr std::size_t kLongest = 10'000;
    const std::string text = line(place.file, place.line);
    if (text.size() > kLongest) return;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) {
        const std::size_t end = at + word.size(), next = text.find_first_not_of(" \t", end);
        if (!trim(std::string_view(text).substr(0, at)).ends_with('.') || next == std::string::npos) continue;
        if ((text[next] != '(' && text[next] != '<') || nth-- > 0) continue;
        std::size_t close = text.find('(', next);
        int open = 0;
        for (; close < text.size(); ++close) {
            open += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
            if (open == 0) break;
        }
        place.column = static_cast<std::uint32_t>(at + 1);
        place.endColumn = static_cast<std::uint32_t>(close < text.size() ? close + 2 : end + 1);
        return;
    }
}

bool SourceLines::ignored(const std::string& file, std::uint32_t line, std::string_view rule) {
    return std::ranges::any_of(source(file).comments, [&](const IgnoreComment& comment) {
        return comment.line == line && comment.rule == rule;
    });
}

} // namespace vkperftest
