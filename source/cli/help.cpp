#include "cli/help.h"

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/text.h"
#include "cli/console.h"

namespace vkperftest {
namespace {

constexpr std::size_t kIndent = 28; // of an option's description

// "  --suite NAME              Suite of rows: …"
std::string entry(const std::string& name, const std::string& what) {
    std::string line = padRight("  " + name, kIndent);
    if (!line.ends_with(' ')) line += "\n" + std::string(kIndent, ' ');
    return line + wrapped(what, stdoutDisplay().proseWidth, kIndent, kIndent) + "\n";
}

// A line of shell, with its comment wrapped.
std::string example(const std::string& line) {
    const std::size_t comment = line.find(" # ");
    if (comment == std::string::npos) return line;
    constexpr std::size_t kMark = 3;
    const std::size_t begin = columns(line.substr(0, comment)) + kMark;
    constexpr std::size_t kNarrowest = 24; // with less room, a comment gets its own lines
    if (begin + kNarrowest > stdoutDisplay().proseWidth) {
        const std::string_view command = std::string_view(line).substr(0, comment);
        return std::string(command.substr(0, command.find_last_not_of(' ') + 1)) + "\n      # " +
               wrapped(line.substr(comment + kMark), stdoutDisplay().proseWidth, 8, 8);
    }
    return line.substr(0, comment + kMark) +
           wrapped(line.substr(comment + kMark), stdoutDisplay().proseWidth, begin, begin);
}

class HelpFormatter : public CLI::Formatter {
    std::string make_option(const CLI::Option* option, bool positional) const override {
        return entry(make_option_name(option, positional) + make_option_opts(option),
                     make_option_desc(option));
    }
    std::string make_description(const CLI::App* command) const override {
        return wrapped(command->get_description(), stdoutDisplay().proseWidth, 0) + "\n";
    }
    std::string make_subcommand(const CLI::App* command) const override {
        return entry(command->get_name(), command->get_description());
    }
};

} // namespace

void addHelp(CLI::App& app, const std::string& command) {
    app.formatter(std::make_shared<HelpFormatter>());
    app.footer(helpFooter(command));
    app.set_help_flag("");
    app.add_flag_callback(
           "-h,--help", [] { throw CLI::CallForHelp(); },
           "Print this help, with --all every option, and exit")
        ->trigger_on_parse();
}

std::string helpFooter(const std::string& command) {
    const std::span<const std::string_view> docs = commandLineDocs();
    const auto heading =
        command.empty() ? docs.begin() : std::find(docs.begin(), docs.end(), "## " + command);
    if (heading == docs.end()) return {};
    const auto end = std::find_if(heading + 1, docs.end(), [](auto line) { return line.starts_with("## "); });
    const auto block = std::find(heading, end, "```sh");
    std::string text;
    constexpr std::size_t kExamples = 4;
    for (auto line = block; line != end && ++line != end && *line != "```" && line <= block + kExamples;)
        text += (text.empty() ? "Examples:\n" : "") + example(fmt::format("  {}", *line)) + "\n";
    const auto codes = std::find_if(heading, end, [](auto line) { return line.starts_with("Exit codes:"); });
    std::string paragraph;
    for (auto line = codes; line != end && !line->empty(); ++line)
        paragraph += (line == codes ? "" : " ") + std::string(*line);
    const std::size_t colon = paragraph.find(':') + 1;
    text += "\n" + paragraph.substr(0, colon);
    for (const std::string& code : split(paragraph.substr(colon, paragraph.rfind('.') - colon), ';'))
        text += "\n  " + wrapped(trim(code), stdoutDisplay().proseWidth, 4, 2);
    return text;
}

} // namespace vkperftest
