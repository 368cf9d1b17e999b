// What happens when something breaks: the culprit is found, results are saved, and the device is renewed.
#pragma once

#include "run/run_state.h"

namespace vkperftest {

class Recovery {
public:
    explicit Recovery(RunState& run) : run_(run) {}

    // Call after any error of the executor. If the device is lost or gone, all that is marked is saved first.
    // Then a lost device is renewed; a device that is gone ends the run.
    void recover(const Error& error);
    // Recreates everything on the device: an epoch begins.
    void renew();
    // Ends the run, except the first two times that the device was lost.
    void baselineBroke(const Error& error);
    // Removes a strategy from the row, for the error's reason, and recovers. The third row in a row to lose
    // the device ends the run.
    void close(RowState& row, std::size_t strategy, const Error& error);
    // Marks a program as failed and saves that, so that it cannot break every resumed run. Returns the
    // previous result, which the caller restores once the program has proven harmless.
    StrategyResult suspect(RowState& row, std::size_t strategy, const Error& error);
    // Call if a submission with the row's programs failed: all are marked as failed, which is saved. Then
    // each is tried alone; those that work are restored, unless all do. A null row that breaks the device
    // counts as the baseline.
    void isolate(RowState& row, const Error& error);
    // Call when a row was sampled: the count of rows that lost the device in a row starts again.
    void rowSampled();

private:
    void mark(RowState& row, std::size_t strategy, const Error& error);
    void countLoss(const RowState& row, const Error& error);

    RunState& run_;
    int baselineLosses_ = 0; // of the device, by the baseline alone
    int lossesInARow_ = 0;   // by rows, since one was sampled
    const RowState* lastToLose_ = nullptr;
};

} // namespace vkperftest
