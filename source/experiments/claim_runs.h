// Runs that test the claims of lint's rules.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "experiments/claims.h"

namespace vkperftest {

class ClaimRuns {
public:
    // A usage error if no claim is about the run's suite. `name`: the file's.
    Result<void> add(RunResult run, const std::string& name);

    // The runs of the claim's suite, in the files' order; valid as long as this object.
    std::vector<const RunFigures*> of(const Claim& claim) const;

private:
    std::list<RunResult> runs_; // the figures refer to them
    std::list<RunFigures> figures_;
};

} // namespace vkperftest
