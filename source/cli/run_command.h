// `run`.
#pragma once

#include "analysis/figures.h"
#include "cli/run_request.h"

namespace vkperftest {

class RunCommand : public Command {
public:
    void declare(Options& options) override;
    Result<void> check(const Options& given) override;
    Result<int> execute() override;

    const RunRequest& request() const { return request_; }

private:
    // Saves a run that ended or was interrupted, then prints it.
    Result<void> show(const RunFigures& figures, const std::vector<OutputFile>& files) const;

    RunRequest request_;
    std::uint64_t blockRounds_ = 0; // in a process of `ab`
    std::string sizes_;             // a results file whose dispatch sizes are reused; empty: none
    bool noAdvice_ = false;
};

} // namespace vkperftest
