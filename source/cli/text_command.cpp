#include "cli/commands.h"
#include "cli/console.h"
#include "cli/exit_code.h"

namespace vkperftest {

int execute(const PrintText& wanted) {
    const Result<void> printed = print(wanted.text);
    return printed.ok() ? kExitDone : failed(printed.error());
}

} // namespace vkperftest
