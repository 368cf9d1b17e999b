// What the experiment "uniform" concludes.
#include <fmt/format.h>

#include "experiments/judging.h"
#include "experiments/uniform.h"

namespace vkperftest {
namespace {

// By how much sharing gains, and the names of these loads.
std::string gainsText(const std::vector<const UniformFinding*>& gaining, std::size_t all) {
    std::vector<std::string> names;
    std::vector<double> gains;
    for (const UniformFinding* finding : gaining) {
        names.push_back(finding->subject);
        gains.push_back(finding->gain->median);
    }
    if (gaining.size() == all && all > 1)
        return fmt::format("{}x as fast on {} loads", rangeOf(gains, 1),
                           all == 2 ? "both" : fmt::format("all {}", all));
    return fmt::format("{}x as fast on {} of {} {} ({})", rangeOf(gains, 1), gaining.size(), all,
                       all == 1 ? "load" : "loads", namesTogether(names));
}

} // namespace

std::string concludeUniform(const std::vector<UniformFinding>& findings) {
    std::vector<const UniformFinding*> gaining;
    std::size_t unknown = 0, sharing = 0, merged = 0;
    for (const UniformFinding& finding : findings) {
        if (finding.gains == true) gaining.push_back(&finding);
        unknown += !finding.gains;
        merged += finding.verdict == Found::RemovedAdditions;
        sharing += finding.verdict == Found::AlreadyShares || finding.verdict == Found::ScalarLoads;
    }
    if (merged == findings.size())
        return "No conclusion: the compiler merges the additions of all lanes, so the rows show nothing "
               "about loads";
    if (unknown == findings.size()) return noConclusion(findings, "loads");
    const std::size_t same = findings.size() - gaining.size() - unknown;
    if (!gaining.empty()) {
        return fmt::format(
            "In loops, share uniform loads by hand: {}{}{}", gainsText(gaining, findings.size()),
            same > 0 ? fmt::format("; no gain on {} {}", same, same == 1 ? "load" : "loads") : "",
            noVerdictOn(unknown, "load"));
    }
    return fmt::format(
        "Leave uniform loads in loops as they are: {}sharing by hand gains nothing on {} of {} loads{}",
        sharing > 0 ? fmt::format("the driver shares {} of {} itself, and ", sharing, findings.size()) : "",
        same, findings.size(), noVerdictOn(unknown, "load"));
}

} // namespace vkperftest
