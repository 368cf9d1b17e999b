// Any bytes as arguments, a line each: an error that says what is wrong, help, or a command, which is not executed.
#include "base/text.h"
#include "cli/command_line.h"
#include "fuzzing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vkperftest;
    const auto command = parseCommandLine(split(textOf(data, size), '\n'));
    if (!accepted(command)) return 0;
    const auto* printed = dynamic_cast<const PrintText*>(command.value().get());
    require(printed == nullptr || !printed->text.empty());
    return 0;
}
