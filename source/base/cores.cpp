#include "base/cores.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <future>
#include <limits>
#include <mutex>
#include <vector>

#ifdef __linux__
#include <ctime>
#include <fstream>

#include <pthread.h>
#include <sched.h>
#elif defined(_WIN32)
#include <windows.h>
#endif

namespace vkperftest {
namespace {

bool giveWayToAllOthers() {
#ifdef __linux__
    const sched_param none{};
    return pthread_setschedparam(pthread_self(), SCHED_IDLE, &none) == 0;
#elif defined(_WIN32)
    return SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_IDLE) != 0;
#else
    return false;
#endif
}

#ifdef __linux__
std::optional<double> nanosecondsOf(clockid_t clock) {
    timespec time{};
    if (clock_gettime(clock, &time) != 0) return std::nullopt;
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}
#endif

} // namespace

void onAllCores(std::size_t count, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    const auto takeTurns = [&] {
        for (std::size_t i = next++; i < count; i = next++) work(i);
    };
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::future<void>> threads; // their destructors wait for the threads, too
    for (std::size_t i = 1; i < std::min(cores, count); ++i)
        threads.push_back(std::async(std::launch::async, takeTurns));
    takeTurns();
    for (std::future<void>& each : threads) each.get();
}

unsigned usableCores() {
    unsigned cores = std::max(1u, std::thread::hardware_concurrency());
#ifdef __linux__
    cpu_set_t bound;
    if (sched_getaffinity(0, sizeof(bound), &bound) == 0)
        cores = std::min(cores, static_cast<unsigned>(CPU_COUNT(&bound)));
    double quota = 0, period = 0; // "max 100000" without a quota
    if (std::ifstream("/sys/fs/cgroup/cpu.max") >> quota >> period && period > 0)
        cores = std::min(cores, std::max(1u, static_cast<unsigned>(quota / period)));
#endif
    return cores;
}

BusyCore::BusyCore()
    : thread_([](const std::stop_token& stop) {
          if (!giveWayToAllOthers()) { // a thread that has ended has no clock
              std::mutex mutex;
              std::unique_lock lock(mutex);
              std::condition_variable_any().wait(lock, stop, [] { return false; });
          }
          while (!stop.stop_requested()) {
          }
      }) {}

std::optional<double> processorTime() {
#ifdef __linux__
    return nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID);
#else
    return std::nullopt;
#endif
}

std::optional<double> BusyCore::processorTimeOfOthers() const {
#ifdef __linux__
    clockid_t clock{};
    if (pthread_getcpuclockid(const_cast<std::jthread&>(thread_).native_handle(), &clock) != 0)
        return std::nullopt;
    // The thread runs on between two readings, and for long if this one loses its core there: its clock is read before
    // and after the process's, and of three tries the one counts during which it ran least.
    constexpr int kTries = 3;
    std::optional<double> others;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kTries; ++i) {
        const std::optional<double> before = nanosecondsOf(clock), all = processorTime(),
                                    after = nanosecondsOf(clock);
        if (!before || !all || !after || *after - *before >= least) continue;
        least = *after - *before;
        others = *all - (*before + *after) / 2;
    }
    return others;
#else
    return std::nullopt;
#endif
}

} // namespace vkperftest
