// The experiment "robustness": what do bounds checks cost, by kind of load? The suite's rows run the same
// kernels without checks, with robustBufferAccess, and with robustness 2 (VK_EXT_robustness2). Each row is
// compared with the same row without checks, whatever limits it: only the driver's code and descriptors
// differ. Topics are the kinds of checks, under each strategy with bounds checks; a finding is about a row.
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

// The strategies with bounds checks under which any row was measured; if there is none, any one strategy.
std::vector<std::size_t> checkedStrategies(const RunFigures& figures, const std::vector<Planned>& planned) {
    const std::vector<std::string>& strategies = figures.run->settings.strategies;
    std::vector<std::size_t> checked;
    for (std::size_t s = 0; s < strategies.size(); ++s) {
        const bool any = std::ranges::any_of(planned, [&](const Planned& each) {
            const RowFigures* const row = figures.find(each.row);
            return row != nullptr && row->under(s) != nullptr;
        });
        if (any && !loadsByAddress(strategies[s])) checked.push_back(s);
    }
    return checked.empty() ? std::vector{plannedStrategy(figures, planned)} : checked;
}

// Why the row cannot be judged, whatever its time; nothing if it can.
std::optional<InconclusiveReason> whyUnchecked(const RunResult& run, const FoundRow& row,
                                               std::size_t strategy) {
    if (loadsByAddress(run.settings.strategies[strategy]))
        return InconclusiveReason{Inconclusive::NeverChecked};
    const StrategyResult& result = resultUnder(*findRow(run, row.name), strategy);
    if (result.status != Status::Unsupported) return std::nullopt;
    const bool ofRows =
        result.reason.kind == ReasonKind::DeviceLacks && result.reason.detail == kNoPipelineRobustness;
    if (ofRows) return InconclusiveReason{Inconclusive::NoChecksOfRows, reasonText(result.reason)};
    return InconclusiveReason{Inconclusive::Reported, unmeasuredText({result.status, result.reason})};
}

} // namespace

Result<Answer> answerRobustness(const RunFigures& figures) {
    const std::vector<Planned> planned = plannedChecks();
    const std::vector<std::size_t> strategies = checkedStrategies(figures, planned);
    Answer answer;
    for (const std::size_t strategy : strategies) {
        std::vector<Finding> findings = judgePlanned(figures, planned, strategy);
        for (Finding& finding : findings) {
            FoundRow& row = finding.rows.front();
            if (std::optional<InconclusiveReason> why = whyUnchecked(*figures.run, row, strategy)) {
                row.verdict = finding.verdict = Verdict::Unknown;
                row.why = finding.why = std::move(why);
                finding.factor.reset();
            }
            if (strategies.size() > 1)
                finding.topic += ", under " + figures.run->settings.strategies[strategy];
        }
        nameStrategy(*figures.run, strategy, findings);
        answer.findings.insert(answer.findings.end(), findings.begin(), findings.end());
    }
    return answer.findings.empty() ? Result<Answer>(noRows("robustness", planned.back().row)) : answer;
}

} // namespace vkperftest
