// The experiment "robustness": what do bounds checks cost, by kind of load? The suite's rows run the same
// kernels without checks, with robustBufferAccess, and with robustness 2 (VK_EXT_robustness2). Each row is
// compared with the same row without checks, whatever limits it: only the driver's code and descriptors
// differ. Topics are the kinds of checks, under the first strategy that does not load by address; a finding is about a
// row.
#include <algorithm>

#include "answers/experiment.h"
#include "answers/judging.h"
#include "cases/binding.h"
#include "cases/families/families.h"
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

Result<Answer> answerRobustness(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const auto checked = std::ranges::find_if_not(run.settings.strategies, loadsByAddress);
    if (checked == run.settings.strategies.end())
        return Error{ErrorKind::Usage, "loads by address are never checked",
                     "measure under `--strategy set`"};
    const auto strategy = static_cast<std::size_t>(checked - run.settings.strategies.begin());
    const std::vector<Planned> planned = plannedChecks();
    Answer answer{judgePlanned(figures, planned, strategy)};
    if (answer.findings.empty()) return noRows("robustness", planned.back().row);
    nameStrategy(run, strategy, answer.findings);
    return answer;
}

} // namespace vkperftest
