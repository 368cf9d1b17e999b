#include "base/cores.h"

#include <ctime>
#include <stdexcept>
#include <vector>

#include "matchers.h"

namespace vkperftest::cores_test {

TEST(OnAllCores, DoesEachPieceOfWorkOnceAndIsThenDone) {
    for (const std::size_t count : {0u, 1u, 2u, 1000u}) {
        std::vector<int> done(count, 0);
        onAllCores(count, [&](std::size_t i) { ++done[i]; });
        EXPECT_THAT(done, Each(1)) << count;
    }
}

TEST(OnAllCores, ThrowsWhatWorkThrows) {
    for (const std::size_t thrower : {0u, 1u, 99u}) {
        const auto work = [&](std::size_t i) {
            if (i == thrower) throw std::runtime_error("out of something");
        };
        EXPECT_THROW(onAllCores(100, work), std::runtime_error) << thrower;
    }
}

#ifdef __linux__

double ofThisThread() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// Works until the thread has used so much more processor time.
void work(double nanoseconds) {
    for (const double begin = ofThisThread(); ofThisThread() < begin + nanoseconds;) {
    }
}

TEST(BusyCore, CountsTheProcessorTimeOfTheOtherThreads) {
    constexpr double kWork = 50e6;
    const BusyCore core;
    const double all = processorTime().value(), others = core.processorTimeOfOthers().value();
    work(kWork);
    const double ofOthers = core.processorTimeOfOthers().value() - others,
                 ofAll = processorTime().value() - all;
    EXPECT_GE(ofOthers, 0.99 * kWork);
    EXPECT_LE(ofOthers, 1.01 * ofAll);
    EXPECT_LE(ofOthers, 1.5 * kWork); // the busy core's own time is not in it, whether it got a core or none
}

#endif

} // namespace vkperftest::cores_test
