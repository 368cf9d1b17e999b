// `run`, and what `experiment` takes over from it.
#pragma once

#include "cli/options.h"
#include "cli/output.h"
#include "conditions/sources.h"
#include "vulkan/open_devices.h"

namespace vkperftest {

class RunCommand : public Command {
public:
    void declare(CLI::App& app) override;
    Result<void> check(const CLI::App& given) override;
    Result<int> execute() override;

    DeviceOptions where;
    RunPlan plan; // without its provenance, unless it is resumed
    OutputOptions output{.formats = runWriters()};
    std::string resume; // a results file that replaces the plan; empty: none
    std::string sizes;  // a results file whose dispatch sizes the block takes over; empty: none

protected:
    // The options that say on what and how to measure: all but those of rows and output.
    void declareMeasuring(CLI::App& app);
    Result<void> checkMeasuring(const CLI::App& given);

    // What becomes of a run that has ended, be it interrupted: saves it, then prints it.
    virtual Result<void> showRun(const RunFigures& figures, const std::vector<OutputFile>& files) const;

    // How standard output is written.
    virtual OutputOptions& printing() { return output; }

    RowOptions rows_;

private:
    Result<void> takeOverResume();
    Result<void> takeOverSizes();
    Result<int> measureAllDevices(OpenDevices& devices);
    Result<int> measureEachDevice(OpenDevices& devices, DeviceDocuments& documents);
    Result<int> measureChosenDevice(OpenDevices& devices) const;
    Result<int> measureDevice(OpenDevices& devices, std::size_t index,
                              const std::vector<OutputFile>& files) const;
    Result<RunResult> measureWithProgress(Executor& executor, const RunPlan& plan,
                                          const ReadConditions& conditions,
                                          const std::vector<OutputFile>& files) const;
    // A process of `ab` has nothing to say to anybody.
    bool quiet() const { return plan.block.has_value(); }

    MethodOptions method_;
    std::uint64_t blockRounds_ = 0;
    bool noAdvice_ = false;
};

} // namespace vkperftest
