// `experiment`: a run of the suite of its name, judged; or what results files say of the claims of lint's rules.
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
    std::vector<std::string>
        judged; // files of results to judge, one unless it is about claims; none: measure
    bool claims = false;

private:
    Result<void> showRun(const RunFigures& figures, const std::vector<OutputFile>& files) const override;
    OutputOptions& printing() override { return findings; }
    Result<void> printFindings(const RunFigures& figures) const;
    Result<void> checkFiles(const CLI::App& given) const;
    Result<int> judgeClaims() const;
    Result<void> checkPlanned() const;
};

} // namespace vkperftest
