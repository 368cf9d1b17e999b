#include "run/counter.h"

#include "stats/interval.h"

namespace vkperftest {

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
    CounterReader* const reader = executor.counterReader();
    if (reader == nullptr) return Error{ErrorKind::Unsupported, "the device has none", ""};
    std::array<CounterSample, 3> samples; // something else may delay one of them
    for (CounterSample& each : samples) VKPERFTEST_TRY(assign(each, reader->readCounter(after)));
    if (const std::optional<CounterReading> reading = readingOf(samples)) return *reading;
    return Error{ErrorKind::Unsupported, "the device's timer did not advance while the counter was read", ""};
}

} // namespace vkperftest
