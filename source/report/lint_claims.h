// What results files say of findings' claims.
#pragma once

#include "experiments/claim_runs.h"
#include "report/lint_report.h"

namespace vkperftest {

// Of a finding, from its details.
ClaimPlace claimPlaceOf(const LintFinding& finding);

// Beside each finding of a rule with a claim: what each run of the claim's suite says.
void addMeasuredClaims(LintReport& report, const ClaimRuns& runs);

} // namespace vkperftest
