#include "model/run_result.h"

#include <array>

namespace vkperftest {

std::string_view statusName(Status status) {
    constexpr std::array<std::string_view, 4> kNames = {"measured", "unsupported", "failed", "not measured"};
    return kNames[static_cast<std::size_t>(status)];
}

std::string_view stopReasonName(StopReason reason) {
    constexpr std::array<std::string_view, 3> kNames = {"precision reached", "time is up", "interrupted"};
    return kNames[static_cast<std::size_t>(reason)];
}

const CodeDigest* codeOf(const RunResult& run, const StrategyResult& strategy) {
    const auto found = run.codes.find(strategy.code);
    return found != run.codes.end() ? &found->second : nullptr;
}

} // namespace vkperftest
