// What comes before a program's samples: it is prepared, verified and sized, and the device is warm.
#pragma once

#include "run/recovery.h"

namespace vkperftest {

class Preparation {
public:
    Preparation(RunState& run, Recovery& recovery);
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;
    ~Preparation();

    // Prepares the baseline and all rows that are not done, and admits the baseline. An error: the baseline
    // cannot be measured. What becomes of a row stands in its result; without a device to go on with the run
    // is aborted.
    Result<void> setUp();
    // Runs the baseline until the device is warm. The first time this finds its size, too.
    void warmUp();
    // Reads clocks and heat while the baseline is dispatched over and over; or the row, which first heats the
    // device. If that breaks the device, it recovers, and there is no reading; the row keeps its samples.
    void readConditions(const RowState* row = nullptr);
    // The same while the linear row runs that brought most bytes a nanosecond so far, by its median: few draw
    // more power, and its clock is that of the limit of L1. A row that broke a reading is not chosen again;
    // none is after two.
    void readConditionsUnderLoad();
    // Whether to go on: then the device is settled, and not before. After a renewal everything is verified,
    // its discarded first pass, and the device is warmed up.
    bool ready();
    // Verifies the row's programs and finds their size: one for all strategies, so that these compare
    // directly.
    void admit(RowState& row);

private:
    struct Wanted;

    // Where the effort says how long the run may take in all, each row gets its share of that.
    void shareTime();
    bool settled() const { return settledEpoch_ == run_.epoch.number; }
    void settle();
    void verify(RowState& row);
    // `knownLoads`: what a file says that it was found to be before, which is tried; 0: find it.
    Result<std::uint64_t> findSize(ProgramId program, std::uint64_t knownLoads);
    // So many times what a sample is sized for, at most, lies in the submission of a visit.
    double dispatchesPerVisit() const;
    // If the device was lost while they were prepared, it is made anew; the first of the lost is the suspect,
    // and stays failed if there is no device to go on with. An error: the baseline lost it for good.
    Result<void> comeBack(std::span<const Wanted> wanted, std::vector<Result<ProgramId>>& programs);
    Result<void> admitBaseline(const Result<ProgramId>& program);
    // Notes the program, or why there is none. One that was lost is prepared again by itself.
    void giveProgram(const Wanted& wanted, const Result<ProgramId>& prepared);

    RunState& run_;
    Recovery& recovery_;
    KnownSizes sizes_;
    double targetNanoseconds_ = 0;
    std::vector<const RowState*> brokeReadings_;
    std::size_t settledEpoch_; // in which everything is verified, and the device is warm
};

} // namespace vkperftest
