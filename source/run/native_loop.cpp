#include "run/native_loop.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "stats/interval.h"

namespace vkperftest {
namespace {

std::atomic<std::uint64_t> ends; // keeps the compiler from leaving the chains out

double nanosecondsOfStretch() {
    const auto begin = std::chrono::steady_clock::now();
    std::uint64_t value = ends.load(std::memory_order_relaxed) | 1; // 0 would stay
    for (std::uint32_t step = 0; step < kMoreSteps; ++step) {
        value ^= value << 13; // Marsaglia's xorshift, of which no compiler can join two steps
        value ^= value >> 7;
        value ^= value << 17;
    }
    ends.store(value, std::memory_order_relaxed);
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

CounterSample runNativeLoop(unsigned threads) {
    constexpr std::size_t kStretches = 30;
    std::vector<double> levels(std::max(threads, 1u));
    const auto run = [](double& level) {
        std::array<double, kStretches> stretches{};
        std::ranges::generate(stretches, nanosecondsOfStretch);
        level = undisturbedLevel(stretches);
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < levels.size(); ++i) others.emplace_back(run, std::ref(levels[i]));
    run(levels[0]);
    for (std::thread& thread : others) thread.join();
    double sum = 0;
    for (const double level : levels) sum += level;
    return {kMoreSteps, sum / static_cast<double>(levels.size())};
}

} // namespace vkperftest
