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

namespace {

// Null if there is none, or it is a flag.
const OptionFacts* optionWithValue(const std::vector<OptionFacts>& options, const std::string& name) {
    for (const OptionFacts& facts : options) {
        if (!facts.argument && !facts.placeholder.empty() && std::ranges::count(facts.names, name) > 0)
            return &facts;
    }
    return nullptr;
}

// The values that begin as typed, each with what stays in front of it: `--suite=`, or `set,` of a list.
std::vector<std::string> begun(const std::vector<std::string>& words, const std::string& typed,
                               std::string before) {
    std::vector<std::string> found;
    for (const std::string& word : words) {
        if (word.starts_with(typed)) found.push_back(before + word);
    }
    return found;
}

std::vector<std::string> valuesOf(const OptionFacts& option, const std::string& typed,
                                  const std::string& before) {
    const std::size_t comma = option.placeholder.ends_with(",…") ? typed.rfind(',') : std::string::npos;
    if (comma == std::string::npos) return begun(option.words, typed, before);
    return begun(option.words, typed.substr(comma + 1), before + typed.substr(0, comma + 1));
}

} // namespace

std::vector<std::string>
completions(const std::vector<std::string>& words, const std::vector<std::string>& commandNames,
            const std::function<std::vector<OptionFacts>(std::string_view)>& optionsOf) {
    std::vector<std::string> before = words;
    std::erase(before, "="); // as bash splits `--suite=m`
    std::string typed;
    if (!before.empty() && words.back() != "=") {
        typed = before.back();
        before.pop_back();
    }
    const std::string option = before.empty() ? "" : before.back(); // whose value may be typed
    const bool named = !before.empty() && !before[0].starts_with("-");
    if ((before.empty() && !typed.starts_with("-")) || (before.size() == 1 && before[0] == "help")) {
        std::vector<std::string> names = commandNames;
        if (before.empty()) names.emplace_back("help");
        return begun(names, typed, "");
    }
    const std::vector<OptionFacts> options = optionsOf(named ? before[0] : "run");
    if (const std::size_t sign = typed.find('='); typed.starts_with("--") && sign != std::string::npos) {
        const OptionFacts* const own = optionWithValue(options, typed.substr(0, sign));
        return own == nullptr ? std::vector<std::string>()
                              : valuesOf(*own, typed.substr(sign + 1), typed.substr(0, sign + 1));
    }
    if (const OptionFacts* const own = optionWithValue(options, option)) return valuesOf(*own, typed, "");
    std::vector<std::string> names;
    for (const OptionFacts& facts : options) {
        const std::vector<std::string>& more = facts.argument ? facts.words : facts.names;
        if (facts.argument != typed.starts_with("-")) names.insert(names.end(), more.begin(), more.end());
    }
    return begun(names, typed, "");
}

} // namespace vkperftest
