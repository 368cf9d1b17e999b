#include "base/all_cores.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace vkperftest {

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

} // namespace vkperftest
