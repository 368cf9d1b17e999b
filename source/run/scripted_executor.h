// A double of a device, fed from a script (run/script.h): drives the whole program without a GPU and without a
// clock.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/device_record.h"
#include "run/executor.h"

namespace vkperftest {

class ScriptedExecutor : public Executor {
public:
    // See parseScript. `seed`: of the run; what a simulated GPU leaves to chance depends on it.
    static Result<std::unique_ptr<ScriptedExecutor>> parse(std::string_view text, std::uint64_t seed = 0);
    ~ScriptedExecutor() override;

    DeviceRecord device() const;

    ExecutorTraits traits() const override;
    std::optional<double> ownSeconds() const override;
    std::vector<Result<ProgramId>> prepare(std::span<const BoundRow> boundRows) override;
    Result<std::vector<Result<CodeDigest>>> readCode(std::span<const BoundRow> boundRows) override;
    Result<void> renew() override;
    Result<void> verify(ProgramId program, std::span<const float> expected) override;
    Result<std::vector<double>> sample(std::span<const Dispatch> dispatches) override;
    Result<double> record(std::string_view way, std::uint64_t dispatches, bool execute) override;

private:
    struct State;
    explicit ScriptedExecutor(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace vkperftest
