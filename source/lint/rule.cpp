#include "lint/rule.h"

namespace vkperftest {
namespace {

constexpr Rule kUnused = {
    .id = kUnusedIgnore,
    .sentence = "An ignore comment for a rule that finds nothing there.",
    .severity = Severity::Suggestion,
    .check = [](const LintSubject&, const RuleSettings&) { return std::vector<LintFinding>(); }};

} // namespace

std::span<const Rule* const> everyRule() {
    static const std::vector<const Rule*> all = [] {
        std::vector<const Rule*> rules(lintRules().begin(), lintRules().end());
        rules.push_back(&kUnused);
        return rules;
    }();
    return all;
}

} // namespace vkperftest
