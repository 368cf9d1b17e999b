#include "run/readings.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/l1_limit.h"
#include "run/counter.h"
#include "stats/interval.h"

namespace vkperftest {
namespace {

bool isPrepared(const std::optional<ProgramId>& program) {
    return program.has_value();
}

} // namespace

bool Readings::readsCounter() const {
    // Once of the host's, since a software driver compiles its kernels anew for every device.
    const bool once =
        run_.traits.method->counterOfHost && (run_.plan.block || !run_.result.conditions.empty());
    return run_.result.counterMissing.empty() && !once;
}

bool Readings::wasRead() const {
    return std::ranges::any_of(run_.result.conditions,
                               [](const Conditions& reading) { return reading.counter.has_value(); });
}

void Readings::read(const RowState* row) {
    const bool counts = readsCounter();
    if (!run_.hooks.conditions && !counts) return;
    if (!run_.result.aborted.empty()) return;
    Dispatch dispatch = run_.baseline;
    if (row != nullptr) dispatch = {**std::ranges::find_if(row->programs, isPrepared), row->groups};
    const std::vector<Dispatch> dispatches(2, dispatch);
    double busy = 0;
    bool going = true;
    const auto broke = [&](const Error& error) {
        going = false;
        if (row == nullptr) return recovery_.baselineBroke(error);
        // No sample was lost, and the row's own samples show that it can be measured.
        broke_.push_back(row);
        recovery_.recover(error);
    };
    const auto keepBusy = [&] {
        const Result<std::vector<double>> sampled = run_.sample(dispatches);
        if (sampled.ok())
            busy += sampled.value()[0] + sampled.value()[1];
        else
            broke(sampled.error());
        return going;
    };
    // Nanoseconds: clocks follow the load with a delay, and power, which is averaged, with a longer one.
    const double heated = run_.hooks.conditions ? 100e6 : 20e6;
    while (row != nullptr && busy < heated && going) keepBusy();
    std::optional<Conditions> reading;
    if (going && counts) {
        const Result<CounterReading> counter =
            readCounter(run_.executor,
                        run_.traits.method->counterOfHost ? std::nullopt : std::optional<Dispatch>(dispatch));
        const bool lost = !counter.ok() && (counter.error().kind == ErrorKind::DeviceLost ||
                                            counter.error().kind == ErrorKind::NoDevice);
        // If the first reading fails, there is no second: it may break the device every time.
        if (!counter.ok() && !wasRead()) run_.result.counterMissing = counter.error().cause;
        if (lost)
            broke(counter.error());
        else if (counter.ok())
            reading.emplace().counter = counter.value();
    }
    if (going && run_.hooks.conditions) {
        const std::optional<CounterReading> counter = reading ? reading->counter : std::nullopt;
        reading = run_.hooks.conditions(keepBusy); // may clear `going`
        reading->counter = counter;
    }
    if (reading && going) {
        reading->epoch = run_.epoch.number;
        if (row != nullptr) reading->row = row->result->name;
        run_.result.conditions.push_back(std::move(*reading));
    }
    run_.result.busyNanoseconds += busy;
}

void Readings::readUnderLoad() {
    constexpr std::size_t kForgiven = 2; // each costs a renewal of the device
    if (broke_.size() >= kForgiven) return;
    const RowState* heaviest = nullptr;
    double most = 0;
    for (const RowState& row : run_.rows) {
        const auto program = std::ranges::find_if(row.programs, isPrepared);
        const std::optional<std::uint32_t> bytes = bytesForLimit(*row.result);
        if (program == row.programs.end() || row.twin || !bytes) continue;
        const auto strategy = static_cast<std::size_t>(program - row.programs.begin());
        const StrategyResult& result = row.result->strategies[strategy];
        const bool broke = std::ranges::find(broke_, &row) != broke_.end();
        if (broke || result.nanoseconds.empty()) continue;
        const double rate = static_cast<double>(result.loads * *bytes) / median(result.nanoseconds);
        if (rate > std::exchange(most, std::max(most, rate))) heaviest = &row;
    }
    if (heaviest != nullptr) read(heaviest);
}

} // namespace vkperftest
