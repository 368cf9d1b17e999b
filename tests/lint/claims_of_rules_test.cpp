#include <gmock/gmock.h>

#include "answers/claims.h"
#include "lint/rule.h"

namespace vkperftest {
namespace {

TEST(LintClaims, EveryRuleHasOneAndEveryClaimARule) {
    std::vector<std::string_view> rules, claimed;
    for (const Rule* rule : lintRules()) rules.push_back(rule->id);
    for (const Claim& claim : claims()) claimed.push_back(claim.rule);
    EXPECT_THAT(claimed, testing::UnorderedElementsAreArray(rules));
}

} // namespace
} // namespace vkperftest
