// `experiment`: a run of the suite of its name, judged.
#pragma once

#include "cli/run_command.h"
#include "experiments/experiment.h"

namespace vkperftest {

class ExperimentCommand : public RunCommand {
public:
    void declare(CLI::App& app) override;
    Result<void> check(const CLI::App& given) override;
    Result<int> execute() override;

    const Experiment* experiment = nullptr;
    OutputOptions findings; // their format; what is measured goes into the files of `output`
    std::string file;       // of results to judge; empty: measure

private:
    Result<void> showRun(const RunFigures& figures, const std::vector<OutputFile>& files) const override;
    Result<void> printFindings(const RunFigures& figures) const;
    Result<void> checkPlanned() const;
};

} // namespace vkperftest
