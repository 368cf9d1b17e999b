// Completions and the manual page as texts; tests/cli/check_shells.py lets the shells and man read them.
#include "cli/generated_texts.h"

#include <set>

#include <gmock/gmock.h>

#include "base/text.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace generated_texts_unit_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const OptionFacts& optionOf(const std::string& command, const std::string& name) {
    static const std::vector<CommandFacts> all = commandFacts();
    static const OptionFacts none;
    for (const CommandFacts& one : all) {
        for (const OptionFacts& facts : one.options) {
            if (one.name == command && facts.names.back() == name) return facts;
        }
    }
    ADD_FAILURE() << command << " has no " << name;
    return none;
}

TEST(GeneratedTexts, FactsOfOptionsAreThoseOfHelp) {
    const OptionFacts& format = optionOf("list", "--format");
    EXPECT_THAT(format.names, ElementsAre("-f", "--format"));
    EXPECT_EQ(format.placeholder, "NAME");
    EXPECT_THAT(format.words, ElementsAre("table", "csv", "markdown", "json", "html"));
    EXPECT_FALSE(format.argument);
    EXPECT_FALSE(format.repeatable);
    EXPECT_EQ(optionOf("run", "--quick").placeholder, "");
    EXPECT_TRUE(optionOf("run", "--filter").repeatable);
    EXPECT_TRUE(optionOf("compare", "files").argument);
    EXPECT_TRUE(optionOf("compare", "files").repeatable);
    EXPECT_FALSE(optionOf("show", "file").repeatable);
    EXPECT_EQ(optionOf("show", "--help").what, "Print this help message and exit");
}

TEST(GeneratedTexts, HiddenOptionsStayHidden) {
    for (const CommandFacts& command : commandFacts()) {
        for (const OptionFacts& facts : command.options) {
            EXPECT_THAT(facts.what, Not(IsEmpty())) << command.name << facts.names.back();
            EXPECT_NE(facts.names.back(), "--into");
        }
    }
}

TEST(GeneratedTexts, PlaceholdersTellWhatCompletesAValue) {
    EXPECT_EQ(completes(optionOf("run", "--output")), Completes::Files);
    EXPECT_EQ(completes(optionOf("run", "--driver")), Completes::Files);
    EXPECT_EQ(completes(optionOf("experiment", "--output")), Completes::Files);
    EXPECT_EQ(completes(optionOf("report", "--svg")), Completes::Folders);
    EXPECT_EQ(completes(optionOf("lint", "-I")), Completes::Folders);
    EXPECT_EQ(completes(optionOf("run", "--suite")), Completes::Words);
    EXPECT_EQ(completes(optionOf("run", "--strategy")), Completes::List);
    EXPECT_EQ(completes(optionOf("run", "--seed")), Completes::Nothing);
}

// Scripts hold the words of all options without further quotes.
TEST(GeneratedTexts, WordsNeedNoQuotes) {
    const std::string plain = "abcdefghijklmnopqrstuvwxyz0123456789-_.";
    for (const CommandFacts& command : commandFacts()) {
        for (const OptionFacts& facts : command.options) {
            for (const std::string& word : facts.words)
                EXPECT_EQ(word.find_first_not_of(plain), std::string::npos) << word;
        }
    }
}

// PowerShell's tables of names ignore case, and reject a name that is there already.
TEST(GeneratedTexts, PowerShellsNamesDifferByMoreThanCase) {
    std::set<std::string> known;
    for (const std::string& line : split(powershellCompletion(commandFacts()), '\n')) {
        if (line.starts_with("        '")) known.clear(); // the next command
        if (!line.starts_with("            '-")) continue;
        EXPECT_TRUE(known.insert(lowercase(line.substr(0, line.find(" = ")))).second) << line;
    }
}

TEST(GeneratedTexts, EachNamesAllCommandsAndOptions) {
    const std::vector<CommandFacts> all = commandFacts();
    const std::string texts[] = {bashCompletion(all), zshCompletion(all), powershellCompletion(all)};
    for (const CommandFacts& command : all) {
        for (const std::string& text : texts) EXPECT_THAT(text, HasSubstr(command.name));
        for (const OptionFacts& facts : command.options) {
            if (facts.argument) continue;
            const std::string& name = facts.names.back();
            if (name == "-D" && command.name == "isa") continue; // PowerShell knows -d
            for (const std::string& text : texts) EXPECT_THAT(text, HasSubstr(name));
            EXPECT_THAT(fishCompletion(all), HasSubstr(name.starts_with("--") ? " -l " + name.substr(2)
                                                                              : " -s " + name.substr(1)));
        }
    }
}

TEST(GeneratedTexts, DescriptionsEndBeforeTheyEnumerate) {
    EXPECT_EQ(briefly("Suite of rows: matrix, uniform (default: matrix)"), "Suite of rows");
    EXPECT_EQ(briefly("Smallest change that matters (default: 3%)"), "Smallest change that matters");
    EXPECT_EQ(briefly("Skip files; loudly"), "Skip files");
    EXPECT_EQ(briefly("List the rules"), "List the rules");
}

TEST(GeneratedTexts, TheManualPageHoldsNoMarkdown) {
    const std::vector<CommandFacts> all = commandFacts();
    const std::string page = manPage(all);
    for (const char* mark : {"](", "**", "```"}) EXPECT_THAT(page, Not(HasSubstr(mark)));
    EXPECT_THAT(page, Not(ContainsRegex("@[a-z]+@"))) << "a mark of the template was not filled";
    for (const CommandFacts& command : all)
        EXPECT_THAT(page, HasSubstr(".SH vkperftest " + command.name + "\n")) << command.name;
    EXPECT_THAT(page, HasSubstr("\\fB\\-\\-suite\\fR \\fINAME\\fR\n"));
}

} // namespace generated_texts_unit_test
} // namespace vkperftest
