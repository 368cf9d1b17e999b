// What a driver's compiler makes of loads like those of findings.
#pragma once

#include <span>

#include "base/result.h"
#include "isa/target.h"
#include "report/lint_report.h"

namespace vkperftest {

// Beside each finding of a rule with a claim: the loads in the code of the row that loads as the finding's
// place does (experiments/claims.h), by a driver of Mesa for each target. The finding's own shader is not
// compiled. NoDevice if no target has a driver; what a target's compiler fails at stands in place of its
// loads.
Result<void> addCompiledLoads(LintReport& report, std::span<const Target* const> targets);

} // namespace vkperftest
