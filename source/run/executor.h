// What the runner needs from whatever executes kernels: four calls. vulkan/ implements it for devices, the
// scripted executor for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "cases/case.h"
#include "cases/strategy.h"

namespace vkperftest {

// A row under one strategy.
struct Target {
    Case row;
    Strategy strategy = Strategy::Set;
};

// A prepared target: an index that stays valid as long as the executor.
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

class Executor {
public:
    virtual ~Executor() = default;

    virtual ExecutorTraits traits() const = 0;

    // Makes resources, pipelines (in parallel) and bindings of all targets; one result each, in their order.
    // An Unsupported error names what the device lacks.
    virtual std::vector<Result<ProgramId>> prepare(std::span<const Target> targets) = 0;

    // Makes everything that `prepare` made anew: pipelines, memory, bindings; programs keep their ids and
    // must be verified again. What depends on where code and data happen to lie then varies within a run, not
    // only from run to run. NoDevice if it fails.
    virtual Result<void> renew() = 0;

    // Runs the program with its sink open and compares every invocation's sum with `expected`
    // (cases/cpu_model.h).
    virtual Result<void> verify(ProgramId program, std::span<const float> expected) = 0;

    // Runs the dispatches in this order in one submission, each after the one before has ended, and returns
    // the nanoseconds of each; 0 if the timer did not advance meanwhile. RowFailed: the submission failed,
    // but further calls may be made; NoDevice: none may.
    virtual Result<std::vector<double>> sample(std::span<const Dispatch> dispatches) = 0;
};

} // namespace vkperftest
