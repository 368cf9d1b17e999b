#include "cli/commands.h"
#include "cli/deliver.h"
#include "cli/measuring.h"
#include "report/documents.h"

namespace vkperftest {

int execute(const RunOptions& options) {
    const bool quiet = options.plan.block.has_value(); // for `ab`
    return measureAndDeliver(options, [&](const RunFigures& figures, const std::vector<OutputFile>& files) {
        const Document document = runDocument(figures, options.explain);
        return quiet ? deliverFiles(document, files) : deliver(document, *options.format, files);
    });
}

} // namespace vkperftest
