#include "cli/commands.h"
#include "cli/deliver.h"
#include "cli/measuring.h"

namespace vkperftest {

int execute(const RunOptions& options) {
    const bool quiet = options.plan.mostRounds > 0; // for `ab`
    return measureAndDeliver(options, [&](const RunResult& run, const std::vector<OutputFile>& files) {
        return quiet ? deliverFiles(run, files) : deliver(run, *options.format, files, options.explain);
    });
}

} // namespace vkperftest
