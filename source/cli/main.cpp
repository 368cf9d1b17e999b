#include <string>
#include <vector>

#include "base/terminal.h"
#include "cli/command_line.h"
#include "cli/console.h"

int main(int argumentCount, char** arguments) {
    using namespace vkperftest;
    prepareProcess();
    const Result<std::unique_ptr<Command>> command =
        parseCommandLine({arguments + 1, arguments + argumentCount});
    if (!command.ok()) return failed(command.error());
    const Result<int> code = command.value()->execute();
    return code.ok() ? code.value() : failed(code.error());
}
