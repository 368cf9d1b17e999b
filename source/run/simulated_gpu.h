// A simulated GPU: how long dispatches take on a device whose every cost is known, so that what the program
// finds can be held against what was planted. It reproduces what makes GPUs hard to measure, and nothing else.
//
// The model. A unit (SM, CU, Xe-core) holds a few workgroups at a time and shares its throughput among them;
// workgroups are given out in waves, as many as all units hold. A load costs clocks of the unit's load path, of
// its arithmetic units, and the latency that an invocation waits for as many loads as it has in flight; the
// slowest of the three counts:
//
//   a unit with k workgroups   max(k x max(issue, arithmetic) x loads of a group, latency x loads / in flight)
//   a dispatch                 launch cost + full waves + what is left over
//
// What is left over goes to the units evenly (`clump` 0), so that only the last workgroup of a unit is lost, or
// fills one unit after another (`clump` 1), as where a unit's workgroups all end together and it is the first
// to ask for new ones: then the last wave takes as long as a full one. Which of the two a GPU does is not known.
// Workgroups of one wave end at slightly different times, a random walk: after w waves the end is smeared over
// `spread` x sqrt(w) waves. `spread` is an assumption, and small, since steps that vanish would make the
// measuring easy.
//
// The clock ramps up while the device is busy and falls back while it idles, wanders by a few percent, differs
// from run to run, and may be throttled.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace vkperftest {

struct GpuProperties {
    double units = 1;
    double groupsPerUnit = 1;    // workgroups that a unit holds at a time
    double arithmeticLanes = 64; // instructions of one lane that a unit does in a clock
    double pathSpeed = 1;        // of its load paths, times the profile's
    double waiting = 1;          // latency of loads, times the profile's
    double sends = 1;            // instructions that only a load needs, times the profile's
    double boostGhz = 1;
    double idleShare = 0.25;     // of the boost clock, at which an idle device starts
    double rampMs = 300;         // busy time until 95 % of the way up
    double coolMs = 1500;        // idle time until 95 % of the way down
    double wander = 0.02;        // relative, to either side, over seconds
    double machine = 0.01;       // relative deviation of the clock from one run's seed to the next
    double launchUs = 3;         // of each dispatch
    double firstUs = 10;         // on top, of the first one of a submission
    double clump = 0;            // 0 to 1, see above
    double spread = 0.02;        // of the times of workgroups, relative
    double noise = 0.003;        // relative deviation of a dispatch
    double placement = 0.001;    // relative deviation of a row's time from one epoch to the next
    double outliers = 0.002;     // share of dispatches that something else delays, such as a compositor
    double outlierUs = 500;      // by so much on average
    double tickNanoseconds = 1;  // of the timer
    double submissionUs = 80;    // of the host for a submission, during which the device idles
    double programMs = 1;        // of the host to make a pipeline and its resources
    double verificationMs = 0.5; // of the host to run and check one
    bool exact = false;          // every dispatch takes what its loads cost in the long run, and nothing else
};

// What one load of one lane takes a unit, in clocks.
struct LoadCost {
    double issue = 0;      // of its load path
    double arithmetic = 0; // of its arithmetic units
    double latency = 0;    // until the load's value is there; 0: nothing is loaded
    double inFlight = 1;   // loads that an invocation does not wait for one by one
};

// The cost of everything so many times as high.
LoadCost scaled(const LoadCost& cost, double factor);

// What a load takes on the whole device, in nanoseconds at its boost clock, in a dispatch without end: the
// truth that is planted.
double steadyNanosecondsPerLoad(const GpuProperties& gpu, const LoadCost& cost);

// What the workgroups of a dispatch take, launch cost not counted. Never less for more of them.
double dispatchClocks(const GpuProperties& gpu, const LoadCost& cost, double groups);

// From this second on, the clock is lower by this share.
struct Throttling {
    double second = 0;
    double share = 0;
};

// The device at work. Time passes in it only by what it is told to do.
class SimulatedGpu {
public:
    // `throttling`: in the order of their seconds. `machine`: the seed of what two scripts on one machine, at
    // the same time, have in common: its clock.
    SimulatedGpu(const GpuProperties& properties, std::vector<Throttling> throttling, std::uint64_t machine,
                 std::mt19937_64& random);

    // Nothing to do meanwhile.
    void idle(double nanoseconds);
    void beginSubmission();
    // A dispatch of the submission; what the timer shows for it.
    double run(const LoadCost& cost, std::uint64_t groups);

    const GpuProperties& properties() const { return properties_; }
    double nanoseconds() const { return now_; } // since it was made

private:
    double clockGhz() const;

    GpuProperties properties_;
    std::vector<Throttling> throttling_;
    std::mt19937_64& random_;
    double now_ = 0;
    double ramp_ = 0;  // 0: at its idle clock, 1: at its boost clock
    double level_ = 1; // of this run's clocks
    double slowPhase_ = 0, fastPhase_ = 0;
    bool first_ = true;
};

} // namespace vkperftest
