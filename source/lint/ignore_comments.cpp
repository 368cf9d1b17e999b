#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "lint/source_lines.h"

namespace vkperftest {
namespace {

class IgnoreScanner {
public:
    explicit IgnoreScanner(const ShaderFile& file)
        : file_(file), isAssembly_(file.language == ShaderLanguage::SpirvAssembly),
          marker_(isAssembly_ ? ";" : "//") {}

    std::vector<IgnoreComment> scan() {
        std::string_view rest = file_.bytes;
        for (std::uint32_t number = 1; !rest.empty(); ++number) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            line(rest.substr(0, end), number);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
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
                if (code) settle(number); // comments alone on the lines before speak of this line too
                comment(text, i, number, code);
                return;
            } else if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r') {
                code = true;
                quoted = text[i] == '"';
            }
        }
        if (code) settle(number);
    }

    // The line that comments alone on the lines before speak of.
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
        found_.push_back({.file = file_.path,
                          .line = number + (behindCode ? 0 : 1),
                          .column = static_cast<std::uint32_t>(at) + 1,
                          .rule = std::string(words.substr(0, end)),
                          .reason = std::string(trim(words.substr(end)))});
        if (behindCode) settled_ = found_.size();
    }

    const ShaderFile& file_;
    const bool isAssembly_;
    const std::string_view marker_;
    bool inComment_ = false;
    std::size_t settled_ = 0; // of those found, how many have their final line
    std::vector<IgnoreComment> found_;
};

} // namespace

std::vector<IgnoreComment> ignoreComments(const ShaderFile& file) {
    if (file.language == ShaderLanguage::SpirvBinary) return {};
    return IgnoreScanner(file).scan();
}

} // namespace vkperftest
