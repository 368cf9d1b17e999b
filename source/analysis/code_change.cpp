#include "analysis/code_change.h"

#include <fmt/format.h>

#include "analysis/run_differences.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// Why one side's code is not known; empty if it is.
std::string whyUnknown(const RunResult& run, const CodeDigest* code) {
    if (code != nullptr && !code->trouble.empty()) return code->trouble;
    if (code != nullptr) return code->hash.empty() ? "its hash was not kept" : "";
    if (!run.codesMissing.empty()) return run.codesMissing;
    return run.codes.empty() ? "the file has no code" : "the file has no code for them";
}

// Why it is not known whether the code is the same.
std::string whyUnknown(const RunResult& base, const CodeDigest* before, const RunResult& now,
                       const CodeDigest* after) {
    const std::string was = whyUnknown(base, before), is = whyUnknown(now, after);
    if (was.empty() && is.empty()) return "the drivers print equal loads in different languages";
    if (was == is) return "in both: " + was;
    std::vector<std::string> sides;
    if (!was.empty()) sides.push_back("in BASE: " + was);
    if (!is.empty()) sides.push_back("in NEW: " + is);
    return join(sides, ", ");
}

} // namespace

CodeChange codeChange(const RunResult& base, const StrategyResult& before, const RunResult& now,
                      const StrategyResult& after) {
    const CodeDigest* const was = codeOf(base, before);
    const CodeDigest* const is = codeOf(now, after);
    CodeChange change;
    if (was != nullptr && was->trouble.empty()) change.baseLoads = was->loads();
    if (is != nullptr && is->trouble.empty()) change.nowLoads = is->loads();
    if (!deviceDifference(base, now).empty()) {
        change.whyUnknown = "the devices differ, and with them their code";
        return change;
    }
    if (was != nullptr && is != nullptr) change.same = sameCode(*was, *is);
    if (!change.same) change.whyUnknown = whyUnknown(base, was, now, is);
    return change;
}

} // namespace vkperftest
