#include <string>
#include <variant>
#include <vector>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/terminal.h"

int main(int argumentCount, char** arguments) {
    using namespace vkperftest;
    prepareProcess();
    const Result<Command> command = parseCommandLine({arguments + 1, arguments + argumentCount});
    if (!command.ok()) return failed(command.error());
    return std::visit([](const auto& options) { return execute(options); }, command.value());
}
