// What precedes a program's samples: it is prepared, verified and sized, and the device is warmed up.
#pragma once

#include "run/dispatch_cost.h"
#include "run/recovery.h"

namespace vkperftest {

class Preparation {
public:
    Preparation(RunState& run, Recovery& recovery);
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;
    ~Preparation();

    // Prepares the baseline and all rows that are not done, and admits the baseline. Fails if the baseline
    // cannot be measured. A row's failure is recorded in its result. If no device is left to go on with, the
    // run is aborted.
    Result<void> setUp();
    // Runs the baseline until the device is warm. The first call also finds the baseline's size.
    void warmUp();
    // Reads clocks and heat while the baseline is dispatched over and over, or `row`, which first heats the
    // device. If that breaks the device, it is recovered and there is no reading; the row keeps its samples.
    void readConditions(const RowState* row = nullptr);
    // The same with the linear row that delivered the most bytes a nanosecond so far, by its median: few rows
    // draw more power, and the limit of L1 follows from its clock. A row that broke a reading is not chosen
    // again; after two such rows, no row is.
    void readConditionsUnderLoad();
    // Settles the device and returns whether to go on. After a renewal everything is verified, which is also
    // its discarded first pass, and the device is warmed up.
    bool ready();
    // Verifies the row's programs and finds their size, the same for all strategies, so that they compare
    // directly.
    void admit(RowState& row);

private:
    struct Wanted;

    // Gives each row its share if the effort limits the time of the whole run.
    void shareTime();
    bool settled() const { return settledEpoch_ == run_.epoch.number; }
    void settle();
    void verify(RowState& row);
    // `knownLoads`: the size that a file records, which is checked; 0: find it.
    Result<std::uint64_t> findSize(ProgramId program, std::uint64_t knownLoads);
    // How many times the size of a sample a visit's submission holds, at most.
    double dispatchesPerVisit() const;
    // If the device was lost while programs were prepared, renews it. The first lost program is the suspect,
    // and stays failed if there is no device to go on with. Fails if the baseline lost the device for good.
    Result<void> comeBack(std::span<const Wanted> wanted, std::vector<Result<ProgramId>>& programs);
    Result<void> admitBaseline(const Result<ProgramId>& program);
    // Stores the program, or why there is none. A lost program is prepared again, alone.
    void giveProgram(const Wanted& wanted, const Result<ProgramId>& prepared);

    RunState& run_;
    Recovery& recovery_;
    KnownSizes sizes_;
    CostSamples costSamples_;
    double targetNanoseconds_ = 0;
    std::vector<const RowState*> brokeReadings_;
    std::size_t settledEpoch_; // in which everything is verified, and the device is warm
};

} // namespace vkperftest
