#include "cli/help.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/terminal.h"
#include "base/text.h"

namespace vkperftest {
namespace {

constexpr std::size_t kIndent = 28; // of what an option's text says

// The words in lines of at most `width` columns; all lines but the first begin with `indent` blanks.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
    std::string result;
    std::size_t column = indent;
    for (const std::string& word : split(text, ' ')) {
        if (column > indent && column + 1 + columns(word) > width) {
            result += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            result += " ";
            ++column;
        }
        result += word;
        column += columns(word);
    }
    return result;
}

std::size_t helpWidth() {
    constexpr std::size_t kNarrowest = 60, kWidest = 100;
    return std::clamp(terminalColumns(stdout).value_or(kWidest), kNarrowest, kWidest);
}

// "  --suite NAME              Suite of rows: …"
std::string entry(const std::string& name, const std::string& what) {
    std::string line = padRight("  " + name, kIndent);
    if (!line.ends_with(' ')) line += "\n" + std::string(kIndent, ' ');
    return line + wrapped(what, helpWidth(), kIndent) + "\n";
}

class HelpFormatter : public CLI::Formatter {
    std::string make_option(const CLI::Option* option, bool positional) const override {
        return entry(make_option_name(option, positional) + make_option_opts(option),
                     make_option_desc(option));
    }
    std::string make_subcommand(const CLI::App* command) const override {
        return entry(command->get_name(), command->get_description());
    }
};

} // namespace

std::shared_ptr<CLI::Formatter> helpFormatter() {
    return std::make_shared<HelpFormatter>();
}

std::string helpFooter(const std::string& command) {
    const std::span<const std::string_view> docs = commandLineDocs();
    const auto heading =
        command.empty() ? docs.begin() : std::find(docs.begin(), docs.end(), "## " + command);
    if (heading == docs.end()) return {};
    const auto end = std::find_if(heading + 1, docs.end(), [](auto line) { return line.starts_with("## "); });
    const auto block = std::find(heading, end, "```sh");
    std::string text;
    for (auto line = block; line != end && ++line != end && *line != "```";)
        text += fmt::format("{}  {}\n", text.empty() ? "Examples:\n" : "", *line);
    const auto codes = std::find_if(heading, end, [](auto line) { return line.starts_with("Exit codes:"); });
    std::string paragraph;
    for (auto line = codes; line != end && !line->empty(); ++line)
        paragraph += (line == codes ? "" : " ") + std::string(*line);
    const std::size_t colon = paragraph.find(':') + 1;
    text += "\n" + paragraph.substr(0, colon);
    for (const std::string& code : split(paragraph.substr(colon, paragraph.rfind('.') - colon), ';'))
        text += "\n  " + wrapped(std::string(trim(code)), helpWidth(), 2);
    return text;
}

} // namespace vkperftest
