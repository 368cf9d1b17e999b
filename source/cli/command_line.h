// From arguments to a command that can be executed.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace vkperftest {

// --help, --version
class PrintText : public Command {
public:
    explicit PrintText(std::string what) : text(std::move(what)) {}
    void declare(Options&) override {}
    Result<int> execute() override;

    std::string text;
};

// The command with its options parsed and checked. Everything that can be wrong with the arguments alone is a
// usage error here, before a device is touched.
Result<std::unique_ptr<Command>> parseCommandLine(const std::vector<std::string>& arguments);

// All that main does: executes the command of these arguments on the devices that are opened so, and returns
// the exit code.
int runCommandLine(const std::vector<std::string>& arguments, DeviceOpener openDevices);

} // namespace vkperftest
