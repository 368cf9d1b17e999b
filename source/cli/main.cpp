#include <string>
#include <vector>

#include "base/terminal.h"
#include "cli/command_line.h"
#include "cli/console.h"
#include "cli/guarded.h"

int main(int argumentCount, char** arguments) {
    using namespace vkperftest;
    prepareProcess();
    const Result<int> code = guarded([&]() -> Result<int> {
        const Result<std::unique_ptr<Command>> command =
            parseCommandLine({arguments + 1, arguments + argumentCount});
        if (!command.ok()) return command.error();
        return command.value()->execute();
    });
    return code.ok() ? code.value() : failed(code.error());
}
