#include "advice/cost.h"

#include <cmath>
#include <limits>
#include <map>

namespace vkperftest {
namespace {

bool isPrinted(const Row& row) {
    return !row.figures->loadsPerNanosecond;
}

// As isAtLeast in stats/paired.h, and of printed figures as they stand.
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

std::string contradiction(const std::vector<CostClaim>& claims, double tolerance) {
    // An edge says: `to` is at most so much (a logarithm) slower than `from`.
    struct Edge {
        std::size_t from, to;
        double most;
    };
    std::map<std::string, std::size_t> numbers;
    std::vector<std::string> names;
    const auto numberOf = [&](const Row& row) {
        const auto [at, isNew] = numbers.emplace(row.name, names.size());
        if (isNew) names.push_back(row.name);
        return at->second;
    };
    std::vector<Edge> edges;
    for (const CostClaim& claim : claims) {
        const std::size_t subject = numberOf(claim.cost.subject), reference = numberOf(claim.cost.reference);
        const bool same = claim.outcome == Outcome::Same;
        const double times = std::log(claim.cost.times.median), room = std::log(same ? kDiffers : tolerance);
        if (same || claim.cost.hasMost()) edges.push_back({reference, subject, (same ? 0 : times) + room});
        if (same || claim.cost.hasLeast()) edges.push_back({subject, reference, (same ? 0 : -times) + room});
    }
    std::vector<double> slowness(names.size(), 0);
    std::vector<std::size_t> before(names.size(), names.size());
    std::size_t changed = names.size();
    for (std::size_t round = 0; round <= names.size(); ++round) {
        changed = names.size();
        for (const Edge& edge : edges) {
            if (slowness[edge.from] + edge.most >= slowness[edge.to] - 1e-9) continue;
            slowness[edge.to] = slowness[edge.from] + edge.most;
            before[edge.to] = edge.from;
            changed = edge.to;
        }
        if (changed == names.size()) return {};
    }
    // So many steps back lie on the circle, whatever led to it.
    for (std::size_t i = 0; i < names.size(); ++i) changed = before[changed];
    std::string circle = names[changed];
    for (std::size_t at = before[changed]; at != changed; at = before[at]) circle += ", " + names[at];
    return circle + ", " + names[changed];
}

} // namespace vkperftest
