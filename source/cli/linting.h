// The request of `lint`, and its execution. A program without lint's libraries gets the latter from
// without_lint.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lint/lint.h"
#include "report/lint_report.h"

namespace vkperftest {

struct LintRequest {
    std::vector<std::string> paths;
    LinterOptions how;
    bool json = false;                                     // --format
    std::optional<Severity> failOn = Severity::Suggestion; // nothing: never
    std::vector<std::string> measured;                     // results files
    bool listRules = false;
};

// A usage error for an unknown rule or setting.
Result<void> checkLintRules(const LintRequest& request);

// Lints and prints; returns the exit code.
Result<int> lint(const LintRequest& request);

} // namespace vkperftest
