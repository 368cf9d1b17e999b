#include <string>
#include <variant>
#include <vector>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/exit_code.h"

namespace {

using namespace vkperftest;

int execute(const RunOptions& options) {
    return runCommand(options);
}
int execute(const ListOptions& options) {
    return listCommand(options);
}
int execute(const DevicesOptions& options) {
    return devicesCommand(options);
}
int execute(const ShowOptions& options) {
    return showCommand(options);
}
int execute(const CompareOptions& options) {
    return compareCommand(options);
}
int execute(const AbOptions& options) {
    return abCommand(options);
}
int execute(const ExperimentOptions& options) {
    return experimentCommand(options);
}
int execute(const IsaOptions& options) {
    return isaCommand(options);
}
int execute(const ReferenceOptions& options) {
    return referenceCommand(options);
}
int execute(const ImportOptions& options) {
    return importCommand(options);
}
int execute(const PrintText& wanted) {
    const Result<void> printed = print(wanted.text);
    return printed.ok() ? kExitDone : failed(printed.error());
}

} // namespace

int main(int argumentCount, char** arguments) {
    ignoreBrokenPipes();
    const Result<Command> command = parseCommandLine({arguments + 1, arguments + argumentCount});
    if (!command.ok()) return failed(command.error());
    return std::visit([](const auto& options) { return execute(options); }, command.value());
}
