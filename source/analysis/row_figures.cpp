#include "analysis/figures.h"

#include <algorithm>

#include "analysis/verdict.h"
#include "base/enum_table.h"
#include "cases/case.h"

namespace vkperftest {

const StrategyFigures* RowFigures::under(std::size_t strategy) const {
    if (strategies.empty()) return nullptr;
    const std::optional<StrategyFigures>& figures = strategies[strategies.size() == 1 ? 0 : strategy];
    return figures ? &*figures : nullptr;
}

std::optional<PairedRatio> RowFigures::timeOver(std::size_t first, std::size_t other) const {
    return strategies[first] && strategies[other] ? strategies[first]->timeOver[other] : std::nullopt;
}

std::string_view StrategyFigures::limiterName() const {
    constexpr auto kNames =
        enumTable<Limiter, std::string_view>({"", "loads", "latency", "instructions", "?"});
    if (!limiter) return {};
    return limiter == Limiter::Unit && unit ? kUnitNames[unit->unit] : kNames[*limiter];
}

std::optional<double> StrategyFigures::bestClocks() const {
    return clocks ? std::optional(*clocks * ratio.median / best().median) : std::nullopt;
}

std::optional<double> StrategyFigures::overUnit() const {
    return clocks && unit ? std::optional(*clocks / unit->clocks) : std::nullopt;
}

bool StrategyFigures::isOfLoads() const {
    const bool shuffles = limiter == Limiter::Unit && unit->unit == Unit::Shuffle;
    return limiter <= Limiter::Latency && !shuffles;
}

namespace {

// True if instructions alone cannot make the row take that long.
bool isFarAbove(const LimiterEvidence& evidence) {
    const double far = evidence.sumsUp ? kLoadLimited : evidence.hardwareAddresses ? kFarByHardware : kFar;
    return isAtLeast(evidence.overNoLoads, far) == true ||
           isAtLeast(evidence.overSameKernel, kOtherKernel) == true;
}

} // namespace

Limiter judgeLimiter(const LimiterEvidence& evidence) {
    const bool waits =
        evidence.inFlight > 1 && isAtLeast(evidence.dependent, kWaits * evidence.inFlight) == true;
    if (verdictOnTime(evidence.overUnit, kAtUnit) == Verdict::Same) return Limiter::Unit;
    if (isFarAbove(evidence)) return waits ? Limiter::Latency : Limiter::Loads;
    const bool isFarAboveUnit = evidence.unitIsWhole && isAtLeast(evidence.overUnit, kOtherKernel) == true;
    return isAtLeast(evidence.overNoLoads, kLoadLimited) == false || isFarAboveUnit ? Limiter::Instructions
                                                                                    : Limiter::Unknown;
}

namespace {

// The row under `strategy`, if the dependent control's figures there show what it costs if its loads depend on one
// another: under a strategy without figures of the control's own, the row must run the control's kernel, as fast as
// it does under the control's only strategy.
const StrategyFigures* comparable(const RowFigures& row, std::size_t strategy, const RowFigures& control) {
    const std::vector<StrategyResult>& all = row.row->strategies;
    if (control.under(strategy) == nullptr || !all[strategy].kernel.empty()) return nullptr;
    if (control.strategies.size() > 1) return row.under(strategy);
    const auto its =
        std::ranges::find(all, control.row->strategies.front().strategy, &StrategyResult::strategy);
    const auto found = static_cast<std::size_t>(its - all.begin());
    if (its == all.end() || row.under(found) == nullptr) return nullptr;
    const bool isAlike =
        found == strategy || verdictOnTime(row.timeOver(strategy, found), kAgree) == Verdict::Same;
    return isAlike ? row.under(found) : nullptr;
}

bool hasHardwareAddresses(const LoadFacts& load) {
    const bool isLooped =
        load.index == DescriptorIndex::PerLane || load.index == DescriptorIndex::PerSubgroup;
    return load.parts.empty() && load.resource != ResourceKind::StorageBuffer &&
           load.resource != ResourceKind::SpecializationConstants && load.image != ImageShape::Cube &&
           !isLooped;
}

// Whether both run one kernel, at addresses that the compiler does not know to be equal.
bool haveSameInstructions(const LoadFacts& one, LoadFacts other) {
    if (sharesAddress(one.pattern) || sharesAddress(other.pattern) || one == other) return false;
    other.pattern = one.pattern;
    other.place = one.place;
    other.memory = one.memory;
    other.resourceBytes = one.resourceBytes;
    return one == other;
}

// Of the fastest row with the row's instructions; null if there is no other one.
const StrategyFigures* ofSameKernel(const RunFigures& figures, const RowResult& row, std::size_t strategy) {
    const StrategyFigures* best = nullptr;
    for (const RowFigures& other : figures.rows) {
        if (other.row == &row || !row.load || !other.row->load ||
            !haveSameInstructions(*row.load, *other.row->load))
            continue;
        const StrategyFigures* const its = other.under(strategy);
        if (its != nullptr && (best == nullptr || its->ratio.median > best->ratio.median)) best = its;
    }
    return best;
}

// The ratio that the row would have if it took no longer than its unit.
std::optional<PairedRatio> ratioOfUnit(const StrategyFigures& figures) {
    const std::optional<double> times = figures.overUnit();
    if (!times) return std::nullopt;
    const double ratio = figures.ratio.median * *times;
    return PairedRatio{.median = ratio, .interval = Interval{ratio, ratio}};
}

} // namespace

void judgeLimiters(const RunFigures& all, RowFigures& row) {
    const RowFigures* const noLoads = row.noLoads != nullptr ? &all.of(*row.noLoads) : nullptr;
    const RowFigures* const dependent = row.dependent != nullptr ? &all.of(*row.dependent) : nullptr;
    const LoadFacts load = row.row->load.value_or(LoadFacts());
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        if (!row.strategies[s]) continue;
        StrategyFigures& figures = *row.strategies[s];
        if (const StrategyFigures* its = dependent != nullptr ? comparable(row, s, *dependent) : nullptr)
            figures.overlapGain = quotient(its->ratio, dependent->under(s)->ratio);
        if (isAtLeast(figures.overlapGain, 1 / kAgree) == false) figures.alone = dependent->under(s)->ratio;
        const PairedRatio& best = figures.best();
        const auto over = [&](const std::optional<PairedRatio>& other) {
            return other ? std::optional(quotient(*other, best)) : std::nullopt;
        };
        LimiterEvidence evidence{.unitIsWhole = figures.unit && figures.unit->isWhole,
                                 .inFlight = row.row->load ? loadsPerIteration(load) : 1.0,
                                 .hardwareAddresses = row.row->load && hasHardwareAddresses(load),
                                 .sumsUp = all.run->settings.cpu};
        if (noLoads != nullptr && noLoads->under(s) != nullptr) {
            figures.overNoLoads = quotient(noLoads->under(s)->ratio, figures.ratio);
            evidence.overNoLoads = over(noLoads->under(s)->ratio);
        }
        evidence.overUnit = over(ratioOfUnit(figures));
        const StrategyFigures* const same = evidence.sumsUp ? nullptr : ofSameKernel(all, *row.row, s);
        if (same != nullptr) evidence.overSameKernel = over(same->ratio);
        evidence.dependent = figures.overlapGain;
        if (!isWithoutLoads(load.technique) && load.technique != Technique::Reduce &&
            !onlyWrites(load.kind) && !all.run->settings.shader && !row.row->strategies[s].printed)
            figures.limiter = judgeLimiter(evidence);
    }
}

} // namespace vkperftest
