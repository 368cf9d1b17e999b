#include "lint/source_lines.h"

#include <algorithm>

#include "base/atomic_file.h"
#include "base/text.h"

namespace vkperftest {
namespace {

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
        for (std::size_t i = 0; i < text.size(); ++i) {
            const std::string_view ahead = text.substr(i, 2);
            if (inComment_) {
                inComment_ = ahead != "*/";
                if (!inComment_) ++i;
            } else if (quoted) {
                quoted = text[i] != '"';
                if (text[i] == '\\') ++i;
            } else if (ahead == "/*" && !isAssembly_) {
                inComment_ = true;
                ++i;
            } else if (ahead.starts_with(marker_)) {
                if (code) settle(number); // comments alone on the lines before apply here too
                comment(text, i, number, code);
                return;
            } else if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r') {
                code = true;
                quoted = text[i] == '"';
            }
        }
        if (code) settle(number);
    }

    // Comments alone on the lines before apply to this line.
    void settle(std::uint32_t number) {
        for (; settled_ < found_.size(); ++settled_) found_[settled_].line = number;
    }

    void comment(std::string_view text, std::size_t at, std::uint32_t number, bool behindCode) {
        constexpr std::string_view kName = "vkperftest:", kVerb = "ignore ";
        std::string_view words = trim(text.substr(at + marker_.size()));
        if (!words.starts_with(kName)) return;
        words = trim(words.substr(kName.size()));
        if (!words.starts_with(kVerb)) return;
        words = trim(words.substr(kVerb.size()));
        const std::size_t end = std::min(words.find_first_of(" \t"), words.size());
        found_.push_back({.line = number + (behindCode ? 0 : 1),
                          .column = static_cast<std::uint32_t>(at) + 1,
                          .rule = std::string(words.substr(0, end))});
        if (behindCode) settled_ = found_.size();
    }

    const ShaderFile& file_;
    const bool isAssembly_;
    const std::string_view marker_;
    bool inComment_ = false;
    std::size_t settled_ = 0; // how many found comments have their final line
    std::vector<IgnoreComment> found_;
};

} // namespace

std::vector<IgnoreComment> ignoreComments(const ShaderFile& file) {
    if (file.language == ShaderLanguage::SpirvBinary) return {};
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
    if (included.ok()) found->second = sourceOf({file, language_, std::move(included).value()});
    return found->second;
}

std::string SourceLines::line(const std::string& file, std::uint32_t number) {
    const std::vector<std::string>& lines = source(file).lines;
    if (number == 0 || number > lines.size()) return {};
    std::string line = lines[number - 1];
    while (line.ends_with('\r')) line.pop_back();
    return line;
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
