// A simulated GPU: how long dispatches take on a device whose every cost is known, so that what the program
// finds can be compared with what was injected. It reproduces only what makes GPUs hard to measure.
//
// The model. A unit (SM, CU, Xe-core) holds a few workgroups at a time and shares its throughput among them;
// workgroups are handed out in waves, as many as all units hold. A load costs clocks of the unit's load path,
// clocks of its arithmetic units, and latency, which an invocation waits for once for all its loads in
// flight. The slowest of the three counts:
//
//   a unit with k workgroups  max(k x max(issue, arithmetic) x loads of a group, latency x loads / in flight)
//   a dispatch                launch cost + full waves + what is left over
//
// Left-over workgroups go to the units evenly (`clump` 0), so that a unit loses one workgroup at most, or
// fill one unit after another (`clump` 1). The latter happens if a unit's workgroups all end together, so
// that it is the first to ask for new ones; the last wave then takes as long as a full one. Workgroups of one wave end
// at slightly different times, a random walk: after w waves the end is smeared over `spread` x sqrt(w) waves. `spread`
// is an assumption, and small: without the steps between waves, measuring would be easy. An H100's are small: samples
// of its row of 8 waves scatter by 0.4 % (results/nvidia-h100.json), of Hopper here by 4 % where units are unknown.
//
// The clock ramps up while the device is busy and falls back while it idles, wanders by a few percent,
// differs from run to run, and may be throttled.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace vkperftest {

struct GpuProperties {
    double units = 1;
    double groupsPerUnit = 1;    // workgroups that a unit holds at a time
    double arithmeticLanes = 64; // instructions of one lane that a unit executes in a clock
    double boostGhz = 1;
    double idleShare = 0.25;     // share of the boost clock at which an idle device starts
    double rampMs = 300;         // busy time until 95 % of the way up
    double coolMs = 1500;        // idle time until 95 % of the way down
    double wander = 0.02;        // relative, to either side, over seconds
    double machine = 0.01;       // relative deviation of the clock from one run's seed to the next
    double launchUs = 3;         // of each dispatch
    double firstUs = 10;         // in addition, of the first dispatch of a submission
    double clump = 0;            // 0 to 1, see above
    double spread = 0.02;        // of the times of workgroups, relative
    double noise = 0.003;        // relative deviation of a dispatch
    double placement = 0.001;    // relative deviation of a row's time from one restart to the next
    double outliers = 0.002;     // share of dispatches that something else delays, such as a compositor
    double outlierUs = 500;      // by so much on average
    double tickNanoseconds = 1;  // of the timer
    double submissionUs = 80;    // host time of a submission, during which the device idles
    double programMs = 1;        // host time to make a pipeline and its resources
    double verificationMs = 0.5; // host time to run and check a program
    double addsUp = 0;           // share of all but the busiest unit's work that is not done meanwhile
    bool exact = false;          // every dispatch takes exactly what its loads cost in the long run
};

// What one load of one lane costs a unit, in clocks.
struct LoadCost {
    double issue = 0;      // of its load path
    double arithmetic = 0; // of its arithmetic units
    double latency = 0;    // until the load's value is there; 0: nothing is loaded
    double inFlight = 1;   // loads that an invocation waits for together
};

// The cost with all clocks multiplied by the factor.
LoadCost scaled(const LoadCost& cost, double factor);

// Nanoseconds a load on the whole device, at its boost clock and in an endless dispatch: the injected truth.
double steadyNanosecondsPerLoad(const GpuProperties& gpu, const LoadCost& cost);

// Clocks that the workgroups of a dispatch take, without the launch cost. More workgroups never take less.
double dispatchClocks(const GpuProperties& gpu, const LoadCost& cost, double groups);

// From this second on, the clock is lower by this share.
struct Throttling {
    double second = 0;
    double share = 0;
};

// The device at work. Its time advances only with the work that it is given.
class SimulatedGpu {
public:
    // `throttling`: ordered by second. `machine`: the seed of the clock, which two scripts on one machine
    // share at the same time.
    SimulatedGpu(const GpuProperties& properties, std::vector<Throttling> throttling, std::uint64_t machine,
                 std::mt19937_64& random);

    // The device has nothing to do meanwhile.
    void idle(double nanoseconds);
    void beginSubmission();
    // Runs a dispatch of the submission; returns the nanoseconds that the timer shows.
    double run(const LoadCost& cost, std::uint64_t groups);
    // The same for a dispatch of one workgroup that takes so many clocks.
    double runAlone(double clocks);

    const GpuProperties& properties() const { return properties_; }
    double clockGhz() const;                    // of its units, now
    double nanoseconds() const { return now_; } // since it was made

private:
    double take(double clocks); // a dispatch with its launch

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
