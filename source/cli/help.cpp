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

// A line of shell. A comment that does not fit gets lines of its own.
std::string example(const std::string& line) {
    const std::size_t comment = line.find(" # "), width = stdoutDisplay().proseWidth;
    if (comment == std::string::npos || columns(line) <= width) return line;
    return line.substr(0, line.find_last_not_of(' ', comment) + 1) + "\n      # " +
           wrapped(line.substr(comment + 3), width, 8, 8);
}

// The description without the clauses that do not fit a line, and without lists.
std::string beginningOf(const std::string& what) {
    if (kIndent + columns(what) <= stdoutDisplay().proseWidth) return what;
    std::size_t end = what.size(), list = end, depth = 0;
    for (std::size_t i = 0; i < what.size(); ++i) {
        const std::string_view next = std::string_view(what).substr(i, 2);
        const bool fits = kIndent + columns(what.substr(0, i)) <= stdoutDisplay().proseWidth;
        if (depth == 0 && (next == "; " || next == " (") && (fits || end == what.size())) end = i;
        if (depth == 0 && next == ": " && end == what.size()) list = std::min(list, i);
        depth = what[i] == '(' ? depth + 1 : what[i] == ')' && depth > 0 ? depth - 1 : depth;
    }
    return what.substr(0, kIndent + columns(what.substr(0, end)) <= stdoutDisplay().proseWidth ? end : list);
}

// The lines of docs/cli.md under the heading "## COMMAND", or under "# Command line" if there is no command.
std::span<const std::string_view> docsOf(const std::string& command) {
    const std::span<const std::string_view> docs = commandLineDocs();
    const auto heading =
        command.empty() ? docs.begin() : std::find(docs.begin(), docs.end(), "## " + command);
    if (heading == docs.end()) return {};
    return {heading,
            std::find_if(heading + 1, docs.end(), [](auto line) { return line.starts_with("## "); })};
}

// The first lines of its first block of shell lines, each as it stands in "Examples:".
std::vector<std::string> examplesOf(const std::string& command) {
    const std::span<const std::string_view> docs = docsOf(command);
    std::vector<std::string> lines;
    const auto block = std::find(docs.begin(), docs.end(), "```sh");
    for (auto line = block; line != docs.end() && ++line != docs.end() && *line != "```" && lines.size() < 4;)
        lines.push_back(example(fmt::format("  {}", *line)) + "\n");
    return lines;
}

// As many examples as the first screen has room for.
std::string withExamples(std::string text, const std::string& command) {
    constexpr std::ptrdiff_t kLines = 20;
    std::string heading = "\nExamples:\n";
    if (command.empty()) return text;
    for (const std::string& line : examplesOf(command)) {
        const std::string more = heading + line;
        if (std::ranges::count(text + more, '\n') > kLines) break;
        text += more;
        heading.clear();
    }
    return text;
}

// All examples, and the paragraph that begins with "Exit codes:", one code per line.
std::string footerOf(const std::string& command) {
    std::string text = "Examples:\n";
    for (const std::string& line : examplesOf(command)) text += line;
    const std::span<const std::string_view> docs = docsOf(command);
    const auto codes =
        std::find_if(docs.begin(), docs.end(), [](auto line) { return line.starts_with("Exit codes:"); });
    std::string paragraph;
    for (auto line = codes; line != docs.end() && !line->empty(); ++line)
        paragraph += (line == codes ? "" : " ") + std::string(*line);
    const std::size_t colon = paragraph.find(':') + 1;
    text += "\n" + paragraph.substr(0, colon);
    for (const std::string& code : split(paragraph.substr(colon, paragraph.rfind('.') - colon), ';'))
        text += "\n  " + wrapped(trim(code), stdoutDisplay().proseWidth, 4, 2);
    return text;
}

class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter(std::string command, bool all) : command_(std::move(command)), all_(all) {}

private:
    std::string make_option(const CLI::Option* option, bool positional) const override {
        const std::string what = make_option_desc(option);
        if (what.empty()) return {};
        const std::string name = make_option_name(option, positional);
        if (all_) return entry(name + make_option_opts(option), what);
        const std::string value = option->get_type_name(), beginning = beginningOf(what);
        const std::string whole = "  " + name + (value.empty() ? "" : " " + value);
        const bool fits = columns(whole) + 1 + columns(beginning) <= stdoutDisplay().proseWidth;
        return fits && columns(whole) >= kIndent ? whole + " " + beginning + "\n"
                                                 : entry(whole.substr(2), beginning);
    }
    std::string make_positionals(const CLI::App* command) const override {
        const std::string text = CLI::Formatter::make_positionals(command), heading = "\nPositionals:\n";
        return all_ || text.empty() ? text : text.substr(heading.size());
    }
    std::string make_description(const CLI::App* command) const override {
        return wrapped(command->get_description(), stdoutDisplay().proseWidth, 0) + "\n";
    }
    std::string make_subcommand(const CLI::App* command) const override {
        return entry(command->get_name(), command->get_description());
    }
    // Without `all`, the heading says "Options (12 more: --help --all):".
    std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const override {
        std::string text = CLI::Formatter::make_help(command, std::move(name), mode);
        // A group of hidden options leaves a blank line behind.
        text = CLI::detail::find_and_replace(text, "\n\n\n", "\n\n");
        if (all_) return text;
        const std::size_t more = command
                                     ->get_options([](const CLI::Option* option) {
                                         return option->get_group().empty() && option->nonpositional() &&
                                                !option->get_description().empty() &&
                                                !option->check_name("--help");
                                     })
                                     .size();
        const std::string heading = "\nOptions",
                          counted = fmt::format("{} ({} more: --help --all)", heading, more);
        if (more > 0) text = CLI::detail::find_and_replace(text, heading + ":", counted + ":");
        return withExamples(std::string(trim(text)) + "\n", command_);
    }

    std::string command_;
    bool all_;
};

} // namespace

void addHelp(CLI::App& app, const std::string& command, bool all) {
    app.formatter(std::make_shared<HelpFormatter>(command, all));
    if (all) app.footer(footerOf(command));
    app.set_help_flag("");
    app.add_flag_callback(
           "-h,--help", [] { throw CLI::CallForHelp(); },
           "Print this help, with --all every option, and exit")
        ->trigger_on_parse()
        ->group(all ? "Options" : "");
}

} // namespace vkperftest
