// A command: its options, the checks before it begins, and what it does.
#pragma once

#include <memory>
#include <span>

#include "base/result.h"
#include "vulkan/open_devices.h"

namespace vkperftest {

class Options;

class Command {
public:
    virtual ~Command() = default;

    // Adds the options. Parsing writes their values into this object, and rejects invalid ones.
    virtual void declare(Options& options) = 0;

    // Checks options that depend on each other: a usage error if they contradict each other. The argument
    // holds the options of declare(), parsed. Touches no device.
    virtual Result<void> check(const Options&) { return {}; }

    // Returns the exit code (base/exit_code.h). main prints the error, if there is one.
    virtual Result<int> execute() = 0;

    DeviceOpener openDevices = openVulkanDevices;
};

// Each command's source file instantiates this for its own class, which no other file needs: see
// cli/options.h.
template <class T> std::unique_ptr<Command> newCommand();

struct CommandEntry {
    const char* name;
    const char* summary;
    std::unique_ptr<Command> (*make)();
    // The options that --help shows, at most eight; --help --all shows all. Null: the list of commands lacks it.
    const char* common;
    const char* hint = ""; // follows the summary in the list of commands
};

// All commands, those that the list lacks last.
std::span<const CommandEntry> commands();

} // namespace vkperftest
