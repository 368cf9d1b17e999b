#include <string>
#include <vector>

#include "base/guarded.h"
#include "base/terminal.h"
#include "cli/command_line.h"
#include "cli/console.h"
#include "vulkan/api.h"

int main(int argumentCount, char** arguments) {
    using namespace vkperftest;
    prepareProcess();
    const Result<int> code = guarded([&]() -> Result<int> {
        const Result<std::unique_ptr<Command>> command =
            parseCommandLine({arguments + 1, arguments + argumentCount});
        if (!command.ok()) return command.error();
        return command.value()->execute();
    });
    const int exitCode = code.ok() ? code.value() : failed(code.error());
    // The abandoned submission still runs on the driver's threads, and the driver's exit handlers would
    // release what they use.
    if (anythingAbandoned()) endAtOnce(exitCode);
    return exitCode;
}
