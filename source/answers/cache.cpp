// The experiment "cache": where do caches end, and what does a load from each take? Judged from the footprint
// sweeps of a run of the suite of that name (cases/walk.h): a curve of the time of a load over the size of
// the working set has a level for each cache (stats/steps.h).
//
// Topics:
// - "levels", one finding for each sweep: Worse if loads take longer beyond a level; Same if no step is sure;
//   Unknown if half of the intervals are wider than the smallest step. Its rows are the levels, each with the
//   last size that has its time: Worse if it ends there, Unknown (OneLargerSize) if one larger size alone
//   shows that, Same if no end was found. One more for each reason why sizes of a sweep were not measured.
// - "rows of the matrix", by resource: Same if what they read fits the first level that loads from such
//   resources show, so that they hit L1; Worse if no row does; Unknown (RowsDiffer) if some do.
#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "analysis/window_figures.h"
#include "answers/experiment.h"
#include "answers/judging.h"
#include "base/text.h"
#include "cases/suite.h"
#include "cases/walk.h"

namespace vkperftest {
namespace {

constexpr const char* kLevels = "levels";

Finding judgeSweep(const WalkCurve& curve) {
    if (isTooNoisy(curve))
        return unknownFinding(kLevels, curve.walk,
                              {Inconclusive::SizesScatter, "", "", {100 * scatterOf(curve)}});
    Finding finding{.topic = kLevels,
                    .subject = curve.walk,
                    .verdict = hasStep(curve.levels) ? Verdict::Worse : Verdict::Same};
    for (const CurveLevel& level : curve.levels) {
        const std::string last = sizeText(curve.windows[level.last].bytes);
        FoundRow& row = finding.rows.emplace_back(FoundRow{
            .name = fmt::format("{}, {} to {}", curve.walk, sizeText(curve.windows[level.first].bytes), last),
            .value = PairedRatio{level.time, level.interval, {}},
            .at = last,
            .verdict = level.ends     ? Verdict::Worse
                       : level.mayEnd ? Verdict::Unknown
                                      : Verdict::Same});
        if (row.verdict == Verdict::Unknown) row.why = InconclusiveReason{Inconclusive::OneLargerSize};
    }
    return finding;
}

// One for each reason, with the sizes.
void addUnmeasured(const RunResult& run, std::string_view sweep, std::vector<Finding>& findings) {
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const WindowResult& window : run.windows) {
        if (window.walk != sweep || window.status == Status::Measured) continue;
        const std::string why = statusText(window.status, window.reason);
        auto known = std::ranges::find(reasons, why, &decltype(reasons)::value_type::first);
        if (known == reasons.end()) known = reasons.insert(reasons.end(), {why, {}});
        known->second.push_back(sizeText(window.bytes));
    }
    for (const auto& [why, sizes] : reasons) {
        const std::string text =
            sizes.size() == 1 ? sizes[0] : fmt::format("{} to {}", sizes.front(), sizes.back());
        findings.push_back(
            unknownFinding(kLevels, fmt::format("{}, {}", sweep, text), {Inconclusive::Reported, why}));
    }
}

// All workgroups read the same resource. Nothing is judged where no level ends, where other loads show an
// earlier level, of which these may have missed the end, nor of constants, whose caches no sweep measures.
void judgeMatrix(const std::vector<WalkCurve>& curves, std::vector<Finding>& findings) {
    constexpr std::array kKinds = {ResourceKind::StorageBuffer, ResourceKind::TexelBuffer,
                                   ResourceKind::Texture};
    const auto heldBy = [](const WalkCurve& naming) {
        return naming.windows[naming.levels.front().last].bytes;
    };
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const ResourceKind kind : kKinds)
        if (const WalkCurve* const naming = namingCurve(curves, kind))
            least = std::min(least, heldBy(*naming));
    for (const ResourceKind kind : kKinds) {
        const WalkCurve* const naming = namingCurve(curves, kind);
        if (naming == nullptr || heldBy(*naming) > 2 * least) continue;
        const std::uint64_t held = heldBy(*naming);
        std::uint32_t most = 0;
        std::size_t all = 0, larger = 0;
        for (const Case& row : matrixRows()) {
            if (row.operation.source.kind != kind) continue;
            most = std::max(most, row.operation.source.bytes());
            ++all;
            larger += row.operation.source.bytes() > held;
        }
        if (all == 0) continue;
        Finding& finding = findings.emplace_back(
            Finding{.topic = "rows of the matrix",
                    .subject = fmt::format("{}s", resourceKindName(kind)),
                    .verdict = larger == 0     ? Verdict::Same
                               : larger == all ? Verdict::Worse
                                               : Verdict::Unknown,
                    .scope = fmt::format("up to {}, and the first level holds {} ({})", sizeText(most),
                                         sizeText(held), naming->walk)});
        if (finding.verdict == Verdict::Unknown) finding.why = InconclusiveReason{Inconclusive::RowsDiffer};
    }
}

} // namespace

Result<Answer> answerCache(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    if (run.windows.empty() && run.settings.suite != "cache")
        return Error{ErrorKind::Usage,
                     fmt::format("the run holds {} rows of the suite '{}', but no footprint sweeps",
                                 run.rows.size(), run.settings.suite),
                     "`vkperftest experiment cache --output FILE.json` measures them"};
    const std::vector<WalkCurve> curves = walkCurves(run);
    Answer answer;
    if (run.windows.empty())
        answer.findings.push_back(unknownFinding(kLevels, "all sweeps", {Inconclusive::NoSizes}));
    for (const Walk& sweep : walks()) {
        const auto curve = std::ranges::find(curves, sweep.name, &WalkCurve::walk);
        if (curve != curves.end()) answer.findings.push_back(judgeSweep(*curve));
        addUnmeasured(run, sweep.name, answer.findings);
    }
    judgeMatrix(curves, answer.findings);
    return answer;
}

} // namespace vkperftest
