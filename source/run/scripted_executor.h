// A double of a device, fed from a text: drives the whole program without a GPU and without a clock.
//
// One statement a line, fields separated by '|', '#' starts a comment; of statements on the same row and
// strategy the last one counts. ROWS is a glob over row names, STRATEGY a name or '*'.
//
//   device | NAME
//   gpu                                       behaves as a GPU would (default: as a software driver)
//   tick | NANOSECONDS
//   load | ROWS | STRATEGY | NANOSECONDS      time of one load
//   load | ROWS | STRATEGY | NANOSECONDS | NOISE   the same, and the relative deviation of its samples
//   wrong | ROWS | STRATEGY                   its values are wrong
//   unsupported | ROWS | STRATEGY | REASON
//   record | WAYS | NANOSECONDS               host time to record one dispatch; WAYS is a glob over their names
//   record | WAYS | NANOSECONDS | REASON      the way is unsupported, for this reason
//   lost | ROWS | STRATEGY | N                its sample number N and all after it lose the device
//   gone | N                                  sample number N of the run loses the device for good
//   code | ROWS | STRATEGY | TEXT             its machine code, with \n and \t; a script without such
//                                             statements is a driver that does not tell
//   code | ROWS | STRATEGY | TEXT | NAME=VALUE,…   the same with statistics
//   refused | ROWS | STRATEGY | REASON        its code cannot be had, for this reason
//   epoch | ROWS | STRATEGY | DEVIATION       relative deviation of its time from one `renew` to the next
//   die | N                                   ends the program at sample number N of the run, as by kill -9
//   interrupt | N                             raises SIGINT at sample number N of the run
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "results/device_record.h"
#include "run/executor.h"

namespace vkperftest {

class ScriptedExecutor : public Executor {
public:
    // A usage error that names the line if the text is not of the form above.
    static Result<std::unique_ptr<ScriptedExecutor>> parse(std::string_view script);
    ~ScriptedExecutor() override;

    DeviceRecord device() const;

    ExecutorTraits traits() const override;
    std::vector<Result<ProgramId>> prepare(std::span<const Target> targets) override;
    Result<std::vector<Result<CodeDigest>>> readCode(std::span<const Target> targets) override;
    Result<void> renew() override;
    Result<void> verify(ProgramId program, std::span<const float> expected) override;
    Result<std::vector<double>> sample(std::span<const Dispatch> dispatches) override;
    Result<double> record(RecordingWay way, std::uint64_t dispatches, bool execute) override;

private:
    struct State;
    explicit ScriptedExecutor(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace vkperftest
