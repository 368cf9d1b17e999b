#include "experiments/cache.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/suite.h"
#include "cases/walk.h"
#include "experiments/judging.h"

namespace vkperftest {
namespace {

bool isChain(const WalkCurve& curve) {
    const Walk* const walk = findWalk(curve.walk);
    return walk != nullptr && walk->chases();
}

// "33.1 ns"; of independent loads, "120 loads/ns".
std::string paceText(const WalkCurve& curve, double time) {
    return isChain(curve) ? threeDigits(time) + " ns" : threeDigits(1 / time) + " loads/ns";
}

// "33.1 ns [32.8, 33.4]"
std::string paceText(const WalkCurve& curve, const CurveLevel& level) {
    const auto& [low, high] = level.interval;
    const bool chain = isChain(curve);
    return fmt::format("{} [{}, {}]", paceText(curve, level.time), threeDigits(chain ? low : 1 / high),
                       threeDigits(chain ? high : 1 / low));
}

std::string sizeOf(const WalkCurve& curve, const CurveLevel& level) {
    return sizeText(curve.windows[level.last].bytes);
}

// Whether the windows behind the last level are enough for one more, which they do not form.
bool hasTail(const WalkCurve& curve) {
    return curve.windows.size() - 1 - curve.levels.back().last >= kFewestOfLevel;
}

// Whether the largest window alone shows where the last level ends.
bool mayEnd(const WalkCurve& curve) {
    return !curve.levels.empty() && curve.levels.back().mayEnd;
}

// "at 64 MB: 610 ns"; empty if the largest window is on a level.
std::string lastText(const WalkCurve& curve) {
    const std::size_t last = curve.windows.size() - 1;
    if (curve.levels.back().last == last) return {};
    return fmt::format("at {}{}: {}", sizeText(curve.windows[last].bytes),
                       mayEnd(curve) ? ", the only larger size" : "",
                       paceText(curve, curve.windows[last].point.time));
}

// Why few windows are no level, and what would show one.
std::string whyNoLevel(const WalkCurve& curve) {
    if (hasTail(curve)) return {};
    const Walk* const walk = findWalk(curve.walk);
    if (!mayEnd(curve) || walk == nullptr) return " (too few sizes for a level)";
    const std::uint64_t most = windowsOf(*walk, kPreciseWindowMemory).back();
    const std::string remedy = curve.windows.back().bytes < most
                                   ? fmt::format("; --precise measures sizes up to {}", sizeText(most))
                                   : "";
    return fmt::format(" (one size is too few to be sure{})", remedy);
}

std::string levelsText(const WalkCurve& curve) {
    std::vector<std::string> texts;
    for (const CurveLevel& level : curve.levels) {
        const char* const upTo = level.ends ? "up to" : level.mayEnd ? "probably up to" : "up to at least";
        texts.push_back(fmt::format("{} {}: {}", upTo, sizeOf(curve, level), paceText(curve, level)));
    }
    if (const std::string last = lastText(curve); !last.empty())
        texts.push_back((hasTail(curve) ? "beyond, no level: " : "") + last + whyNoLevel(curve));
    return join(texts, "; ");
}

Finding judgeWalk(const WalkCurve& curve) {
    if (isTooNoisy(curve))
        return undecided(curve.walk, {.kind = &kWindowsScatter, .figures = {100 * scatterOf(curve)}},
                         Ground::RowTimes);
    Finding finding{.subject = curve.walk, .verdict = Found::Levels};
    const std::string from = sizeText(curve.windows.front().bytes);
    const std::string to = sizeText(curve.windows.back().bytes);
    if (hasStep(curve.levels)) {
        finding.sentence = levelsText(curve);
    } else {
        finding.verdict = Found::NoStep;
        finding.sentence = curve.levels.empty()
                               ? fmt::format("no step found from {} to {}: {} to {}, without any level", from,
                                             to, paceText(curve, curve.windows.front().point.time),
                                             paceText(curve, curve.windows.back().point.time))
                               : fmt::format("no {} from {} to {}: {}",
                                             mayEnd(curve)    ? "sure step"
                                             : hasTail(curve) ? "sharp step"
                                                              : "step found",
                                             from, to,
                                             lastText(curve).empty() ? paceText(curve, curve.levels.back())
                                                                     : levelsText(curve));
    }
    for (const CurveLevel& level : curve.levels)
        finding.figures.push_back(
            {.name = fmt::format("{}, {} to {}", curve.walk, sizeText(curve.windows[level.first].bytes),
                                 sizeOf(curve, level)),
             .value = {.median = level.time, .interval = level.interval}});
    return finding;
}

// One for each reason, with the sizes.
void addUnmeasured(const RunResult& run, std::string_view walk, std::vector<Finding>& findings) {
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const WindowResult& window : run.windows) {
        if (window.walk != walk || window.status == Status::Measured) continue;
        const std::string why = statusText(window.status, window.reason);
        auto known = std::ranges::find(reasons, why, &decltype(reasons)::value_type::first);
        if (known == reasons.end()) known = reasons.insert(reasons.end(), {why, {}});
        known->second.push_back(sizeText(window.bytes));
    }
    for (const auto& [why, sizes] : reasons) {
        const std::string text =
            sizes.size() == 1 ? sizes[0] : fmt::format("{} to {}", sizes.front(), sizes.back());
        findings.push_back(undecided(fmt::format("{}, {}", walk, text), {&kReported, why}, Ground::Status));
    }
}

// "L1 128 KB: 33.1 ns; L2 16 MB: 215 ns; up to at least 64 MB: 610 ns", or "L1 128 KB: 33.1 ns; L2 probably
// 32 MB: 215 ns; at 64 MB, the only larger size: 610 ns"
std::string levelsConclusion(const WalkCurve& curve) {
    std::vector<std::string> texts;
    for (const CurveLevel& level : curve.levels) {
        const std::string name = level.ends || level.mayEnd
                                     ? fmt::format("L{}{}", texts.size() + 1, level.mayEnd ? " probably" : "")
                                     : "up to at least";
        texts.push_back(fmt::format("{} {}: {}", name, sizeOf(curve, level), paceText(curve, level.time)));
    }
    if (std::string last = lastText(curve); !last.empty()) texts.push_back(std::move(last));
    return fmt::format("{} ({})", join(texts, "; "), curve.walk);
}

// Whether the rows of the matrix, which are to hit L1, read resources that fit the first level that such
// loads show; all workgroups read the same. Nothing is judged where no level ends, where other loads show an
// earlier level, of which these may have missed the end, nor of constants, whose caches no walk measures.
std::optional<Finding> judgeMatrix(const std::vector<WalkCurve>& curves) {
    const std::vector<Case> rows = matrixRows();
    constexpr std::array kKinds = {ResourceKind::StorageBuffer, ResourceKind::TexelBuffer,
                                   ResourceKind::Texture};
    const auto heldBy = [](const WalkCurve& naming) {
        return naming.windows[naming.levels.front().last].bytes;
    };
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const ResourceKind kind : kKinds)
        if (const WalkCurve* const naming = namingCurve(curves, kind))
            least = std::min(least, heldBy(*naming));
    std::size_t judged = 0, larger = 0;
    std::vector<std::string> clauses, names;
    for (const ResourceKind kind : kKinds) {
        const WalkCurve* const naming = namingCurve(curves, kind);
        if (naming == nullptr) continue;
        const std::uint64_t held = heldBy(*naming);
        if (held > 2 * least) continue;
        std::uint32_t most = 0;
        for (const Case& row : rows) {
            if (row.operation.source.kind != kind) continue;
            const std::uint32_t bytes = row.operation.source.bytes();
            most = std::max(most, bytes);
            ++judged;
            if (bytes <= held) continue;
            ++larger;
            if (names.empty() || names.back() != row.operation.name) names.push_back(row.operation.name);
        }
        clauses.push_back(fmt::format("{}s have at most {}, the first level {} ({})", resourceKindName(kind),
                                      sizeText(most), sizeText(held), naming->walk));
    }
    if (judged == 0) return std::nullopt;
    Finding finding{.subject = "rows of the matrix",
                    .verdict = larger == 0        ? Found::Holds
                               : larger == judged ? Found::DoesNotHold
                                                  : Found::HoldsInPart};
    finding.sentence =
        larger == 0 ? "they fit L1: "
                    : fmt::format("{} of {} judged rows read more than L1 holds, so their loads may miss it "
                                  "({}): ",
                                  larger, judged, namesTogether(names));
    finding.sentence += join(clauses, "; ");
    return finding;
}

