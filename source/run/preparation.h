// What precedes a program's samples: it is prepared, verified and sized, and the device is warmed up.
#pragma once

#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "run/dispatch_size.h"
#include "run/run_state.h"
#include "run/timing.h"

namespace vkperftest {

class Preparation {
public:
    Preparation(RunState& run, Readings& readings);
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;
    ~Preparation();

    // Prepares the baseline and all rows that are not done, and admits the baseline. Fails if the baseline
    // cannot be measured. A row's failure is recorded in its result. If no device is left to go on with, the
    // run is aborted.
    Result<void> setUp();
    // Runs the baseline until the device is warm. The first call also finds the baseline's size.
    void warmUp();
    // Settles the device and returns whether to go on. After a renewal everything is verified, which is also
    // its discarded first pass, and the device is warmed up.
    bool ready();
    // Verifies the row's programs and finds their size, the same for all strategies, so that they compare
    // directly.
    void admit(RowState& row);

private:
    // A program to prepare: a row under one of its strategies.
    struct Wanted {
        RowState* row = nullptr;
        std::size_t strategy = 0;
    };

    // Each row's share of the time, and that of all.
    void shareTime(std::span<const Wanted> wanted);
    void settle();
    void verify(RowState& row);
    // Also that loads outside what the row reads return what the run's or the row's bounds checks promise.
    // Each kind of resource is checked once a restart under each strategy that binds all kinds; the other
    // strategies count on `set`. Not of the baseline, so that the other rows go on.
    Result<void> verifyProgram(ProgramId program, const BoundRow& bound, std::span<const float> expected);
    // `knownLoads`: the size that a file records, which is checked; 0: find it. 0 if the run is over before.
    Result<std::uint64_t> findSize(ProgramId program, std::uint64_t knownLoads);
    // Probes upwards from a small size. Serves as the discarded first pass, too: caches fill, and the driver
    // finishes its work at first use. RowFailed if even the fastest probe of the smallest size takes too long.
    Result<std::uint64_t> probeSize(ProgramId program);
    // Checks a size by probing upwards from a small one. RowFailed if it would take several times too long; it is
    // then never dispatched.
    Result<std::uint64_t> checkSize(ProgramId program, std::uint64_t groups);
    // Adds samples of the baseline and of dispatches half as large, which take about a tenth of a second. None
    // where its dispatch is a single unit.
    Result<void> addCostSamples();
    // The times of the dispatches in one submission, which count as busy alone.
    Result<std::vector<double>> probe(std::span<const Dispatch> dispatches);
    // Until the size is done, or the run is over.
    Result<void> probe(ProgramId program, DispatchSize& size);
    // How many times the size of a sample a visit's submission holds, and how long each may take, at most.
    double dispatchesPerVisit() const;
    double mostNanoseconds() const { return kSubmissionNanoseconds / dispatchesPerVisit(); }
    // If the device was lost while programs were prepared, renews it. The first lost program is the suspect,
    // and stays failed if there is no device to go on with. Fails if the baseline lost the device for good.
    Result<void> comeBack(std::span<const Wanted> wanted, std::vector<Result<ProgramId>>& programs);
    Result<void> admitBaseline(const Result<ProgramId>& program);
    // Stores the program, or why there is none. A lost program is prepared again, alone.
    void giveProgram(const Wanted& wanted, Result<ProgramId> program);
    Result<ProgramId> prepareAlone(const Wanted& wanted);

    RunState& run_;
    Readings& readings_;
    KnownSizes sizes_;
    CostSamples costSamples_;
    double targetNanoseconds_ = 0;
    // By kind of resource, robustness and strategy, of this restart.
    std::map<std::tuple<ResourceKind, Robustness, Strategy>, Result<void>> outside_;
    std::size_t outsideRestart_ = 0;
};

} // namespace vkperftest
