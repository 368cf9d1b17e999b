#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "cli/generated_texts.h"
#include "cli/help.h"
#include "cli/version.h"

namespace vkperftest {
namespace {

constexpr const char* kManPage = R"(.\" Printed by `vkperftest generate man`.
.TH VKPERFTEST 1 "" "vkperftest @version@" "User Commands"
.SH NAME
vkperftest \- measure which loads of compute shaders are fast on a GPU
.SH SYNOPSIS
@synopsis@.SH DESCRIPTION
@description@
@text@.SH SEE ALSO
.PP
The documents that this page names, such as \fBdocs/lint.md\fR, are in the folder of the package's documents:
\fB/usr/share/doc/vkperftest\fR where a package manager installed it.
)";

// Characters that roff or its fonts would turn into others.
std::string roffEscaped(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
        case '\\':
            escaped += "\\e";
            break;
        case '-':
            escaped += "\\-";
            break;
        case '\'':
            escaped += "\\(aq";
            break;
        case '`':
            escaped += "\\(ga";
            break;
        case '^':
            escaped += "\\(ha";
            break;
        case '~':
            escaped += "\\(ti";
            break;
        default:
            escaped += c;
        }
    }
    return escaped;
}

// A line of text must not begin with a character that makes it a request.
std::string roffLine(std::string line) {
    return (line.starts_with('.') || line.starts_with('\'') ? "\\&" : "") + std::move(line);
}

// "[text](link)" at the beginning is `text`; `length` is the length of all of it, 0 if there is no link.
std::string_view linkText(std::string_view text, std::size_t& length) {
    const std::size_t middle = text.find("]("), end = text.find(')', middle);
    length = 0;
    if (!text.starts_with('[') || middle == std::string_view::npos || end == std::string_view::npos)
        return {};
    if (text.substr(1, middle).find('[') != std::string_view::npos) return {};
    length = end + 1;
    return text.substr(1, middle - 1);
}

// Markdown in a line: code and strong text become bold, links become their text.
std::string roffText(std::string_view text) {
    std::string made;
    while (!text.empty()) {
        const std::string_view mark = text.starts_with("**") ? "**" : text.starts_with('`') ? "`" : "";
        const std::size_t end = mark.empty() ? std::string_view::npos : text.find(mark, mark.size());
        std::size_t link = 0;
        const std::string_view linked = linkText(text, link);
        if (end != std::string_view::npos) {
            made += "\\fB" + roffEscaped(text.substr(mark.size(), end - mark.size())) + "\\fR";
            text.remove_prefix(end + mark.size());
        } else if (link > 0) {
            made += roffText(linked);
            text.remove_prefix(link);
        } else {
            made += roffEscaped(text.substr(0, 1));
            text.remove_prefix(1);
        }
    }
    return roffLine(made);
}

std::vector<std::string> cellsOf(std::string_view line) {
    std::vector<std::string> cells = split(line, '|');
    cells = {cells.begin() + 1, cells.end() - 1}; // outside of the first and the last sign
    for (std::string& cell : cells) cell = std::string(trim(cell));
    return cells;
}

// A table as a list: its first column, and what the others say of it, by their headings if there are several.
std::string roffTable(std::span<const std::string_view> lines) {
    std::string text;
    const std::vector<std::string> heading = cellsOf(lines[0]);
    for (const std::string_view line : lines.subspan(2)) {
        const std::vector<std::string> cells = cellsOf(line);
        text += ".TP\n" + roffText(cells[0]) + "\n";
        for (std::size_t i = 1; i < std::min(cells.size(), heading.size()); ++i) {
            const bool several = heading.size() > 2;
            text += roffText(several ? heading[i] + ": " + cells[i] : cells[i]) +
                    (several && i + 1 < cells.size() ? ";" : "") + "\n";
        }
    }
    return text;
}

std::string roffOption(const OptionFacts& facts) {
    std::vector<std::string> names;
    for (const std::string& name : facts.names) names.push_back("\\fB" + roffEscaped(name) + "\\fR");
    std::string line = facts.argument ? "" : join(names, ", ");
    if (!facts.placeholder.empty())
        line += (line.empty() ? "" : " ") + ("\\fI" + roffEscaped(facts.placeholder) + "\\fR");
    return ".TP\n" + line + (facts.repeatable ? " ..." : "") + "\n" + roffText(facts.what) + ".\n";
}

