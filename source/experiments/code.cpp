#include "experiments/code.h"

namespace vkperftest {

std::optional<Trouble> RowCode::trouble() const {
    const std::string& reason = missing.empty() ? facts.trouble : missing;
    return reason.empty() ? std::nullopt : std::optional(Trouble{&kReported, reason});
}

double loadsOfEach(const CodeFacts& facts) {
    const LoadSummary& summary = facts.summary;
    double loads = 0;
    for (const LoadCount& one : summary.loads) {
        if (!isFromMemory(one.load.source)) continue;
        const bool repeated = summary.loops && one.innermost;
        loads += static_cast<double>(one.count) / (repeated ? summary.loadsPerIteration : 1);
    }
    return loads;
}

} // namespace vkperftest
