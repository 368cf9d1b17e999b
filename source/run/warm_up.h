// Detects when a device has left its idle state.
#pragma once

#include <vector>

namespace vkperftest {

struct WarmUpGoal {
    double leastNanoseconds = 0; // busy time before which it is never done
    double mostNanoseconds = 0;  // busy time after which it gives up
    double agreement = 0.01;     // the last two medians of kWindow samples differ by at most this
};

// Warm when the samples have stopped changing: the median of the last window is compared with the one before.
class WarmUp {
public:
    static constexpr std::size_t kWindow = 5;

    explicit WarmUp(const WarmUpGoal& goal) : goal_(goal) {}

    void add(double nanoseconds);

    bool converged() const;
    bool done() const { return converged() || busy_ >= goal_.mostNanoseconds; }

private:
    WarmUpGoal goal_;
    double busy_ = 0;
    std::vector<double> samples_;
};

} // namespace vkperftest
