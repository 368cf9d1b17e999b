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

// The description as far as its first clause, if it does not fit a line.
std::string beginningOf(const std::string& what) {
    if (kIndent + columns(what) <= stdoutDisplay().proseWidth) return what;
    std::size_t end = what.size();
    for (const char* const next : {": ", "; ", " ("}) end = std::min(end, what.find(next));
    return what.substr(0, end);
}

class HelpFormatter : public CLI::Formatter {
public:
    explicit HelpFormatter(bool all) : all_(all) {}

private:
    std::string make_option(const CLI::Option* option, bool positional) const override {
        const std::string what = make_option_desc(option);
        return entry(make_option_name(option, positional) + make_option_opts(option),
                     all_ ? what : beginningOf(what));
    }
    std::string make_description(const CLI::App* command) const override {
        return wrapped(command->get_description(), stdoutDisplay().proseWidth, 0) + "\n";
    }
    std::string make_subcommand(const CLI::App* command) const override {
        return entry(command->get_name(), command->get_description());
    }

    bool all_;
};

// The text in docs/cli.md under the heading "## COMMAND", or under "# Command line" if there is no command: the first
// lines of the first block of shell lines, as "Examples:", and if `all` the paragraph that begins with "Exit codes:",
// one code per line.
std::string footerOf(const std::string& command, bool all) {
    const std::span<const std::string_view> docs = commandLineDocs();
    const auto heading =
        command.empty() ? docs.begin() : std::find(docs.begin(), docs.end(), "## " + command);
    if (heading == docs.end()) return {};
    const auto end = std::find_if(heading + 1, docs.end(), [](auto line) { return line.starts_with("## "); });
    const auto block = std::find(heading, end, "```sh");
    std::string text;
    const std::ptrdiff_t examples = all ? 4 : command.empty() ? 0 : 2;
    for (auto line = block; line != end && ++line != end && *line != "```" && line <= block + examples;)
        text += (text.empty() ? "Examples:\n" : "") + example(fmt::format("  {}", *line)) + "\n";
    if (!all) return text;
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

} // namespace

void addHelp(CLI::App& app, const std::string& command, bool all) {
    app.formatter(std::make_shared<HelpFormatter>(all));
    app.footer(footerOf(command, all));
    app.set_help_flag("");
    app.add_flag_callback(
           "-h,--help", [] { throw CLI::CallForHelp(); },
           "Print this help, with --all every option, and exit")
        ->trigger_on_parse()
        ->group(all ? "Options" : "");
}

} // namespace vkperftest
