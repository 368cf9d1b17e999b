// Reads the device's clocks and heat while it is busy.
#pragma once

#include <vector>

#include "run/recovery.h"

namespace vkperftest {

// By the caller's hook (RunHooks), and by the device's own counter. If that breaks the device, it is
// recovered, and there is no reading; a row keeps its samples.
class Readings {
public:
    Readings(RunState& run, Recovery& recovery) : run_(run), recovery_(recovery) {}

    // While the baseline is dispatched over and over, or `row`, which first heats the device.
    void read(const RowState* row = nullptr);
    // The same with the linear row that delivered the most bytes a nanosecond so far, by its median: few rows
    // draw more power, and the limit of L1 follows from its clock. A row that broke a reading is not chosen
    // again; after two such rows, no row is.
    void readUnderLoad();

private:
    bool readsCounter() const;
    bool wasRead() const; // the counter

    RunState& run_;
    Recovery& recovery_;
    std::vector<const RowState*> broke_; // readings
};

} // namespace vkperftest
