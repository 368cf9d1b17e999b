#include "cli/claim_runs.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/inputs.h"

namespace vkperftest {

Result<void> ClaimRuns::open(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
        Result<RunResult> run = openInput(file);
        if (!run.ok()) return run.error();
        const std::string suite = run.value().settings.suite;
        const auto about = [&](const Claim& claim) { return claim.suite == suite; };
        if (std::none_of(claims().begin(), claims().end(), about)) {
            return Error{
                ErrorKind::Usage,
                fmt::format("'{}' holds a run of the suite '{}', which tests no claim of a lint rule", file,
                            suite),
                "measure one of the suites vector, stride and binding"};
        }
        runs_.push_back(std::move(run).value());
        figures_.push_back(analyse(runs_.back()));
    }
    return {};
}

std::vector<const RunFigures*> ClaimRuns::of(const Claim& claim) const {
    std::vector<const RunFigures*> all;
    for (const RunFigures& figures : figures_) {
        if (figures.run->settings.suite == claim.suite) all.push_back(&figures);
    }
    return all;
}

} // namespace vkperftest
