// Which questions share a variant.
#include "isa/variant_plan.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace variant_plan_test {

using testing::ElementsAre;
using testing::Pair;
using testing::SizeIs;

const std::vector<bool> kFirst = {true, false, false}, kOthers = {false, true, true};

// Two buffers that are loaded, one that is stored to, and a shared array that is loaded: three sets each.
std::vector<AccessGroup> groups() {
    std::vector<AccessGroup> all(4);
    for (AccessGroup& group : all) group.sets.resize(3);
    all[2].access = Access::Store;
    all[3].shared = true;
    return all;
}

std::vector<PlannedVariant> planned(const QuestionPlaces& questions) {
    return planVariants(questions, groups());
}

AccessQuestion without(std::size_t group, std::vector<std::size_t> sets = {0}) {
    return {group, false, std::move(sets)};
}

AccessQuestion alone(std::size_t group, std::vector<std::size_t> sets = {0}) {
    return {group, true, std::move(sets)};
}

TEST(VariantPlan, QuestionsAboutDifferentLoopsShareAVariant) {
    const auto variants = planned({{without(0), Places{"", "2"}}, {alone(1), Places{"1"}}});
    ASSERT_THAT(variants, SizeIs(1));
    EXPECT_THAT(variants[0].variant.removed, ElementsAre(Pair(0, kFirst), Pair(1, kOthers)));
    EXPECT_THAT(variants[0].questions, ElementsAre(without(0), alone(1)));
}

TEST(VariantPlan, QuestionsAboutOneBufferShareAVariantIfTheyAreOfOneKind) {
    const auto both = planned({{without(0, {0}), Places{"1"}}, {without(0, {1}), Places{"2"}}});
    ASSERT_THAT(both, SizeIs(1));
    EXPECT_THAT(both[0].variant.removed, ElementsAre(Pair(0, std::vector<bool>{true, true, false})));
    const auto left = planned({{alone(0, {1}), Places{"1"}}, {alone(0, {2}), Places{"2"}}});
    ASSERT_THAT(left, SizeIs(1));
    EXPECT_THAT(left[0].variant.removed, ElementsAre(Pair(0, kFirst)));
    EXPECT_THAT(planned({{without(0, {0}), Places{"1"}}, {alone(0, {1}), Places{"2"}}}), SizeIs(2));
}

TEST(VariantPlan, ALoopAnswersOneQuestionOnly) {
    EXPECT_THAT(planned({{without(0), Places{"", "1"}}, {without(1), Places{"1"}}}), SizeIs(2));
    EXPECT_THAT(planned({{without(0), Places{"1"}}, {without(1), std::nullopt}}), SizeIs(2));
    // The third shares the first one's variant; the fourth has no place left in either.
    EXPECT_THAT(planned({{without(0, {0}), Places{"1"}},
                         {without(0, {1}), Places{"1"}},
                         {without(1, {0}), Places{"2"}},
                         {without(1, {1}), Places{"1", "2"}}}),
                SizeIs(3));
}

// Without a store, loads of what it stores go, too; and so do stores to a shared array that nothing loads.
TEST(VariantPlan, OnlyOneKindOfAccessIsLeftOut) {
    EXPECT_THAT(planned({{without(0), Places{"1"}}, {without(2), Places{"2"}}}), SizeIs(2));
    EXPECT_THAT(planned({{without(0), Places{"1"}}, {without(3), Places{"2"}}}), SizeIs(2));
}

} // namespace variant_plan_test
} // namespace vkperftest
