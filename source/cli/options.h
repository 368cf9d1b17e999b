// The options and arguments of a command. This header hides CLI11: only options.cpp, command_line.cpp and
// help.cpp include it.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/named.h"
#include "base/result.h"
#include "cli/command.h"

namespace CLI {
class App;
} // namespace CLI

namespace vkperftest {

// Parses and keeps a value, or returns what is wrong with it.
using TakeValue = std::function<Result<void>(const std::string&)>;

// One of a few words.
template <class T> struct Choice {
    std::string_view name;
    T value;
};

// The value of the word, in any case. A usage error names the choices: "--sort 'size' is not known; choose
// from: …".
template <class T>
Result<T> chosen(const char* option, const std::string& word, const std::vector<Choice<T>>& choices) {
    for (const Choice<T>& choice : choices) {
        if (choice.name == lowercase(word)) return choice.value;
    }
    return usageError(fmt::format("{} '{}' is not known", option, word),
                      fmt::format("choose from: {}", namesOf(choices)));
}

// Each option is declared with its names ("-o,--output"; an argument's name has no dashes), a placeholder for
// its value in --help, and a description. --help hides options without a description: they are for tests or
// child processes. Parsing writes into the declared variables, which must outlive this object.
class Options {
public:
    explicit Options(CLI::App& app) : app_(app) {}
    Options(const Options&) = delete;
    Options& operator=(const Options&) = delete;

    // Without a value.
    void flag(const char* names, bool& flag, const std::string& what);

    // With one value, or with any number of values: the option is repeated for each.
    void value(const char* names, const char* placeholder, const std::string& what, TakeValue take,
               bool repeated = false);
    void values(const char* names, const char* placeholder, const std::string& what, TakeValue take) {
        value(names, placeholder, what, std::move(take), true);
    }

    // The same, keeping the text itself; an option's text must not be empty.
    void text(const char* names, const char* placeholder, const std::string& what, std::string& text);
    void texts(const char* names, const char* placeholder, const std::string& what,
               std::vector<std::string>& texts);

    // A whole number in that range; a usage error names the bounds.
    void number(const char* name, const std::string& what, std::uint64_t least, std::uint64_t most,
                std::uint64_t& number);

    // One of a few words.
    template <class T>
    void choice(const char* name, const char* placeholder, const std::string& what,
                std::type_identity_t<std::vector<Choice<T>>> choices, T& value) {
        this->value(name, placeholder, what,
                    [name, choices = std::move(choices), &value](const std::string& word) {
                        return assign(value, chosen(name, word, choices));
                    });
    }

    // Words, separated by commas, that each set a flag; repeatable.
    void flags(const char* name, const char* placeholder, const std::string& what,
               const std::vector<Choice<bool*>>& flags);

    // Prints the text above the examples of --help.
    void addToHelp(const std::string& text);

    // Leaves of the options only these (separated by spaces) in --help.
    void hideAllBut(std::string_view names);

    // The command's name.
    std::string command() const;

    // After parsing: true if the option was given on the command line.
    bool given(const std::string& name) const;

    // A usage error if one of the options was given: "--suite cannot be given WITH", and the remedy.
    Result<void> refuse(std::initializer_list<const char*> names, std::string_view with,
                        const char* remedy) const;
    // The same for all options but these.
    Result<void> refuseOthers(std::initializer_list<std::string_view> allowed, std::string_view with,
                              const char* remedy) const;

    // The error in the value at which parsing stopped.
    const Result<void>& wrong() const { return wrong_; }

private:
    CLI::App& app_;
    Result<void> wrong_;
};

Error contradiction(std::string_view a, std::string_view b, const char* remedy);

} // namespace vkperftest
