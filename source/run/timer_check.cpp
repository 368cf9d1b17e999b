#include "run/timer_check.h"

#include <array>
#include <numeric>

#include "stats/interval.h"

namespace vkperftest {

void TimerCheck::begin(const TimedSpan& span) {
    first_ = span;
    device_ = span.taken;
}

void TimerCheck::add(const TimedSpan& span) {
    // Timestamps farther apart than the timer's range look closer than they are, and nothing shows that. A
    // wrong timer may wrap sooner than its period says, so the range must be several times as long as the
    // host waited.
    constexpr double kSafe = 4;
    const bool mayHaveWrapped = kSafe * (span.hostEnd - lastBegin_) > wraps_;
    lastBegin_ = span.hostBegin;
    // A first span that was delayed would loosen the bounds of its whole stretch: a span so much shorter is a
    // better beginning.
    constexpr double kShorter = 4;
    const double length = span.hostEnd - span.hostBegin;
    if (!first_ || mayHaveWrapped || kShorter * length < first_->hostEnd - first_->hostBegin)
        return begin(span);
    const double enclosing = device_ + span.since - first_->taken;
    device_ += span.since + span.taken;
    const double host = span.hostBegin - first_->hostEnd;
    if (host <= 0) return;
    constexpr double kTight = 1.01;
    const double low = device_ / (span.hostEnd - first_->hostBegin), high = enclosing / host;
    if (high < low) return begin(span); // a clock jumped
    if (high > kTight * low) return;
    lows_.push_back(low);
    highs_.push_back(high);
    begin(span);
}

std::optional<TimerRate> TimerCheck::rate() const {
    constexpr std::size_t kFewest = 3; // of two, the median would not outvote one that a jump spoiled
    if (lows_.size() < kFewest) return std::nullopt;
    return TimerRate{median(lows_), median(highs_), lows_.size()};
}

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

} // namespace vkperftest
