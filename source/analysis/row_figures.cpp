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

std::string_view boundName(Bound bound) {
    constexpr auto kNames = enumTable<Bound, std::string_view>({"limit", "loads", "adds", "latency", "?"});
    return kNames[bound];
}

namespace {

// True if instructions alone cannot make the row take that long.
bool isFarAboveFloor(const BoundEvidence& evidence) {
    const double sameLoop = evidence.sumsUp              ? kLoadBound
                            : evidence.hardwareAddresses ? kLoadBoundOfOtherLoop
                                                         : kFarAboveFloor;
    const double far = evidence.otherLoop ? std::max(sameLoop, kLoadBoundOfOtherLoop) : sameLoop;
    return isAtLeast(*evidence.overFloor, far) == true;
}

bool isNearLimit(const BoundEvidence& evidence) {
    const std::optional<Interval>& share = evidence.shareOfLimit;
    return share && share->low >= kNearLimit && share->high <= kMostOfLimit;
}

// The bound of a row that instructions do not limit.
Bound ofLoads(const BoundEvidence& evidence) {
    if (isNearLimit(evidence)) return Bound::Limit;
    const bool waits = evidence.inFlight > 1 && evidence.serial &&
                       isAtLeast(*evidence.serial, kWaits * evidence.inFlight) == true;
    return waits ? Bound::Latency : Bound::Loads;
}

JudgedBound doubtful(BoundDoubt doubt) {
    return {Bound::Unknown, doubt};
}

} // namespace

JudgedBound judgeBound(const BoundEvidence& evidence) {
    const auto judge = [&]() -> JudgedBound {
        if (!evidence.overFloor) return doubtful(BoundDoubt::NoFloor);
        if (isFarAboveFloor(evidence)) return {ofLoads(evidence)};
        if (evidence.otherLoop) return doubtful(BoundDoubt::OtherLoop);
        const bool near = isAtLeast(*evidence.overFloor, kLoadBound) == false;
        return near ? JudgedBound{Bound::Adds} : doubtful(BoundDoubt::Between);
    };
    const JudgedBound judged = judge();
    return judged.bound == Bound::Unknown && isNearLimit(evidence) ? JudgedBound{Bound::Limit} : judged;
}

namespace {

// The strategy that the twin was measured under: `strategy`, or its only one, if the row was measured under
// that, too, and runs the same kernel under `strategy`.
std::optional<std::size_t> ownStrategy(const RowFigures& row, std::size_t strategy, const RowFigures& twin) {
    if (twin.strategies.size() != 1) return strategy;
    const std::vector<StrategyResult>& all = row.row->strategies;
    if (!all[strategy].kernel.empty()) return std::nullopt;
    const auto its = std::ranges::find(all, twin.row->strategies.front().strategy, &StrategyResult::strategy);
    if (its == all.end()) return std::nullopt;
    const auto found = static_cast<std::size_t>(its - all.begin());
    return row.strategies[found] ? std::optional(found) : std::nullopt;
}

// The same; nothing if the row is not as fast there as under `strategy`: then something else limits it.
std::optional<std::size_t> strategyOfTwin(const RowFigures& row, std::size_t strategy,
                                          const RowFigures& twin) {
    const std::optional<std::size_t> found = ownStrategy(row, strategy, twin);
    if (!found || *found == strategy) return found;
    const std::optional<PairedRatio> time = row.timeOver(strategy, *found);
    const bool alike = time && isAtLeast(*time, 1 / kAgree) == true && isAtLeast(*time, kAgree) == false;
    return alike ? found : std::nullopt;
}

// The time of the row's twin over the row's; nothing if it was not measured, or the strategy runs another
// kernel.
std::optional<PairedRatio> timeOfTwin(const RowFigures& row, std::size_t strategy, const RowFigures& twin) {
    const StrategyFigures* const its = twin.under(strategy);
    if (its == nullptr || !row.row->strategies[strategy].kernel.empty()) return std::nullopt;
    return quotient(row.strategies[strategy]->ratio, its->ratio);
}

// The share's interval: as uncertain as the row's ratio is.
std::optional<Interval> around(const std::optional<double>& share, const PairedRatio& ratio) {
    if (!share || !ratio.interval) return std::nullopt;
    return Interval{*share * ratio.interval->low / ratio.median,
                    *share * ratio.interval->high / ratio.median};
}

// True if the row needs no more instructions to load than the floor has in place of its loads.
bool hasHardwareAddresses(const LoadFacts& load) {
    constexpr LoadKind kKinds[] = {
        LoadKind::Typed,        LoadKind::Constants,  LoadKind::PushConstants, LoadKind::Texture,
        LoadKind::Nearest,      LoadKind::Bilinear,   LoadKind::WritableTyped, LoadKind::WritableTexture,
        LoadKind::OtherTexture, LoadKind::OtherSample};
    return std::ranges::count(kKinds, load.kind) > 0 && load.image != ImageShape::Cube;
}

} // namespace

