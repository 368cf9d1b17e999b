#include "run/timing.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <numeric>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "stats/interval.h"

namespace vkperftest {

double CostSamples::nanoseconds() const {
    constexpr double kLeast = 0.001; // of a large dispatch: less is lost in rounding, and makes no difference
    if (small.empty()) return 0;
    const double ofSmall = undisturbedLevel(small), ofLarge = undisturbedLevel(large);
    const auto few = static_cast<double>(smallGroups), many = static_cast<double>(largeGroups);
    const double cost = (many * ofSmall - few * ofLarge) / (many - few);
    return cost < kLeast * ofLarge ? 0 : cost;
}

std::optional<CounterReading> readingOf(std::span<const CounterSample> samples) {
    std::vector<double> rates, ticks;
    for (const CounterSample& sample : samples) {
        if (sample.nanoseconds <= 0) continue;
        rates.push_back(sample.ticks / sample.nanoseconds);
        ticks.push_back(sample.ticks);
    }
    if (rates.empty()) return std::nullopt;
    return CounterReading{median(rates), median(ticks) / kMoreSteps};
}

Result<CounterReading> readCounter(Executor& executor, const std::optional<Dispatch>& after) {
    auto* const reader = dynamic_cast<CounterReader*>(&executor);
    if (reader == nullptr) return Error{ErrorKind::Unsupported, "the device has none", ""};
    std::array<CounterSample, 3> samples; // something else may delay one of them
    for (CounterSample& each : samples) VKPERFTEST_TRY(assign(each, reader->readCounter(after)));
    if (const std::optional<CounterReading> reading = readingOf(samples)) return *reading;
    return Error{ErrorKind::Unsupported, "the device's timer did not advance while the counter was read", ""};
}

Result<std::vector<double>> sampleRunning(Executor& executor, std::span<const Dispatch> dispatches) {
    constexpr double kLeastShare = 0.9; // of the time, for a process that is alone
    auto* const timer = dynamic_cast<ProcessorTimer*>(&executor);
    const auto running = [&] { return timer != nullptr ? timer->processorNanoseconds() : std::nullopt; };
    const std::optional<double> before = running();
    Result<std::vector<double>> times = executor.sample(dispatches);
    if (!before || !times.ok()) return times;
    const double ran = running().value_or(*before) - *before;
    const double passed = std::accumulate(times.value().begin(), times.value().end(), 0.0);
    if (ran >= kLeastShare * passed) return times;
    if (dispatches.size() == 1) return std::vector{ran};
    std::vector<double> all;
    for (const Dispatch& dispatch : dispatches) {
        const Result<std::vector<double>> one = sampleRunning(executor, {&dispatch, 1});
        if (!one.ok()) return one.error();
        all.push_back(one.value().front());
    }
    return all;
}

double ticksToNanoseconds(std::uint64_t begin, std::uint64_t end, std::uint32_t validBits, double period) {
    const std::uint64_t mask = validBits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << validBits) - 1;
    return static_cast<double>((end - begin) & mask) * period;
}

std::string timestampDoubt(double nanoseconds, double hostNanoseconds) {
    // Dispatches take no longer than their submission. A timer whose rate is not quite right makes them seem to, and
    // ratios are right even then.
    constexpr double kMost = 3;
    constexpr double kSlack = 10e6; // of a coarse timer
    constexpr double kStandsStill = 100e6;
    constexpr std::string_view kWrong = "the device's timestamps are wrong: they";
    const double host = hostNanoseconds * 1e-6;
    if (nanoseconds > kMost * hostNanoseconds + kSlack) {
        return fmt::format("{} report {:.3g} ms of dispatches in a submission of {:.3g} ms", kWrong,
                           nanoseconds * 1e-6, host);
    }
    if (nanoseconds == 0 && hostNanoseconds > kStandsStill)
        return fmt::format("{} stood still in a submission of {:.3g} ms", kWrong, host);
    return {};
}

std::string timestampTrouble(std::uint32_t validBits, double period) {
    if (validBits == 0) return "its compute queues have no timestamps";
    if (!std::isfinite(period) || period <= 0) return "its timestamp period is not a positive number";
    return {};
}

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
