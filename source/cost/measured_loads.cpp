#include "cost/measured_loads.h"

#include <algorithm>
#include <utility>

#include "cases/strategy.h"

namespace vkperftest {
namespace {

bool readsTexels(const LoadFacts& facts) {
    return facts.resource == ResourceKind::TexelBuffer || facts.resource == ResourceKind::Texture;
}

// Of a row that its loads limit.
GpuPart partOf(const RunResult& run, const LoadFacts& facts) {
    if (run.settings.cpu) return GpuPart::Memory;
    const bool buffer = facts.resource == ResourceKind::StorageBuffer;
    switch (run.device.vendorId) {
    case kVendorAmd:
        return readsTexels(facts) || (buffer && facts.pattern != Pattern::Uniform) ? GpuPart::Memory
                                                                                   : GpuPart::Own;
    case kVendorNvidia:
    case kVendorIntel:
        return readsTexels(facts) ? GpuPart::Texture : buffer ? GpuPart::Memory : GpuPart::Own;
    default:
        return GpuPart::Own;
    }
}

// What remains of a time that is so many times its floor's.
Nanoseconds aboveFloor(const Nanoseconds& time, const PairedRatio& overFloor) {
    const auto share = [](double times) { return times > 1 ? 1 - 1 / times : 0; };
    const Interval interval = overFloor.interval.value_or(Interval{overFloor.median, overFloor.median});
    return {time.median * share(overFloor.median), time.low * share(interval.low),
            time.high * share(interval.high)};
}

Nanoseconds timeOf(const StrategyFigures& figures) {
    if (!figures.loadsPerNanosecond) {
        const double time = 1 / figures.best().median;
        return {time, time, time};
    }
    const double nanoseconds = 1 / *figures.loadsPerNanosecond;
    const PairedRatio& best = figures.best();
    const Interval interval = best.interval.value_or(Interval{best.median, best.median});
    const double level = nanoseconds * figures.ratio.median;
    return {level / best.median, level / interval.high, level / interval.low};
}

// The part that the row keeps busy, and how long at least.
std::pair<GpuPart, Nanoseconds> leastOf(const RunResult& run, const StrategyFigures& figures,
                                        const MeasuredLoad& load) {
    const bool printed = !figures.loadsPerNanosecond;
    const bool ofLoads = printed || figures.bound == Bound::Limit || figures.bound == Bound::Loads;
    if (ofLoads && !run.settings.cpu) return {partOf(run, load.facts), load.time};
    const bool known = figures.overFloor && figures.bound != Bound::Latency;
    const Nanoseconds above = known ? aboveFloor(load.time, *figures.overFloor) : Nanoseconds();
    if (run.settings.cpu) return {GpuPart::Memory, above};
    return {isOfInstructions(figures.bound) ? GpuPart::Instructions : GpuPart::Own, above};
}

bool areAlike(const MeasuredLoad& a, const MeasuredLoad& b) {
    return a.facts.resource == b.facts.resource && a.facts.bytes == b.facts.bytes &&
           a.facts.pattern == b.facts.pattern;
}

// How long the fastest load like this one keeps the buffers' part busy, or one that is as fast.
Nanoseconds memoryOfFastest(const MeasuredLoad& load, const std::vector<MeasuredLoad>& loads) {
    constexpr double kAsFast = 1.02;
    Nanoseconds fastest = load.time;
    for (const MeasuredLoad& other : loads) {
        if (areAlike(load, other)) fastest = lower(fastest, other.time);
    }
    for (const MeasuredLoad& other : loads) {
        const Nanoseconds& memory = other.least[static_cast<std::size_t>(GpuPart::Memory)];
        if (areAlike(load, other) && memory.median > 0 && other.time.median < kAsFast * fastest.median)
            return lower(memory, fastest);
    }
    return {};
}

// To loads from storage buffers that something else limits.
void addMemory(std::vector<MeasuredLoad>& loads) {
    const std::vector<MeasuredLoad> known = loads;
    for (MeasuredLoad& load : loads) {
        Nanoseconds& memory = load.least[static_cast<std::size_t>(GpuPart::Memory)];
        if (load.facts.resource == ResourceKind::StorageBuffer && memory.median == 0)
            memory = memoryOfFastest(load, known);
    }
}

// Whether a user's load can be such a load: others take other instructions, descriptors, images or memory.
bool isUsual(LoadKind kind) {
    constexpr LoadKind kOthers[] = {LoadKind::Shared,      LoadKind::Narrow,       LoadKind::Unpacked,
                                    LoadKind::Long,        LoadKind::Specialized,  LoadKind::Bindless,
                                    LoadKind::OtherMemory, LoadKind::OtherTexture, LoadKind::OtherSample};
    return std::ranges::count(kOthers, kind) == 0;
}

bool isPlain(const LoadFacts& facts) {
    return facts.technique == Technique::Direct && facts.place == CachePlace::InsideL1 &&
           accessOf(facts.kind) == RowAccess::Load && facts.isCompiledAsUsual() &&
           facts.stride == facts.bytes && isPerfTests(facts.pattern) && isUsual(facts.kind);
}

} // namespace

Nanoseconds operator+(const Nanoseconds& a, const Nanoseconds& b) {
    return {a.median + b.median, a.low + b.low, a.high + b.high};
}

Nanoseconds operator*(const Nanoseconds& time, double factor) {
    return {time.median * factor, time.low * factor, time.high * factor};
}

Nanoseconds lower(const Nanoseconds& a, const Nanoseconds& b) {
    return b.median < a.median ? b : a;
}

std::vector<MeasuredLoad> measuredLoads(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const std::size_t strategy = strategyNumber(run, kSetName).value_or(0);
    std::vector<MeasuredLoad> loads;
    for (const RowFigures& row : figures.rows) {
        const StrategyFigures* const its = row.under(strategy);
        if (its == nullptr || !row.row->load || !isPlain(*row.row->load)) continue;
        if (its->incomparable && its->caveatEffect != CaveatEffect::Faster)
            continue; // it may be slower than its loads
        MeasuredLoad& load = loads.emplace_back();
        load.row = row.row->name;
        load.facts = *row.row->load;
        load.time = timeOf(*its);
        const auto [part, least] = leastOf(run, *its, load);
        load.least[static_cast<std::size_t>(part)] = least;
    }
    addMemory(loads);
    return loads;
}

} // namespace vkperftest
