// The experiment "robustness": what do bounds checks cost, by kind of load? A finding for each row with checks
// (robustBufferAccess, robustness 2), against the same kernel without, whatever limits it.
#include <algorithm>

#include "answers/experiment.h"
#include "answers/finding.h"
#include "cases/binding.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

std::vector<Planned> plannedChecks() {
    std::vector<Planned> all;
    for (const Robustness checks : {Robustness::Buffer, Robustness::Two}) {
        for (const Case& row : robustnessRows()) {
            if (row.robustness != checks) continue;
            Case without = row;
            without.robustness = Robustness::Forbidden;
            all.push_back({.topic = checks == Robustness::Two ? "robustness 2" : "robustBufferAccess",
                           .subject = caseName({row.operation, row.pattern}),
                           .reference = "no checks",
                           .row = caseName(row),
                           .other = caseName(without),
                           .bound = kOtherPromise,
                           .whateverLimits = true,
                           .asPrinted = true});
        }
    }
    return all;
}

} // namespace

std::vector<Finding> judgeRobustness(const RunFigures& figures, std::size_t& strategy) {
    const std::vector<std::string>& all = figures.run->settings.strategies;
    const auto checked = std::ranges::find_if_not(all, loadsByAddress); // the others never are
    if (checked == all.end()) return {};
    strategy = static_cast<std::size_t>(checked - all.begin());
    return judgePlanned(figures, plannedChecks(), strategy);
}

} // namespace vkperftest
