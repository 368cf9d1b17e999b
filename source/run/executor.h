// What the runner needs from whatever executes kernels. vulkan/ implements it for devices, the
// scripted executor for tests.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cases/bound_row.h"
#include "isa/digest.h"
#include "model/run_result.h"

namespace vkperftest {

// A prepared bound row: an index that stays valid as long as the executor.
using ProgramId = std::size_t;

struct Dispatch {
    ProgramId program = 0;
    std::uint64_t groups = 0; // workgroups of 256 invocations
};

struct ExecutorTraits {
    bool cpu = false;            // a software driver: no clocks to ramp up, but few workgroups a millisecond
    std::uint64_t groupUnit = 1; // dispatches are multiples of this, so that all cores get equal shares
    double tickNanoseconds = 1;  // of the timer
};

// Dispatches of the command buffers whose recording is timed.
constexpr std::array<std::uint64_t, 5> kRecordedLengths = {1, 10, 100, 1000, 10000};
constexpr std::uint64_t kMostRecorded = kRecordedLengths.back();

// Told how many of so many pipelines are built.
using BuildProgress = std::function<void(std::size_t built, std::size_t all)>;

class Executor {
public:
    virtual ~Executor() = default;

    virtual ExecutorTraits traits() const = 0;

    // Seconds that have passed on its own clock since it was made; nothing where the host's clock counts.
    virtual std::optional<double> ownSeconds() const { return std::nullopt; }

    // What the samples so far tell of its timer; nothing where they do not suffice.
    virtual std::optional<TimerRate> timerRate() const { return std::nullopt; }

    // Makes resources, pipelines (in parallel) and bindings of all bound rows; one result each, in their
    // order. An Unsupported error names what the device lacks. DeviceLost: as of `sample`; those that follow
    // fail with it, whoever lost it.
    virtual std::vector<Result<ProgramId>> prepare(std::span<const BoundRow> boundRows) = 0;

    // From now on `prepare` and `renew` call it on the thread that called them. Those that take no time do
    // not.
    virtual void tellBuilding(BuildProgress) {}

    // What the driver's compiler makes of the bound rows' kernels, one result each, in their order; nothing
    // that `prepare` makes has a part in it. An error of the whole says why nothing can be told of any; it
    // leaves the executor as it was.
    virtual Result<std::vector<Result<CodeDigest>>> readCode(std::span<const BoundRow> boundRows) = 0;

    // Makes everything that `prepare` made anew: pipelines, memory, bindings; programs keep their ids and
    // must be verified again. What depends on where code and data happen to lie then varies within a run, not
    // only from run to run. After DeviceLost nothing else may be called before. NoDevice if it fails.
    virtual Result<void> renew() = 0;

    // Runs the program with its sink open and compares every invocation's sum with `expected`
    // (cases/cpu_model.h). DeviceLost and NoDevice: as of `sample`.
    virtual Result<void> verify(ProgramId program, std::span<const float> expected) = 0;

    // Runs the dispatches in this order in one submission, each after the one before has ended, and returns
    // the nanoseconds of each; 0 if the timer did not advance meanwhile. DeviceLost: the submission failed,
    // and `renew` must be called; NoDevice: no further calls may be made.
    virtual Result<std::vector<double>> sample(std::span<const Dispatch> dispatches) = 0;

    // Host time to record a command buffer of so many dispatches (1 to kMostRecorded), each bound in the way
    // of that name (cases/strategy.h), in nanoseconds for one of them; until buffer and new sets are reset
    // after it. With `execute` the same dispatches are submitted before, with barriers between them, and what
    // they wrote is verified. Unsupported names what the device lacks. DeviceLost and NoDevice: as of
    // `sample`.
    virtual Result<double> record(std::string_view way, std::uint64_t dispatches, bool execute) = 0;
};

} // namespace vkperftest
