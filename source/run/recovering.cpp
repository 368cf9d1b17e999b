// What follows when something breaks: who did it, what is saved, and a device to go on with.
#include <fmt/format.h>

#include "cases/cpu_model.h"
#include "run/measuring_loop.h"

namespace vkperftest {

void MeasuringLoop::mark(RowState& row, std::size_t strategy, const Error& error) {
    StrategyResult& result = row.result->strategies[strategy];
    Unmeasured unmeasured = unmeasuredBy(error);
    result.status = unmeasured.status;
    result.reason = std::move(unmeasured.reason);
    result.nanoseconds.clear();
    row.programs[strategy].reset();
}

void MeasuringLoop::close(RowState& row, std::size_t strategy, const Error& error) {
    mark(row, strategy, error);
    recover(error);
    countLoss(row, error);
}

void MeasuringLoop::countLoss(const RowState& row, const Error& error) {
    constexpr int kMost = 3;
    if (error.kind != ErrorKind::DeviceLost || &row == lastToLose_) return;
    lastToLose_ = &row;
    if (++lossesInARow_ < kMost || !result_.aborted.empty()) return;
    result_.aborted =
        fmt::format("three rows in a row lost the device, '{}' last: {}; look into the driver's log, "
                    "then go on with --resume",
                    row.result->name, error.cause);
}

void MeasuringLoop::recover(const Error& error) {
    const bool gone = error.kind == ErrorKind::NoDevice;
    if (gone) result_.aborted = error.sentence();
    if (!gone && error.kind != ErrorKind::DeviceLost) return;
    if (hooks_.saveNow) hooks_.saveNow(result_);
    if (!gone) renew();
}

void MeasuringLoop::renew() {
    settled_ = false;
    ++epoch_;
    epochsFirstRound_ = rounds_;
    spentBeforeEpoch_ = spent_;
    if (const Result<void> renewed = executor_.renew(); !renewed.ok())
        result_.aborted = renewed.error().sentence();
}

void MeasuringLoop::baselineBroke(const Error& error) {
    constexpr int kForgiven = 2; // another program may have taken the device down
    const bool again = error.kind == ErrorKind::DeviceLost && ++baselineLosses_ <= kForgiven;
    if (again || error.kind == ErrorKind::NoDevice) {
        recover(error);
    } else {
        result_.aborted = "the baseline can no longer be measured: " + error.cause;
    }
}

bool MeasuringLoop::ready() {
    while (!settled_ && !over()) settle();
    return !over();
}

void MeasuringLoop::settle() {
    settled_ = true;
    if (const Result<void> verified = executor_.verify(baseline_, expectedSums(plan_.baseline));
        !verified.ok())
        return baselineBroke(verified.error());
    for (RowState& row : rows_) {
        if (!row.done && row.groups != 0) verify(row);
    }
    if (!over() && settled_) warmUp();
    if (!over() && settled_) readConditions();
}

void MeasuringLoop::isolate(RowState& row, const Error& error) {
    const bool broken = error.kind != ErrorKind::RowFailed; // the device, too
    if (&row == &null_ && broken) return baselineBroke(error);
    // A run that dies of what follows is resumed without all of them.
    const std::vector<std::optional<ProgramId>> programs = row.programs;
    const std::vector<StrategyResult> results = row.result->strategies;
    for (std::size_t s = 0; s < row.programs.size(); ++s) {
        if (row.programs[s]) mark(row, s, error);
    }
    recover(error);
    if (!result_.aborted.empty()) return;
    if (const Result<void> alone = sampleAlone({baseline_, baselineGroups_}); !alone.ok()) {
        baselineBroke(alone.error());
        return;
    }
    std::vector<std::size_t> innocent;
    bool found = false;
    for (std::size_t s = 0; s < row.programs.size() && result_.aborted.empty(); ++s) {
        if (!programs[s]) continue;
        const Result<void> alone = sampleAlone({*programs[s], row.groups});
        if (alone.ok()) {
            innocent.push_back(s);
            continue;
        }
        mark(row, s, alone.error());
        recover(alone.error());
        found = true;
    }
    // Unless together they broke it.
    for (std::size_t i = 0; i < innocent.size() && found; ++i) {
        row.result->strategies[innocent[i]] = results[innocent[i]];
        row.programs[innocent[i]] = programs[innocent[i]];
    }
    countLoss(row, error);
}

StrategyResult MeasuringLoop::suspect(RowState& row, std::size_t strategy, const Error& error) {
    StrategyResult before = row.result->strategies[strategy];
    mark(row, strategy, error);
    if (hooks_.saveNow) hooks_.saveNow(result_);
    return before;
}

Result<ProgramId> MeasuringLoop::prepareAlone(RowState& row, std::size_t strategy, const BoundRow& bound,
                                              const Error& error) {
    const StrategyResult before = suspect(row, strategy, error);
    Result<ProgramId> program = executor_.prepare({&bound, 1}).front();
    row.result->strategies[strategy] = before;
    return program;
}

} // namespace vkperftest
