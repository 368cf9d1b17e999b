#include <gmock/gmock.h>

#include "answers/claims.h"
#include "lint/rule.h"

namespace vkperftest::claims_of_rules_test {

// Undefined behaviour is no matter of speed.
TEST(LintClaims, EveryRuleAboutSpeedHasOneAndEveryClaimARule) {
    std::vector<std::string_view> rules, claimed;
    for (const Rule* rule : lintRules())
        if (rule->severity != Severity::Error) rules.push_back(rule->id);
    for (const Claim& claim : claims()) claimed.push_back(claim.rule);
    EXPECT_THAT(claimed, testing::UnorderedElementsAreArray(rules));
}

} // namespace vkperftest::claims_of_rules_test
