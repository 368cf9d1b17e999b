// A command: its options, what it refuses before it begins, and what it does.
#pragma once

#include <memory>

#include <CLI/CLI.hpp>

#include "base/result.h"

namespace vkperftest {

// What is wrong with an option's value: thrown through CLI11, caught by parseCommandLine.
struct WrongValue : CLI::ParseError {
    explicit WrongValue(vkperftest::Error what)
        : ParseError("WrongValue", what.sentence(), CLI::ExitCodes::ValidationError), error(std::move(what)) {
    }
    vkperftest::Error error;
};

class Command {
public:
    virtual ~Command() = default;

    // Adds the options. Parsing writes their values into this object; one that cannot be is refused there.
    virtual void declare(CLI::App& app) = 0;

    // What only several options together tell: a usage error if they contradict each other. `given` is the app of
    // declare(), which knows what stood on the command line. Touches no file and no device.
    virtual Result<void> check(const CLI::App& given);

    // The exit code (cli/exit_code.h). An error is left to be printed by main.
    virtual Result<int> execute() = 0;
};

// Each command's file instantiates it for its own class, which nobody else needs to know: see cli/options.h.
template <class T> std::unique_ptr<Command> newCommand();

} // namespace vkperftest