std::string roffOptions(const CommandFacts& command) {
    std::string text;
    for (const OptionFacts& facts : command.options) text += roffOption(facts);
    return text;
}

// The lines of docs/cli.md, block by block. Commands have their options before their examples.
class Pages {
public:
    Pages(std::span<const std::string_view> lines, std::span<const CommandFacts> commands)
        : lines_(lines), commands_(commands) {}

    std::string text() {
        while (at_ < lines_.size()) addBlock();
        return std::move(text_);
    }

private:
    void addBlock() {
        const std::string_view line = lines_[at_];
        if (line.empty() || line.starts_with("# "))
            ++at_;
        else if (line.starts_with("## ") || line.starts_with("### "))
            addHeading();
        else if (line.starts_with("```"))
            addExamples();
        else if (line.starts_with("| "))
            text_ += roffTable(taken([](std::string_view one) { return one.starts_with('|'); }));
        else if (line.starts_with("- "))
            addParagraph(".IP \\(bu 2", 2);
        else
            addParagraph(".PP", 0);
    }

    void addHeading() {
        const std::string_view line = lines_[at_++];
        const std::string name(line.substr(line.find(' ') + 1));
        const auto found = std::ranges::find(commands_, name, &CommandFacts::name);
        command_ = found == commands_.end() ? nullptr : &*found;
        const std::string title = command_ != nullptr ? "vkperftest " + name : name;
        text_ += (line.starts_with("### ") ? ".SS " : ".SH ") + roffEscaped(title) + "\n";
    }

    void addExamples() {
        if (command_ != nullptr) text_ += ".SS Options\n" + roffOptions(*command_) + ".SS Examples\n";
        text_ += ".PP\n.EX\n";
        for (++at_; at_ < lines_.size() && lines_[at_] != "```"; ++at_)
            text_ += roffLine(roffEscaped(lines_[at_])) + "\n";
        ++at_;
        text_ += ".EE\n";
    }

    // Up to the next empty line or list item.
    void addParagraph(const char* request, std::size_t indent) {
        text_ += std::string(request) + "\n";
        bool first = true;
        for (const std::string_view line : taken([&first](std::string_view one) {
                 return std::exchange(first, false) || (!one.empty() && !one.starts_with("- "));
             }))
            joined_ += (joined_.empty() ? "" : " ") +
                       std::string(trim(line.starts_with("- ") ? line.substr(indent) : line));
        text_ += roffText(std::exchange(joined_, {})) + "\n";
    }

    template <class Belongs> std::span<const std::string_view> taken(Belongs belongs) {
        const std::size_t begin = at_;
        while (at_ < lines_.size() && belongs(lines_[at_])) ++at_;
        return lines_.subspan(begin, at_ - begin);
    }

    std::span<const std::string_view> lines_;
    std::span<const CommandFacts> commands_;
    std::size_t at_ = 0;
    const CommandFacts* command_ = nullptr; // whose section this is; null: none
    std::string joined_, text_;
};

// "vkperftest show [OPTIONS] FILE": a line for each command.
std::string roffSynopsis(std::span<const CommandFacts> commands) {
    std::string text;
    for (const CommandFacts& command : commands) {
        std::string line = command.name == "run" ? "[\\fBrun\\fR]" : "\\fB" + command.name + "\\fR";
        line += " [\\fIOPTIONS\\fR]";
        for (const OptionFacts& facts : command.options) {
            if (facts.argument)
                line += " [\\fI" + roffEscaped(facts.placeholder) + "\\fR" +
                        (facts.repeatable ? " ..." : "") + "]";
        }
        text += (text.empty() ? "" : ".br\n") + ("\\fBvkperftest\\fR " + line + "\n");
    }
    return text;
}

} // namespace

std::string manPage(std::span<const CommandFacts> commands) {
    return filled(kManPage, {{"@version@", std::string(toolVersion())},
                             {"@synopsis@", roffSynopsis(commands)},
                             {"@description@", roffText(kProgramDescription)},
                             {"@text@", Pages(commandLineDocs(), commands).text()}});
}

} // namespace vkperftest
