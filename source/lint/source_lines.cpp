#include "lint/source_lines.h"

#include <algorithm>

#include "base/atomic_file.h"
#include "base/text.h"
#include "frontend/shader_file.h"

namespace vkperftest {
namespace {

constexpr std::string_view kIgnoreName = "vkperftest:";

class IgnoreScanner {
public:
    explicit IgnoreScanner(const ShaderFile& file)
        : file_(file), isAssembly_(file.language == ShaderLanguage::SpirvAssembly),
          marker_(isAssembly_ ? ";" : "//") {}

    std::vector<IgnoreComment> scan() {
        std::uint32_t number = 0;
        for (const std::string& text : split(file_.bytes, '\n')) line(text, ++number);
        return std::move(found_);
    }

private:
    void line(std::string_view text, std::uint32_t number) {
        bool code = false, quoted = false;
        // Of the part of a block comment on this line: where it begins, and where its words do.
        std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size()), inside = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const std::string_view ahead = text.substr(i, 2);
            if (inComment_) {
                if (ahead != "*/") continue;
                inComment_ = false;
                comment(text.substr(inside, i - inside), number, begin, codeLine_);
                ++i;
            } else if (quoted) {
                quoted = text[i] != '"';
                if (text[i] == '\\') ++i;
            } else if (ahead == "/*" && !isAssembly_) {
                if (code) settle(number); // comments alone on the lines before apply here too
                inComment_ = true;
                codeLine_ = code ? number : 0;
                begin = i++;
                inside = begin + ahead.size();
            } else if (ahead.starts_with(marker_)) {
                if (code) settle(number);
                comment(text.substr(i + marker_.size()), number, i, code ? number : 0);
                return;
            } else if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r') {
                code = true;
                quoted = text[i] == '"';
            }
        }
        if (inComment_) comment(text.substr(std::min(inside, text.size())), number, begin, codeLine_);
        if (code) settle(number);
    }

    // Comments alone on the lines before apply to this line.
    void settle(std::uint32_t number) {
        for (; settled_ < found_.size(); ++settled_) found_[settled_].line = number;
    }

    // The words of a line's part of a comment, which begins `at` there. `codeLine`: of the code that the
    // comment stands behind; 0 if there is none.
    void comment(std::string_view words, std::uint32_t number, std::size_t at, std::uint32_t codeLine) {
        constexpr std::string_view kVerb = "ignore", kBlanks = " \t";
        words = trim(words);
        if (words.starts_with('*')) words = trim(words.substr(1)); // of a block comment's further lines
        if (!words.starts_with(kIgnoreName)) return;
        words = trim(words.substr(kIgnoreName.size()));
        if (!words.starts_with(kVerb)) return;
        words.remove_prefix(kVerb.size());
        if (!words.empty() && kBlanks.find(words[0]) == std::string_view::npos) return; // "ignored"
        bool another = true;
        while (another) {
            words = trim(words);
            const std::size_t end = std::min(words.find_first_of(" \t,"), words.size());
            found_.push_back({.line = codeLine != 0 ? codeLine : number + 1,
                              .ownLine = number,
                              .column = static_cast<std::uint32_t>(at) + 1,
                              .rule = std::string(words.substr(0, end))});
            words = trim(words.substr(end));
            another = words.starts_with(',') && words.size() > 1;
            if (another) words.remove_prefix(1);
        }
        if (codeLine != 0) settled_ = found_.size();
    }

    const ShaderFile& file_;
    const bool isAssembly_;
    const std::string_view marker_;
    bool inComment_ = false;     // of the form /* */
    std::uint32_t codeLine_ = 0; // of that comment, as in comment()
    std::size_t settled_ = 0;    // how many found comments have their final line
    std::vector<IgnoreComment> found_;
};

} // namespace

std::vector<IgnoreComment> ignoreComments(const ShaderFile& file) {
    const bool any = file.bytes.find(kIgnoreName) != std::string::npos;
    if (!any || file.language == ShaderLanguage::SpirvBinary) return {};
    return IgnoreScanner(file).scan();
}

SourceLines::SourceLines(const ShaderFile& file) : own_(file.path), language_(file.language) {
    sources_[own_] = sourceOf(file);
}

SourceLines::Source SourceLines::sourceOf(const ShaderFile& file) {
    if (file.language == ShaderLanguage::SpirvBinary) return {};
    return {split(file.bytes, '\n'), ignoreComments(file)};
}

SourceLines::Source& SourceLines::source(const std::string& file) {
    const auto [found, added] = sources_.try_emplace(file);
    if (!added) return found->second;
    // SPIR-V that somebody else compiled may name any file on this machine as its source.
    if (language_ == ShaderLanguage::SpirvBinary || language_ == ShaderLanguage::SpirvAssembly) {
        if (const Result<ShaderFile> read = readShaderFile(file); read.ok())
            found->second = sourceOf(read.value());
        return found->second;
    }
    Result<std::string> included = readFile(file); // its name may have any extension
    if (included.ok()) found->second = sourceOf({file, language_, asUtf8(std::move(included).value())});
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
    bool any = false;
    for (IgnoreComment& comment : source(file).comments) {
        if (comment.line == line && comment.rule == rule) any = comment.used = true;
    }
    return any;
}

std::vector<IgnoreComment> SourceLines::unusedIgnores() const {
    std::vector<IgnoreComment> unused = sources_.at(own_).comments;
    std::erase_if(unused, [](const IgnoreComment& comment) { return comment.used; });
    return unused;
}

} // namespace vkperftest
