// A software driver whose only thread is stopped again and again, as other processes' turns stop it.
#ifdef __linux__
#include <csignal>
#include <ctime>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>

#include "base/utf8_path.h"
#include "cases/families/families.h"
#include "opened.h"
#include "run/timing.h"
#include "stats/interval.h"
#include "vulkan/device.h"

namespace vkperftest::preempted_test {

void sleepMilliseconds(long milliseconds) {
    const timespec time{0, milliseconds * 1'000'000};
    nanosleep(&time, nullptr);
}

// Stops this process for 30 ms of every 32.
class Stopper {
public:
    Stopper() : child_(fork()) {
        if (child_ != 0) return;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (const pid_t parent = getppid();;) {
            kill(parent, SIGSTOP);
            sleepMilliseconds(30);
            kill(parent, SIGCONT);
            sleepMilliseconds(2);
        }
    }
    ~Stopper() {
        kill(child_, SIGKILL);
        waitpid(child_, nullptr, 0);
        kill(getpid(), SIGCONT);
    }
    Stopper(const Stopper&) = delete;
    Stopper& operator=(const Stopper&) = delete;

private:
    pid_t child_;
};

double medianTime(VulkanExecutor& executor, const Dispatch& dispatch) {
    std::vector<double> times;
    for (int i = 0; i < 15; ++i) {
        const Result<std::vector<double>> time = sampleRunning(executor, {&dispatch, 1});
        EXPECT_TRUE(time.ok()) << time.error().sentence();
        if (time.ok()) times.push_back(time.value().front());
    }
    return median(std::move(times));
}

// Each dispatch takes longer than a turn, so that none is left alone.
TEST(Preempted, SamplesOfADriverWithOneThreadLastAsLongAsItRuns) {
    const std::string threads = environmentVariable("LP_NUM_THREADS");
    setEnvironmentVariable("LP_NUM_THREADS", "1");
    Opened opened = open(false);
    setEnvironmentVariable("LP_NUM_THREADS", threads);
    VulkanExecutor& executor = *opened.executor;
    if (executor.device().driverName.find("llvmpipe") == std::string::npos)
        GTEST_SKIP() << "threads not known";
    Dispatch dispatch{prepareOne(executor, {rawLoad(4), Pattern::Linear}), 1};
    constexpr double kLong = 8e6;
    while (medianTime(executor, dispatch) < kLong) dispatch.groups *= 2;
    const double alone = medianTime(executor, dispatch);
    const Stopper stopper;
    EXPECT_LT(medianTime(executor, dispatch), 2 * alone); // it takes sixteen times as long
}

} // namespace vkperftest::preempted_test
#endif
