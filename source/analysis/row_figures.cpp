#include "analysis/row_figures.h"

#include <algorithm>
#include <array>

#include "analysis/l1_limit.h"
#include "base/enum_table.h"
#include "base/text.h"
#include "cases/case.h"

namespace vkperftest {

const StrategyFigures* RowFigures::under(std::size_t strategy) const {
    if (strategies.empty()) return nullptr;
    const std::optional<StrategyFigures>& figures = strategies[strategies.size() == 1 ? 0 : strategy];
    return figures ? &*figures : nullptr;
}

std::optional<PairedRatio> RowFigures::timeOver(std::size_t first, std::size_t other) const {
    return strategies[first] ? strategies[first]->timeOver[other] : std::nullopt;
}

std::string_view limiterName(Limiter limiter) {
    constexpr auto kNames = enumTable<Limiter, std::string_view>({"limit", "loads", "adds", "latency", "?"});
    return kNames[limiter];
}

namespace {

// True if instructions alone cannot make the row take that long.
bool isFarAboveNoLoads(const LimiterEvidence& evidence) {
    const double sameLoop = evidence.sumsUp              ? kLoadLimited
                            : evidence.hardwareAddresses ? kLoadLimitedOfOtherLoop
                                                         : kFarAboveNoLoads;
    const double far = evidence.otherLoop ? std::max(sameLoop, kLoadLimitedOfOtherLoop) : sameLoop;
    return isAtLeast(*evidence.overNoLoads, far) == true;
}

bool isNearLimit(const LimiterEvidence& evidence) {
    const std::optional<Interval>& share = evidence.shareOfLimit;
    return share && share->low >= kNearLimit && share->high <= kMostOfLimit;
}

// The limiter of a row that instructions do not limit.
Limiter ofLoads(const LimiterEvidence& evidence) {
    if (isNearLimit(evidence)) return Limiter::Limit;
    const bool waits = evidence.inFlight > 1 && evidence.dependent &&
                       isAtLeast(*evidence.dependent, kWaits * evidence.inFlight) == true;
    return waits ? Limiter::Latency : Limiter::Loads;
}

JudgedLimiter doubtful(LimiterDoubt doubt) {
    return {Limiter::Unknown, doubt};
}

} // namespace

JudgedLimiter judgeLimiter(const LimiterEvidence& evidence) {
    const auto judge = [&]() -> JudgedLimiter {
        if (!evidence.overNoLoads) return doubtful(LimiterDoubt::NoControl);
        if (isFarAboveNoLoads(evidence)) return {ofLoads(evidence)};
        if (evidence.otherLoop) return doubtful(LimiterDoubt::OtherLoop);
        const bool near = isAtLeast(*evidence.overNoLoads, kLoadLimited) == false;
        return near ? JudgedLimiter{Limiter::Adds} : doubtful(LimiterDoubt::Between);
    };
    const JudgedLimiter judged = judge();
    return judged.limiter == Limiter::Unknown && isNearLimit(evidence) ? JudgedLimiter{Limiter::Limit}
                                                                       : judged;
}

namespace {

// The strategy that the control was measured under: `strategy`, or its only one, if the row was measured under
// that, too, and runs the same kernel under `strategy`.
std::optional<std::size_t> ownStrategy(const RowFigures& row, std::size_t strategy,
                                       const RowFigures& control) {
    if (control.strategies.size() != 1) return strategy;
    const std::vector<StrategyResult>& all = row.row->strategies;
    if (!all[strategy].kernel.empty()) return std::nullopt;
    const auto its =
        std::ranges::find(all, control.row->strategies.front().strategy, &StrategyResult::strategy);
    if (its == all.end()) return std::nullopt;
    const auto found = static_cast<std::size_t>(its - all.begin());
    return row.strategies[found] ? std::optional(found) : std::nullopt;
}

// The same; nothing if the row is not as fast there as under `strategy`: then something else limits it.
std::optional<std::size_t> strategyOfControl(const RowFigures& row, std::size_t strategy,
                                             const RowFigures& control) {
    const std::optional<std::size_t> found = ownStrategy(row, strategy, control);
    if (!found || *found == strategy) return found;
    const std::optional<PairedRatio> time = row.timeOver(strategy, *found);
    const bool alike = time && isAtLeast(*time, 1 / kAgree) == true && isAtLeast(*time, kAgree) == false;
    return alike ? found : std::nullopt;
}

// The time of the row's control over the row's; nothing if it was not measured, or the strategy runs another
// kernel.
std::optional<PairedRatio> timeOfControl(const RowFigures& row, std::size_t strategy,
                                         const RowFigures& control) {
    const StrategyFigures* const its = control.under(strategy);
    if (its == nullptr || !row.row->strategies[strategy].kernel.empty()) return std::nullopt;
    return quotient(row.strategies[strategy]->ratio, its->ratio);
}

// The share's interval: as uncertain as the row's ratio is.
std::optional<Interval> around(const std::optional<double>& share, const PairedRatio& ratio) {
    if (!share || !ratio.interval) return std::nullopt;
    return Interval{*share * ratio.interval->low / ratio.median,
                    *share * ratio.interval->high / ratio.median};
}

// True if the row needs no more instructions to load than the no-load control has in place of its loads.
bool hasHardwareAddresses(const LoadFacts& load) {
    constexpr LoadKind kKinds[] = {
        LoadKind::Typed,        LoadKind::Constants,  LoadKind::PushConstants, LoadKind::Texture,
        LoadKind::Nearest,      LoadKind::Bilinear,   LoadKind::WritableTyped, LoadKind::WritableTexture,
        LoadKind::OtherTexture, LoadKind::OtherSample};
    return std::ranges::count(kKinds, load.kind) > 0 && load.image != ImageShape::Cube;
}

} // namespace

void judgeLimiters(const RunResult& run, RowFigures& row, const FiguresOf& figuresOf) {
    const auto figuresOfControl = [&](const RowResult* control) {
        return control != nullptr ? std::optional(figuresOf(*control)) : std::nullopt;
    };
    const std::optional<RowFigures> noLoads = figuresOfControl(row.noLoads),
                                    dependent = figuresOfControl(row.dependent);
    const std::optional<LoadFacts>& load = row.row->load;
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        if (!row.strategies[s]) continue;
        StrategyFigures& figures = *row.strategies[s];
        const CodeDigest* const code = codeOf(run, row.row->strategies[s]);
        const auto codeOfControl = [&](const RowResult* control) {
            return codeOf(run, resultUnder(*control, s));
        };
        if (noLoads && noLoads->under(s) != nullptr) {
            figures.overNoLoads = quotient(noLoads->under(s)->ratio, figures.ratio);
            figures.otherLoop = madeOtherLoops(code, codeOfControl(row.noLoads));
        }
        const std::optional<std::size_t> same =
            dependent ? strategyOfControl(row, s, *dependent) : std::nullopt;
        if (same) figures.overlapGain = timeOfControl(row, *same, *dependent);
        if (figures.overlapGain && isAtLeast(*figures.overlapGain, 1 / kAgree) == false)
            figures.alone = dependent->under(s)->ratio;
        figures.shareOfLimit = shareOfLimit(run, *row.row, figures.loadsPerNanosecond);
        LimiterEvidence evidence{.overNoLoads = figures.overNoLoads,
                                 .otherLoop = figures.otherLoop,
                                 .dependent = figures.overlapGain,
                                 .inFlight = load ? loadsPerIteration(*load) : 1.0,
                                 .shareOfLimit = around(figures.shareOfLimit, figures.ratio),
                                 .hardwareAddresses = load && hasHardwareAddresses(*load),
                                 .sumsUp = run.settings.cpu || (load && load->copies)};
        JudgedLimiter judged = judgeLimiter(evidence);
        if (figures.alone && (judged.limiter == Limiter::Loads || judged.limiter == Limiter::Latency)) {
            evidence.overNoLoads = quotient(noLoads->under(s)->ratio, *figures.alone);
            evidence.otherLoop = madeOtherLoops(codeOfControl(row.dependent), codeOfControl(row.noLoads));
            evidence.dependent.reset();
            judged = judgeLimiter(evidence);
            if (!isOfLoads(judged.limiter)) judged = {Limiter::Unknown, LimiterDoubt::FasterAlone};
        }
        if (load && isWithoutLoads(load->technique)) judged = {Limiter::Unknown, LimiterDoubt::NoLoads};
        if (load && onlyWrites(load->kind)) judged = {Limiter::Unknown, LimiterDoubt::Writes};
        figures.limiter = judged.limiter, figures.limiterDoubt = judged.doubt;
    }
}

