// How a driver's compiler implements loads like those in the findings.
#pragma once

#include <span>

#include "base/result.h"
#include "isa/target.h"
#include "report/lint_report.h"

namespace vkperftest {

// Adds the compiled loads to each finding of a rule with a claim. They are the loads in the row that loads in
// the same way (experiments/claims.h), compiled by Mesa's driver for each target; the finding's own shader is
// not compiled. NoDevice if no target has a driver. If a target's compiler fails, its error replaces the
// loads.
Result<void> addCompiledLoads(LintReport& report, std::span<const Target* const> targets);

} // namespace vkperftest
