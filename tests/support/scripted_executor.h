// A test double of a device, driven by a script (support/script.h): the whole program runs on it without a GPU
// and without a clock.
#pragma once

#include <memory>
#include <random>
#include <string_view>
#include <vector>

#include "model/device_record.h"
#include "run/executor.h"
#include "support/script.h"

namespace vkperftest {

class ScriptedExecutor : public Executor,
                         public CodeReader,
                         public RecordingTimer,
                         public WindowWalker,
                         public CounterReader {
public:
    // See parseScript. `seed`: of the run; the random deviations of a simulated GPU depend on it.
    static Result<std::unique_ptr<ScriptedExecutor>> parse(std::string_view text, std::uint64_t seed = 0);

    DeviceRecord device() const;

    ExecutorTraits traits() const override;
    std::optional<double> ownSeconds() const override;
    std::vector<Result<ProgramId>> prepare(std::span<const BoundRow> boundRows) override;
    Result<std::vector<Result<CodeDigest>>> readCode(std::span<const BoundRow> boundRows) override;
    Result<void> renew() override;
    Result<void> verify(ProgramId program, std::span<const float> expected) override;
    Result<OutsideLoads> loadOutside(ResourceKind kind, Robustness robustness, Strategy strategy) override;
    Result<std::vector<double>> sample(std::span<const Dispatch> dispatches) override;
    Result<double> record(std::string_view way, std::uint64_t dispatches, bool execute) override;
    Result<std::vector<double>> walk(const WalkDispatch& dispatch, bool verify) override;
    Result<CounterSample> readCounter(const std::optional<Dispatch>& after) override;

private:
    struct Program {
        BoundRow bound;
        Behaviour behaviour;
        LoadCost cost;            // on a simulated GPU
        double restartFactor = 1; // of this restart's time
        std::vector<float> sums;  // of a verification; empty until the first
        std::uint64_t samples = 0;
    };

    ScriptedExecutor(Script script, std::uint64_t seed);
    Error lose();
    // Unsupported if the script says so, or if the row demands a subgroup size that the script does not offer.
    Result<void> check(const BoundRow& bound, const Behaviour& behaviour) const;
    void beginRestart(Program& program);
    void makePrograms(std::size_t count);
    // On the host's clock. Without a simulated GPU, only samples advance it.
    double hostNanoseconds() const { return gpu_ ? gpu_->nanoseconds() : host_; }
    double runOne(Program& program, std::uint64_t groups); // in true nanoseconds

    Script script_;
    std::vector<Program> programs_;
    std::uint64_t samples_ = 0;
    bool lost_ = false; // until `renew`
    std::mt19937_64 random_{1};
    std::optional<SimulatedGpu> gpu_; // draws from `random_`
    double host_ = 0;
};

} // namespace vkperftest
