// `experiment`: judges a run of the suite of that name, or the code that compilers generate for targets.
#pragma once

#include "answers/experiment.h"
#include "cli/run_command.h"
#include "vulkan/target_compiler.h"

namespace vkperftest {

class ExperimentCommand : public Command {
public:
    void declare(Options& options) override;
    Result<void> check(const Options& given) override;
    Result<int> execute() override;

    const Experiment* experiment() const { return experiment_; }
    const RunRequest& request() const { return request_; }
    const std::vector<std::string>& judged() const { return judged_; }
    const OutputOptions& findings() const { return findings_; }

private:
    // Saves a run that has ended, then prints its findings.
    Result<void> show(const RunFigures& figures, const std::vector<OutputFile>& files) const;
    Result<void> printFindings(const RunFigures& figures) const;
    Result<void> checkFiles(const Options& given);
    Result<void> checkTargets(const Options& given);
    Result<int> measure();
    Result<int> judgeFile() const;
    Result<int> judgeTargets() const;

    const Experiment* experiment_ = nullptr;
    RunRequest request_;              // its files receive the measurements
    OutputOptions findings_;          // the format of the findings
    std::vector<std::string> judged_; // a results file; none: measure
    CompileRequest compiled_;         // with targets: nothing is measured
};

} // namespace vkperftest
