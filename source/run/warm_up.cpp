#include "run/warm_up.h"

#include <cmath>

#include "stats/interval.h"

namespace vkperftest {

void WarmUp::add(double nanoseconds) {
    busy_ += nanoseconds;
    samples_.push_back(nanoseconds);
}

bool WarmUp::converged() const {
    if (busy_ < goal_.leastNanoseconds || samples_.size() < 2 * kWindow) return false;
    const auto middle = samples_.end() - kWindow;
    const double last = median({middle, samples_.end()});
    const double before = median({middle - kWindow, middle});
    return std::abs(last / before - 1) <= goal_.agreement;
}

} // namespace vkperftest
