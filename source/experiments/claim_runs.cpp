#include "experiments/claim_runs.h"

#include <algorithm>

#include <fmt/format.h>

namespace vkperftest {

Result<void> ClaimRuns::add(RunResult run, const std::string& name) {
    const std::string suite = run.settings.suite;
    const auto about = [&](const Claim& claim) { return claim.suite == suite; };
    if (std::none_of(claims().begin(), claims().end(), about)) {
        return Error{
            ErrorKind::Usage,
            fmt::format("'{}' has a run of the suite '{}', which tests no claim of a lint rule", name, suite),
            "measure one of the suites vector, stride or binding"};
    }
    runs_.push_back(std::move(run));
    figures_.push_back(analyse(runs_.back()));
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
