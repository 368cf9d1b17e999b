// A command: its options, the checks before it begins, what it does, and its exit code.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "vulkan/open_devices.h"

namespace vkperftest {

class Options;

constexpr int kExitDone = 0;
constexpr int kExitFindings = 1;      // compare, ab, lint: what --fail-on names was found
constexpr int kExitUsage = 2;         // bad usage or bad input file
constexpr int kExitNoDevice = 3;      // no usable device
constexpr int kExitRowsFailed = 4;    // wrong values, device lost; --fail-on could judge nothing
constexpr int kExitInterrupted = 130; // results so far were printed and saved

inline int exitCode(const Error& error) {
    if (error.kind == ErrorKind::NoDevice) return kExitNoDevice;
    const bool rows = error.kind == ErrorKind::RowFailed || error.kind == ErrorKind::WrongValues ||
                      error.kind == ErrorKind::DeviceLost || error.kind == ErrorKind::Unsupported;
    return rows ? kExitRowsFailed : kExitUsage;
}

class Command {
public:
    virtual ~Command() = default;

    // Adds the options. Parsing writes their values into this object, and rejects invalid ones.
    virtual void declare(Options& options) = 0;

    // Checks options that depend on each other: a usage error if they contradict each other. The argument
    // holds the options of declare(), parsed. Touches no device.
    virtual Result<void> check(const Options&) { return {}; }

    // Returns the exit code. main prints the error, if there is one.
    virtual Result<int> execute() = 0;

    DeviceOpener openDevices = openVulkanDevices;
    std::vector<std::string> arguments = {}; // of the command line, the command's name first
};

// One a command, in the command's own file.
using NewCommand = std::unique_ptr<Command>();
NewCommand newRun, newList, newDevices, newShow, newAdvise, newCompare, newAb, newExperiment, newIsa, newLint,
    newReport, newImport, newTry;

struct CommandEntry {
    const char* name;
    const char* summary;
    NewCommand* make;
    // The options that --help shows, at most eight; --help --all shows all.
    const char* common;
};

// All commands, in the order of --help.
std::span<const CommandEntry> commands();

} // namespace vkperftest
