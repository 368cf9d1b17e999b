// A command: its options, what it refuses before it begins, and what it does.
#pragma once

#include <memory>
#include <span>

#include "base/result.h"

namespace vkperftest {

class Options;

class Command {
public:
    virtual ~Command() = default;

    // Adds the options. Parsing writes their values into this object; one that cannot be is refused there.
    virtual void declare(Options& options) = 0;

    // What only several options together tell: a usage error if they contradict each other. `given` are those
    // of declare(), parsed. Touches no device.
    virtual Result<void> check(const Options&) { return {}; }

    // The exit code (base/exit_code.h). An error is left to be printed by main.
    virtual Result<int> execute() = 0;
};

// Each command's file instantiates it for its own class, which nobody else needs to know: see cli/options.h.
template <class T> std::unique_ptr<Command> newCommand();

struct CommandEntry {
    const char* name;
    const char* summary;
    std::unique_ptr<Command> (*make)();
    const char* hint = ""; // after the summary, among the other commands
};

// All of them, in the order of --help.
std::span<const CommandEntry> commands();

} // namespace vkperftest
