// Whether claims about how long rows take can all be true.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace vkperftest {

// The subject takes `times` times as long as the reference: exactly, at least, at most, or about as long.
struct TimesClaim {
    std::string subject, reference;
    double times = 1;
    bool least = true, most = true;
    double room = 1.02; // a factor that is left open
};

// A set of claims that cannot all be true, by their rows' names: "A, B, A"; empty if there is none. Claims bound how
// much slower one row is than another; going round in a circle of rows must not make any of them slower than itself.
inline std::string contradiction(const std::vector<TimesClaim>& claims) {
    // An edge says: `to` is at most so much (a logarithm) slower than `from`.
    struct Edge {
        std::size_t from, to;
        double most;
    };
    std::map<std::string, std::size_t> numbers;
    std::vector<std::string> names;
    const auto numberOf = [&](const std::string& name) {
        const auto [at, isNew] = numbers.emplace(name, names.size());
        if (isNew) names.push_back(name);
        return at->second;
    };
    std::vector<Edge> edges;
    for (const TimesClaim& claim : claims) {
        const std::size_t subject = numberOf(claim.subject), reference = numberOf(claim.reference);
        const double times = std::log(claim.times), room = std::log(claim.room);
        if (claim.most) edges.push_back({reference, subject, times + room});
        if (claim.least) edges.push_back({subject, reference, -times + room});
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