std::string concludeCache(const std::vector<WalkCurve>& curves) {
    if (const WalkCurve* const naming = namingCurve(curves)) return levelsConclusion(*naming);
    for (const WalkCurve& curve : curves) {
        const Walk* const walk = findWalk(curve.walk);
        if (walk != nullptr && walk->reach == Reach::OneLane && mayEnd(curve) && !isTooNoisy(curve))
            return "No sure step: " + levelsConclusion(curve);
    }
    if (std::ranges::any_of(curves, isTooNoisy)) return "No conclusion: the times scatter too much";
    return curves.empty() ? "No conclusion: no walk was measured"
                          : "No step found: at all sizes of the window, loads take about the same time, or "
                            "the time rises without any level, or at too few sizes for one";
}

} // namespace

Result<Answer> answerCache(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    if (run.windows.empty() && run.settings.suite != "cache")
        return Error{ErrorKind::Usage,
                     fmt::format("the run holds {} of the suite '{}', but no times of windows of memory",
                                 rowCount(run.rows.size()), run.settings.suite),
                     "`vkperftest experiment cache --output FILE.json` measures windows"};
    const std::vector<WalkCurve> curves = walkCurves(run);
    Answer answer{concludeCache(curves), {}};
    if (run.windows.empty()) answer.findings.push_back(undecided("windows", {&kNoWindows}, Ground::Status));
    for (const Walk& walk : walks()) {
        const auto curve = std::ranges::find(curves, walk.name, &WalkCurve::walk);
        if (curve != curves.end()) answer.findings.push_back(judgeWalk(*curve));
        addUnmeasured(run, walk.name, answer.findings);
    }
    if (std::optional<Finding> matrix = judgeMatrix(curves)) answer.findings.push_back(*std::move(matrix));
    return answer;
}

} // namespace vkperftest
