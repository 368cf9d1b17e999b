#include "cli/commands.h"
#include "cli/console.h"
#include "cli/deliver.h"
#include "cli/exit_code.h"
#include "report/documents.h"

namespace vkperftest {

int execute(const ReferenceOptions& options) {
    const Result<void> printed = deliver(referenceDocument(), *options.format);
    return printed.ok() ? kExitDone : failed(printed.error());
}

} // namespace vkperftest