void judgeBounds(const RunResult& run, RowFigures& row, const FiguresOf& figuresOf) {
    const auto figuresOfTwin = [&](const RowResult* twin) {
        return twin != nullptr ? std::optional(figuresOf(*twin)) : std::nullopt;
    };
    const std::optional<RowFigures> floor = figuresOfTwin(row.floor), serial = figuresOfTwin(row.serial);
    const std::optional<LoadFacts>& load = row.row->load;
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        if (!row.strategies[s]) continue;
        StrategyFigures& figures = *row.strategies[s];
        const CodeDigest* const code = codeOf(run, row.row->strategies[s]);
        const auto codeOfTwin = [&](const RowResult* twin) { return codeOf(run, resultUnder(*twin, s)); };
        if (floor && floor->under(s) != nullptr) {
            figures.overFloor = quotient(floor->under(s)->ratio, figures.ratio);
            figures.otherLoop = madeOtherLoops(code, codeOfTwin(row.floor));
        }
        const std::optional<std::size_t> same = serial ? strategyOfTwin(row, s, *serial) : std::nullopt;
        if (same) figures.serialGain = timeOfTwin(row, *same, *serial);
        if (figures.serialGain && isAtLeast(*figures.serialGain, 1 / kAgree) == false)
            figures.alone = serial->under(s)->ratio;
        figures.shareOfLimit = shareOfLimit(run, *row.row, figures.loadsPerNanosecond);
        BoundEvidence evidence{.overFloor = figures.overFloor,
                               .otherLoop = figures.otherLoop,
                               .serial = figures.serialGain,
                               .inFlight = load ? loadsPerIteration(*load) : 1.0,
                               .shareOfLimit = around(figures.shareOfLimit, figures.ratio),
                               .hardwareAddresses = load && hasHardwareAddresses(*load),
                               .sumsUp = run.settings.cpu || (load && load->copies)};
        JudgedBound judged = judgeBound(evidence);
        if (figures.alone && (judged.bound == Bound::Loads || judged.bound == Bound::Latency)) {
            evidence.overFloor = quotient(floor->under(s)->ratio, *figures.alone);
            evidence.otherLoop = madeOtherLoops(codeOfTwin(row.serial), codeOfTwin(row.floor));
            evidence.serial.reset();
            judged = judgeBound(evidence);
            if (!isOfLoads(judged.bound)) judged = {Bound::Unknown, BoundDoubt::FasterAlone};
        }
        if (load && isWithoutLoads(load->technique)) judged = {Bound::Unknown, BoundDoubt::NoLoads};
        if (load && onlyWrites(load->kind)) judged = {Bound::Unknown, BoundDoubt::Writes};
        figures.bound = judged.bound, figures.boundDoubt = judged.doubt;
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

bool sizesDiffer(const CodeDigest& row, const CodeDigest& floor) {
    constexpr double kMostOfRow = 2, kMostOfFloor = 1.25;
    return std::any_of(kSizes.begin(), kSizes.end(), [&](std::string_view name) {
        const std::optional<double> with = statistic(row, name), without = statistic(floor, name);
        return with && without && (*with > kMostOfRow * *without || *without > kMostOfFloor * *with);
    });
}

} // namespace

bool madeOtherLoops(const CodeDigest* row, const CodeDigest* floor) {
    if (row == nullptr || floor == nullptr) return false;
    if (!row->trouble.empty() || !floor->trouble.empty()) return sizesDiffer(*row, *floor);
    if (row->summary.loops != floor->summary.loops) return true;
    const std::size_t with = row->summary.instructions, without = floor->summary.instructions;
    if (with == 0 || without == 0) return sizesDiffer(*row, *floor);
    constexpr std::size_t kTooMany = 4;
    return without > with || with >= kTooMany * without;
}

} // namespace vkperftest
