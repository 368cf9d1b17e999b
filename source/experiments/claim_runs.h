// Runs that say something of the claims of lint's rules.
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
    // A usage error for a run of a suite which no claim is about; `name` is the file's.
    Result<void> add(RunResult run, const std::string& name);

    // The runs of the claim's suite, in the files' order; valid as long as this object.
    std::vector<const RunFigures*> of(const Claim& claim) const;

private:
    std::list<RunResult> runs_; // which the figures refer to
    std::list<RunFigures> figures_;
};

} // namespace vkperftest
