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
#include "cases/binding.h"
#include "cases/controls.h"
#include "cases/cpu_model.h"
#include "cases/walk.h"
#include "isa/summary.h"
#include "model/run_result.h"
#include "run/method.h"

namespace vkperftest {

// A prepared bound row: an index that stays valid as long as the executor.
using ProgramId = std::size_t;

struct Dispatch {
    ProgramId program = 0;
    std::uint64_t groups = 0; // workgroups of 256 invocations
};

struct ExecutorTraits {
    const Method* method = &kGpuMethod;
    std::uint64_t groupUnit = 1;  // dispatches are multiples of this, so that all cores get equal shares
    std::uint64_t wholeWaves = 0; // of a GPU (run/dispatch_size.h)
    double tickNanoseconds = 1;   // of the timer
};

// Numbers of dispatches in the command buffers whose recording is timed.
constexpr std::array<std::uint64_t, 5> kRecordedLengths = {1, 10, 100, 1000, 10000};
constexpr std::uint64_t kMostRecorded = kRecordedLengths.back();

// Receives how many of all pipelines are built.
using BuildProgress = std::function<void(std::size_t built, std::size_t all)>;

// What not every executor can do: interfaces that it may have beside Executor.

// Reads the code that the driver's compiler makes.
class CodeReader {
public:
    virtual ~CodeReader() = default;

    // Reads the code that the driver's compiler makes of the bound rows' kernels, one result each, in their
    // order. Uses nothing that `prepare` makes. If no code can be read at all, the outer error gives the
    // reason, and the executor is unchanged.
    virtual Result<std::vector<Result<CodeDigest>>> readCode(std::span<const BoundRow> boundRows) = 0;
};

// Times the recording of command buffers.
class RecordingTimer {
public:
    virtual ~RecordingTimer() = default;

    // Host time in nanoseconds per dispatch to record a command buffer of so many dispatches (1 to
    // kMostRecorded), each bound in the way of that name (cases/binding.h), and to reset the buffer and new
    // sets afterwards. With `execute`, the same dispatches are first submitted, with barriers between them,
    // and what they wrote is verified. Unsupported names what the device lacks. DeviceLost and NoDevice: as
    // for `sample`.
    virtual Result<double> record(std::string_view way, std::uint64_t dispatches, bool execute) = 0;
};

// Times walks through windows of memory.
class WindowWalker {
public:
    virtual ~WindowWalker() = default;

    // Runs the dispatch and one of twice its steps in one submission, and returns the nanoseconds of both. What a
    // dispatch costs besides its loads, and first loads from memory, are in both, but not in their difference. Each
    // comes behind an untimed load of the whole window: behind the shorter dispatch alone, caches would hold what the
    // longer one loads first. With `verify`, another dispatch comes first, and what it returns is compared with
    // walkResults(). Unsupported names the limit of the device that the window exceeds, or what the device lacks.
    // DeviceLost and NoDevice: as for `sample`.
    virtual Result<std::vector<double>> walk(const WalkDispatch& dispatch, bool verify) = 0;
};

// Reads the device's own counter.
class CounterReader {
public:
    virtual ~CounterReader() = default;

    // Runs both chains of cases/controls.h, right after the dispatch in its submission; without one,
    // alone. What the chains end with is verified. Unsupported names what the device lacks. DeviceLost and
    // NoDevice: as for `sample`.
    virtual Result<CounterSample> readCounter(const std::optional<Dispatch>& after) = 0;
};

// Reads how long the only thread of a driver that has one, which executes all invocations, has run.
class ProcessorTimer {
public:
    virtual ~ProcessorTimer() = default;

    // Nanoseconds so far; nothing if the driver has other threads, or the system's clock is too coarse.
    virtual std::optional<double> processorNanoseconds() = 0;
};

class Executor {
public:
    virtual ~Executor() = default;

    virtual ExecutorTraits traits() const = 0;

    // Seconds on the executor's own clock since it was made; nothing if the host's clock counts.
    virtual std::optional<double> ownSeconds() const { return std::nullopt; }

    // Makes resources, pipelines (in parallel) and bindings of all bound rows, and returns one result each,
    // in their order. An Unsupported error names what the device lacks. DeviceLost: as for `sample`. All
    // bound rows after the loss fail with it, too, whichever row lost the device.
    virtual std::vector<Result<ProgramId>> prepare(std::span<const BoundRow> boundRows) = 0;

    // From now on `prepare` and `renew` report to it, on their caller's thread. An executor that builds in no
    // time reports nothing.
    virtual void tellBuilding(BuildProgress) {}

    // Recreates everything that `prepare` made: pipelines, memory, bindings. Programs keep their ids and must
    // be verified again. So effects of where code and data happen to lie vary within a run, not only from run
    // to run. After DeviceLost this must be the next call. NoDevice if it fails.
    virtual Result<void> renew() = 0;

    // Runs the program with its sink open and compares every invocation's sum with `expected`
    // (cases/cpu_model.h). DeviceLost and NoDevice: as for `sample`.
    virtual Result<void> verify(ProgramId program, std::span<const float> expected) = 0;

    // Runs the probe of cases/cpu_model.h under these bounds checks, which the device must support, and
    // under a strategy that binds all kinds of resources. Errors: as for `verify`.
    virtual Result<OutsideLoads> loadOutside(ResourceKind kind, Robustness robustness, Strategy strategy) = 0;

    // Runs the dispatches in this order in one submission, each after the one before has ended, and returns
    // the nanoseconds of each; 0 if the timer did not advance meanwhile. DeviceLost: the submission failed,
    // and `renew` must be called; NoDevice: no further calls may be made.
    virtual Result<std::vector<double>> sample(std::span<const Dispatch> dispatches) = 0;
};

} // namespace vkperftest
