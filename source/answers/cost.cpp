#include "answers/cost.h"

#include <algorithm>

#include "base/text.h"

namespace vkperftest {
namespace {

bool isPrinted(const Row& row) {
    return !row.figures->loadsPerNanosecond;
}

bool arePrinted(const Cost& cost) {
    return isPrinted(cost.subject) && isPrinted(cost.reference);
}

bool areSlowedAlike(const Row& first, const Row& second) {
    const auto isSlowed = [](const Row& row) {
        return row.figures->incomparable && row.figures->caveatEffect == CaveatEffect::Slower;
    };
    LoadFacts other = second.load();
    other.pattern = first.load().pattern;
    return first.load() == other && isSlowed(first) && isSlowed(second);
}

Sense senseOf(const Row& subject, const Row& reference, double times) {
    if (areSlowedAlike(subject, reference)) return times >= 1 ? Sense::AtLeast : Sense::AtMost;
    const bool least = reference.isAtLeast() && subject.isAtMost();
    const bool most = reference.isAtMost() && subject.isAtLeast();
    return least && most ? Sense::Exact : least ? Sense::AtLeast : most ? Sense::AtMost : Sense::Unknown;
}

} // namespace

bool Row::isAtLeast() const {
    return !figures->incomparable || figures->caveatEffect == CaveatEffect::Slower;
}

bool Row::isAtMost() const {
    return showsLoads(*result, *figures) &&
           (!figures->incomparable || figures->caveatEffect == CaveatEffect::Faster);
}

std::vector<Row> measuredRows(const RunFigures& figures) {
    const std::size_t all = figures.run->settings.strategies.size();
    for (std::size_t strategy = 0; strategy < all; ++strategy) {
        std::vector<Row> rows;
        for (const RowFigures& row : figures.rows)
            if (const StrategyFigures* its = row.under(strategy); its != nullptr && row.row->load)
                rows.push_back({row.row, its});
        if (!rows.empty()) return rows;
    }
    return {};
}

bool isPlain(const LoadFacts& load) {
    return load.technique == Technique::Direct && load.isCompiledAsUsual();
}

bool Cost::isAtLeast(double threshold) const {
    if (!hasLeast(sense)) return false;
    return arePrinted(*this) ? times.median >= threshold : vkperftest::isAtLeast(times, threshold) == true;
}

bool Cost::isAtMost(double threshold) const {
    if (!hasMost(sense)) return false;
    return arePrinted(*this) ? times.median <= threshold : vkperftest::isAtLeast(times, threshold) == false;
}

Cost costOf(const Row& subject, const Row& reference) {
    const PairedRatio times = quotient(reference.figures->best(), subject.figures->best());
    return {subject, reference, times, senseOf(subject, reference, times.median)};
}

Outcome outcomeOf(const Cost& cost, double threshold, double sameWithin) {
    if (cost.isAtLeast(threshold)) return Outcome::Slower;
    if (cost.isAtMost(1 / threshold)) return Outcome::Faster;
    if (cost.isAtLeast(1 / sameWithin) && cost.isAtMost(sameWithin)) return Outcome::Same;
    if (cost.sense == Sense::AtMost && cost.isAtMost(kNoSlower)) return Outcome::NoSlower;
    return Outcome::Unclear;
}

bool isChoice(const LoadFacts& load) {
    constexpr std::uint32_t kMostOfShort = 256; // bytes of the short constant buffers
    const bool floats =
        load.format == Format::R32F || load.format == Format::RG32F || load.format == Format::RGBA32F;
    const bool converts = load.kind == LoadKind::Typed || load.kind == LoadKind::Texture;
    return isPlain(load) && load.byteOffset == 0 && (floats || !converts) &&
           (load.kind != LoadKind::Constants || load.resourceBytes > kMostOfShort) &&
           std::ranges::count(kLoadKinds, load.kind, &LoadKindChoice::kind) > 0;
}

std::string loadName(const Row& row) {
    const std::string pattern = " " + std::string(patternName(row.load().pattern));
    const std::string& name = row.name();
    return name.ends_with(pattern) ? name.substr(0, name.size() - pattern.size()) : name;
}

} // namespace vkperftest
