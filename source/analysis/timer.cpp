#include "analysis/timer.h"

namespace vkperftest {

std::optional<double> timerError(const RunResult& run) {
    constexpr double kMost = 1.02;
    const std::optional<TimerRate>& rate = run.timerRate;
    if (!rate || (rate->low <= kMost && rate->high * kMost >= 1)) return std::nullopt;
    return (rate->low + rate->high) / 2;
}

} // namespace vkperftest
