#include "model/merge.h"

namespace vkperftest {
namespace {

void append(std::vector<double>& to, const std::vector<double>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

bool sameSizes(const RowResult& a, const RowResult& b) {
    if (a.baselineLoads != 0 && b.baselineLoads != 0 && a.baselineLoads != b.baselineLoads) return false;
    for (std::size_t s = 0; s < a.strategies.size(); ++s) {
        const std::uint64_t loads[] = {a.strategies[s].loads, b.strategies[s].loads};
        if (loads[0] != 0 && loads[1] != 0 && loads[0] != loads[1]) return false;
    }
    return true;
}

void appendStrategy(StrategyResult& to, const StrategyResult& more) {
    const auto broken = [](const StrategyResult& result) {
        return result.status == Status::Failed || result.status == Status::Unsupported;
    };
    if (broken(to)) return;
    if (broken(more)) {
        to.status = more.status;
        to.reason = more.reason;
        to.nanoseconds.clear();
        return;
    }
    if (more.status != Status::Measured) return;
    to.status = Status::Measured;
    to.reason.clear();
    to.loads = more.loads;
    append(to.nanoseconds, more.nanoseconds);
}

// `offset`: where the other run's baseline series begins in the merged one.
void appendRow(RowResult& to, const RowResult& more, std::size_t epoch, std::size_t offset) {
    // Samples of different sizes cannot stand in one list. Sizes are passed on from run to run, so that only
    // a row which an earlier one did not reach can have another.
    if (!sameSizes(to, more)) return;
    if (more.baselineLoads != 0) to.baselineLoads = more.baselineLoads;
    append(to.baselineNanoseconds, more.baselineNanoseconds);
    for (const std::size_t place : more.sequence) {
        to.sequence.push_back(offset + place);
        to.epochs.push_back(epoch);
    }
    for (std::size_t s = 0; s < to.strategies.size(); ++s)
        appendStrategy(to.strategies[s], more.strategies[s]);
    to.stopped = more.stopped ? more.stopped : to.stopped;
}

void clearSamples(RowResult& row) {
    row.baselineNanoseconds.clear();
    row.sequence.clear();
    row.epochs.clear();
    for (StrategyResult& strategy : row.strategies) strategy.nanoseconds.clear();
}

} // namespace

RunResult mergeRuns(std::span<const RunResult> runs) {
    RunResult merged = runs.front();
    merged.baselineSeries.clear();
    merged.busyNanoseconds = merged.timedNanoseconds = merged.wallSeconds = 0;
    clearSamples(merged.nullRow);
    for (RowResult& row : merged.rows) clearSamples(row);
    for (RowResult& floor : merged.floors) clearSamples(floor);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const RunResult& run = runs[i];
        const std::size_t offset = merged.baselineSeries.size();
        append(merged.baselineSeries, run.baselineSeries);
        appendRow(merged.nullRow, run.nullRow, i, offset);
        for (std::size_t r = 0; r < merged.rows.size() && r < run.rows.size(); ++r) {
            appendRow(merged.rows[r], run.rows[r], i, offset);
        }
        for (std::size_t f = 0; f < merged.floors.size() && f < run.floors.size(); ++f) {
            appendRow(merged.floors[f], run.floors[f], i, offset);
        }
        merged.busyNanoseconds += run.busyNanoseconds;
        merged.timedNanoseconds += run.timedNanoseconds;
        merged.wallSeconds += run.wallSeconds;
        merged.warmedUp = merged.warmedUp && run.warmedUp;
        merged.interrupted = merged.interrupted || run.interrupted;
        if (merged.aborted.empty()) merged.aborted = run.aborted;
    }
    return merged;
}

} // namespace vkperftest
