#include "advice/cost.h"

namespace vkperftest {
namespace {

bool isPrinted(const Row& row) {
    return !row.figures->loadsPerNanosecond;
}

// As isAtLeast in stats/paired.h; printed figures are taken as they are.
std::optional<bool> decided(const Cost& cost, double bound) {
    if (isPrinted(cost.subject) && isPrinted(cost.reference)) return cost.times.median >= bound;
    return isAtLeast(cost.times, bound);
}

bool areSlowedAlike(const Row& first, const Row& second) {
    const auto isSlowed = [](const Row& row) {
        return row.figures->incomparable && row.figures->caveatEffect == CaveatEffect::Slower;
    };
    return first.operation == second.operation && isSlowed(first) && isSlowed(second);
}

Sense senseOf(const Row& subject, const Row& reference, double times) {
    if (areSlowedAlike(subject, reference)) return times >= 1 ? Sense::AtLeast : Sense::AtMost;
    const bool least = reference.isAtLeast() && subject.isAtMost();
    const bool most = reference.isAtMost() && subject.isAtLeast();
    return least && most ? Sense::Exact : least ? Sense::AtLeast : most ? Sense::AtMost : Sense::Unknown;
}

} // namespace

bool Cost::isAtLeast(double bound) const {
    return hasLeast() && decided(*this, bound) == true;
}

bool Cost::isAtMost(double bound) const {
    if (isPrinted(subject) && isPrinted(reference)) return hasMost() && times.median <= bound;
    return hasMost() && decided(*this, bound) == false;
}

std::optional<Cost> costOf(const Row& subject, const Row& reference) {
    if (subject.figures == nullptr || reference.figures == nullptr) return std::nullopt;
    const PairedRatio times = quotient(reference.figures->best(), subject.figures->best());
    return Cost{subject, reference, times, senseOf(subject, reference, times.median)};
}

Outcome outcomeOf(const Cost& cost, double bound) {
    if (cost.isAtLeast(bound)) return Outcome::Slower;
    if (cost.isAtMost(1 / bound)) return Outcome::Faster;
    if (cost.isAtLeast(1 / kDiffers) && cost.isAtMost(kDiffers)) return Outcome::Same;
    if (cost.sense == Sense::AtMost && cost.isAtMost(kNoSlower)) return Outcome::NoSlower;
    return Outcome::Unclear;
}

std::optional<CostClaim> claimOf(const Row& subject, const Row& reference, double bound) {
    std::optional<Cost> cost = costOf(subject, reference);
    if (!cost) return std::nullopt;
    const Outcome outcome = outcomeOf(*cost, bound);
    if (outcome == Outcome::Unclear) return std::nullopt;
    return CostClaim{std::move(*cost), outcome};
}

} // namespace vkperftest