namespace {

// As NVIDIA, RADV and ANV call it.
constexpr std::array<std::string_view, 3> kSizes = {"binary size", "code size", "instruction count"};

std::optional<double> statistic(const CodeDigest& code, std::string_view name) {
    const auto found = std::find_if(code.statistics.begin(), code.statistics.end(),
                                    [&](const Statistic& one) { return lowercase(one.name) == name; });
    return found != code.statistics.end() ? parseNumber(found->value) : std::nullopt;
}

bool sizesDiffer(const CodeDigest& row, const CodeDigest& noLoads) {
    constexpr double kMostOfRow = 2, kMostOfNoLoads = 1.25;
    return std::any_of(kSizes.begin(), kSizes.end(), [&](std::string_view name) {
        const std::optional<double> with = statistic(row, name), without = statistic(noLoads, name);
        return with && without && (*with > kMostOfRow * *without || *without > kMostOfNoLoads * *with);
    });
}

} // namespace

bool madeOtherLoops(const CodeDigest* row, const CodeDigest* noLoads) {
    if (row == nullptr || noLoads == nullptr) return false;
    if (!row->trouble.empty() || !noLoads->trouble.empty()) return sizesDiffer(*row, *noLoads);
    if (row->summary.loops != noLoads->summary.loops) return true;
    const std::size_t with = row->summary.instructions, without = noLoads->summary.instructions;
    if (with == 0 || without == 0) return sizesDiffer(*row, *noLoads);
    constexpr std::size_t kTooMany = 4;
    return without > with || with >= kTooMany * without;
}

} // namespace vkperftest
