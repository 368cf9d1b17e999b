// How commands declare options, and the options that several commands have.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/named.h"
#include "base/result.h"
#include "cases/suite.h"
#include "cli/command.h"
#include "run/runner.h"

namespace vkperftest {

template <class T> std::unique_ptr<Command> newCommand() {
    return std::make_unique<T>();
}

// Keeps an option's value as what it means, or says what is wrong with it.
using TakeValue = std::function<Result<void>(const std::string&)>;

// An option with a value; `placeholder` stands for it in --help.
CLI::Option* addValue(CLI::App& app, const char* name, const char* placeholder, const std::string& what,
                      const TakeValue& take);

// The same, with the text itself as the value; an empty one is refused.
CLI::Option* addText(CLI::App& app, const char* name, const char* placeholder, const std::string& what,
                     std::string& text);

// An option without a value.
CLI::Option* addFlag(CLI::App& app, const char* name, bool& flag, const std::string& what);

// Any number of values: the option is given again for each.
CLI::Option* addValues(CLI::App& app, const char* name, const char* placeholder, const std::string& what,
                       const TakeValue& take);
CLI::Option* addTexts(CLI::App& app, const char* name, const char* placeholder, const std::string& what,
                      std::vector<std::string>& texts);

// A whole number of that range; a usage error names the bounds.
CLI::Option* addNumber(CLI::App& app, const char* name, const std::string& what, std::uint64_t least,
                       std::uint64_t most, std::uint64_t& number);

// One of a few words.
template <class T> struct Choice {
    std::string_view name;
    T value;
};

// What the word stands for, whatever its case; a usage error names the choices: "--sort 'size' is not known; choose from: …".
template <class T>
Result<T> chosen(const char* option, const std::string& word, const std::vector<Choice<T>>& choices) {
    for (const Choice<T>& choice : choices) {
        if (choice.name == lowercase(word)) return choice.value;
    }
    return Error{ErrorKind::Usage, fmt::format("{} '{}' is not known", option, word),
                 fmt::format("choose from: {}", namesOf(choices))};
}

// A usage error if one of the options was given: "--suite cannot be given WITH", and the remedy.
Result<void> refuse(const CLI::App& given, std::initializer_list<const char*> options, std::string_view with,
                    const char* remedy);

Error contradiction(std::string_view a, std::string_view b, const char* remedy);

constexpr std::string_view kAllDevices = "all"; // as --device

// --device; `all`: whether it may be all of them.
void addDevice(CLI::App& app, std::string& device, bool all = false);

// --driver: one, or any number of them.
void addDriver(CLI::App& app, std::string& driver);
void addDrivers(CLI::App& app, const std::string& what, std::vector<std::string>& drivers);

// --filter; `what` of a row it is held against.
void addFilters(CLI::App& app, std::string_view what, std::vector<std::string>& filters);

// --suite and --filter: which rows.
struct RowOptions {
    const Suite* suite = &suites()[0];
    std::vector<std::string> filters;

    void declareSuite(CLI::App& app);
    // A usage error names near rows.
    Result<std::vector<Case>> rows() const;
};

// --strategy; `usual` says what is taken without it.
void addStrategies(CLI::App& app, const char* usual, std::vector<Strategy>& strategies);

// As --strategy takes them: "set,push".
std::string strategyNames(const std::vector<Strategy>& strategies);

// --strategy, --baseline, --queue, --seed, --no-code, --quick and --precise: how rows are measured.
struct MethodOptions {
    std::vector<Strategy> strategies; // empty: the suite's
    std::optional<std::string> baseline;
    QueueKind queue = QueueKind::Main;
    std::uint64_t seed = 0;
    bool noCode = false, quick = false, precise = false;

    void declare(CLI::App& app);
    void declareEffort(CLI::App& app); // --quick, --precise
    // Rows, strategies, baseline, effort and seed. A usage error names the choices.
    Result<RunPlan> plan(const RowOptions& rows) const;
};

} // namespace vkperftest
