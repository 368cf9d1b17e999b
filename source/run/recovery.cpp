#include "run/recovery.h"

#include <fmt/format.h>

namespace vkperftest {

void Recovery::recover(const Error& error) {
    const bool gone = error.kind == ErrorKind::NoDevice;
    if (gone) run_.result.aborted = error.sentence();
    if (!gone && error.kind != ErrorKind::DeviceLost) return;
    run_.saveNow();
    if (!gone) renew();
}

void Recovery::renew() {
    run_.epoch = {run_.epoch.number + 1, run_.rounds, run_.spent};
    if (const Result<void> renewed = run_.executor.renew(); !renewed.ok())
        run_.result.aborted = renewed.error().sentence();
}

void Recovery::baselineBroke(const Error& error) {
    constexpr int kForgiven = 2; // another program may have taken the device down
    const bool again = error.kind == ErrorKind::DeviceLost && ++baselineLosses_ <= kForgiven;
    if (again || error.kind == ErrorKind::NoDevice) {
        recover(error);
    } else {
        run_.result.aborted = "the baseline can no longer be measured: " + error.cause;
    }
}

void Recovery::mark(RowState& row, std::size_t strategy, const Error& error) {
    StrategyResult& result = row.result->strategies[strategy];
    Unmeasured unmeasured = unmeasuredBy(error);
    result.status = unmeasured.status;
    result.reason = std::move(unmeasured.reason);
    result.nanoseconds.clear();
    row.programs[strategy].reset();
}

void Recovery::close(RowState& row, std::size_t strategy, const Error& error) {
    mark(row, strategy, error);
    recover(error);
    countLoss(row, error);
}

void Recovery::countLoss(const RowState& row, const Error& error) {
    constexpr int kMost = 3;
    if (error.kind != ErrorKind::DeviceLost || &row == lastToLose_) return;
    lastToLose_ = &row;
    if (++lossesInARow_ < kMost || !run_.result.aborted.empty()) return;
    run_.result.aborted =
        fmt::format("three rows in a row lost the device, '{}' last: {}; check the driver's log, "
                    "then go on with --continue",
                    row.result->name, error.cause);
}

void Recovery::rowSampled() {
    lossesInARow_ = 0;
    lastToLose_ = nullptr;
}

StrategyResult Recovery::suspect(RowState& row, std::size_t strategy, const Error& error) {
    StrategyResult before = row.result->strategies[strategy];
    mark(row, strategy, error);
    run_.saveNow();
    return before;
}

void Recovery::isolate(RowState& row, const Error& error) {
    const bool broken = error.kind != ErrorKind::RowFailed; // the device, too
    if (&row == &run_.null && broken) return baselineBroke(error);
    // If the run dies of what follows, it is resumed without these programs.
    const std::vector<std::optional<ProgramId>> programs = row.programs;
    const std::vector<StrategyResult> results = row.result->strategies;
    for (std::size_t s = 0; s < row.programs.size(); ++s) {
        if (row.programs[s]) mark(row, s, error);
    }
    recover(error);
    if (!run_.result.aborted.empty()) return;
    if (const auto alone = run_.sample({&run_.baseline, 1}); !alone.ok()) return baselineBroke(alone.error());
    std::vector<std::size_t> innocent;
    bool found = false;
    for (std::size_t s = 0; s < row.programs.size() && run_.result.aborted.empty(); ++s) {
        if (!programs[s]) continue;
        const Dispatch dispatch{*programs[s], row.groups};
        const Result<std::vector<double>> alone = run_.sample({&dispatch, 1});
        if (alone.ok()) {
            innocent.push_back(s);
            continue;
        }
        mark(row, s, alone.error());
        recover(alone.error());
        found = true;
    }
    // If none failed alone, they broke it together.
    for (std::size_t i = 0; i < innocent.size() && found; ++i) {
        row.result->strategies[innocent[i]] = results[innocent[i]];
        row.programs[innocent[i]] = programs[innocent[i]];
    }
    countLoss(row, error);
}

} // namespace vkperftest
