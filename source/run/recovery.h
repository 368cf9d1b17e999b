// What follows when something breaks: who did it, what is saved, and a device to go on with.
#pragma once

#include "run/run_state.h"

namespace vkperftest {

class Recovery {
public:
    explicit Recovery(RunState& run) : run_(run) {}

    // After any error of the executor. If the device is lost or gone, what is marked is saved before anything
    // else; then a lost one is made anew, and one that is gone ends the run.
    void recover(const Error& error);
    // Everything anew on the device: an epoch begins.
    void renew();
    // Ends the run, unless the device was lost for the first times.
    void baselineBroke(const Error& error);
    // Takes a strategy out of the row, for the reason that the error gives, and recovers. The third row in a
    // row to lose the device ends the run.
    void close(RowState& row, std::size_t strategy, const Error& error);
    // Marks a program as failed and saves that, lest it takes the run with it whenever that is resumed.
    // Returns what it was before, for the caller to write back once the program has done no harm.
    StrategyResult suspect(RowState& row, std::size_t strategy, const Error& error);
    // A submission with the row's programs failed: all become failed, which is saved. Then each is tried
    // alone; those that work are taken back, unless all do. The null row is the baseline's matter.
    void isolate(RowState& row, const Error& error);
    // One of the rows was sampled: no rows in a row have lost the device.
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
