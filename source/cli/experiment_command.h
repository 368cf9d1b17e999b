// `experiment`: judges a run of the suite of that name.
#pragma once

#include "answers/experiment.h"
#include "cli/run_command.h"

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
    Result<void> show(const RunFigures& figures, const std::string& file) const;
    Result<Document> judged(const RunFigures& figures) const;
    Result<void> checkFiles(const Options& given);
    Result<int> measure();

    const Experiment* experiment_ = nullptr;
    RunRequest request_;
    OutputOptions findings_;          // the format of the findings
    std::vector<std::string> judged_; // results files; none: measure
};

} // namespace vkperftest
