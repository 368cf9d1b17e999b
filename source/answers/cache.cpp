// The experiment "cache": where do caches end, and what does a load from each take? The time of a load over the size
// of the working set has a level for each cache (stats/steps.h).
// The topic "levels" has a finding for each sweep: Worse if loads take longer beyond a level; Same if no step is
// sure. Its rows are the levels, and the memory: Worse if a level ends, Unknown if one larger size alone shows that,
// Same if no end was found. Only chains name caches: other loads get slower where a lower level delivers less than
// their unit can load. Then one for each size that cannot be used.
#include <set>

#include <fmt/format.h>

#include "analysis/window_figures.h"
#include "answers/experiment.h"
#include "base/text.h"
#include "cases/walk.h"

namespace vkperftest {
namespace {

constexpr const char* kLevels = "levels";

// "128 to 256 KB"
std::string rangeText(std::uint64_t low, std::uint64_t high) {
    std::string from = sizeText(low);
    const std::string to = sizeText(high), unit = from.substr(from.find(' '));
    if (to.ends_with(unit)) from.resize(from.size() - unit.size());
    return low == high ? to : fmt::format("{} to {}", from, to);
}

// "L1 128 to 256 KB": the last size on the level, and the first beyond it.
std::string cacheText(const WalkCurve& curve, const CurveLevel& level) {
    const std::uint64_t last = curve.windows[level.last].bytes;
    const std::optional<std::uint64_t> beyond = curve.beyond(level);
    if (!beyond) return curve.memory() != nullptr ? "memory" : "up to at least " + sizeText(last);
    return fmt::format("L{}{} {}", &level - curve.levels.data() + 1, level.ends ? "" : " probably",
                       rangeText(last, *beyond));
}

// The half width of a middle interval of the curve, as a share of the time.
double scatterOf(const WalkCurve& curve) {
    std::vector<double> widths;
    for (const WindowPoint& window : curve.windows) {
        const CurvePoint& point = window.point;
        widths.push_back(point.interval ? (point.interval->high - point.interval->low) / 2 / point.time : 1);
    }
    return median(std::move(widths));
}

Finding judgeSweep(const WalkCurve& curve) {
    if (const double scatter = scatterOf(curve);
        scatter > kLeastStep - 1) // levels among its points say nothing
        return unknownFinding(kLevels, curve.walk, {Inconclusive::SizesScatter, "", "", {100 * scatter}});
    const bool chain = findWalk(curve.walk)->chain;
    Finding finding{.topic = kLevels,
                    .subject = curve.walk,
                    .verdict = hasStep(curve.levels) ? Verdict::Worse : Verdict::Same};
    for (const CurveLevel& level : curve.levels) {
        const std::string sizes =
            rangeText(curve.windows[level.first].bytes, curve.windows[level.last].bytes);
        FoundRow& row = finding.rows.emplace_back(FoundRow{.name = fmt::format("{}, {}", curve.walk, sizes),
                                                           .value = PairedRatio{level.time, level.interval},
                                                           .at = chain ? cacheText(curve, level) : sizes,
                                                           .verdict = level.ends     ? Verdict::Worse
                                                                      : level.mayEnd ? Verdict::Unknown
                                                                                     : Verdict::Same});
        if (row.verdict == Verdict::Unknown) row.why = InconclusiveReason{Inconclusive::OneLargerSize};
    }
    const WindowPoint* const memory = curve.memory();
    if (memory != nullptr && curve.levels.back().last + 1 < curve.windows.size())
        finding.rows.push_back({.name = fmt::format("{}, {}", curve.walk, sizeText(memory->bytes)),
                                .value = PairedRatio{memory->point.time, memory->point.interval},
                                .at = (chain ? "memory at " : "") + sizeText(memory->bytes),
                                .verdict = Verdict::Same});
    return finding;
}

} // namespace

std::vector<Finding> judgeCache(const RunFigures& figures, std::size_t&) {
    const RunResult& run = *figures.run;
    std::vector<Finding> findings;
    if (run.windows.empty() && run.settings.suite == "cache")
        findings.push_back(unknownFinding(kLevels, "all sweeps", {Inconclusive::NoSizes}));
    const auto addUnusable = [&](const std::string& sweep, std::uint64_t bytes, InconclusiveReason why) {
        findings.push_back(
            unknownFinding(kLevels, fmt::format("{}, {}", sweep, sizeText(bytes)), std::move(why)));
    };
    for (const WalkCurve& curve : walkCurves(run)) {
        if (!curve.windows.empty()) findings.push_back(judgeSweep(curve));
        for (const auto& [bytes, why] : curve.unusable) addUnusable(curve.walk, bytes, {why});
    }
    std::set<std::string> others;
    for (const WindowResult& window : run.windows) {
        if (window.status != Status::Measured)
            addUnusable(window.walk, window.bytes,
                        {Inconclusive::Reported, unmeasuredText({window.status, window.reason})});
        else if (findWalk(window.walk) == nullptr && others.insert(window.walk).second)
            findings.push_back(unknownFinding(kLevels, window.walk, {Inconclusive::OtherKernels}));
    }
    return findings;
}

} // namespace vkperftest
