#include "cli/commands.h"
#include "cli/deliver.h"
#include "cli/measuring.h"

namespace vkperftest {

int execute(const RunOptions& options) {
    const bool quiet = options.plan.block.has_value(); // for `ab`
    return measureAndDeliver(options, [&](const RunFigures& figures, const std::vector<OutputFile>& files) {
        return quiet ? deliverFiles(figures, files)
                     : deliver(figures, *options.format, files, options.explain);
    });
}

} // namespace vkperftest
