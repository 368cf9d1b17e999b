#include "advice/wording.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

Cost costOf(double times, Sense sense) {
    Cost cost;
    cost.times.median = times;
    cost.sense = sense;
    return cost;
}

TEST(Wording, FactorsAscend) {
    Span span;
    span.add(costOf(1.96, Sense::Exact));
    EXPECT_EQ(factorText(span), "2.0");
    span.add(costOf(3.94, Sense::AtLeast));
    EXPECT_EQ(factorText(span), "at least 2.0 to 3.9");
}

// What may be larger is rounded down, the other is not.
TEST(Wording, RoundingDoesNotTurnFactorsAround) {
    Span span;
    span.add(costOf(1.96, Sense::Exact));
    span.add(costOf(1.97, Sense::AtLeast));
    EXPECT_EQ(factorText(span), "at least 1.9");
}

} // namespace
} // namespace vkperftest
