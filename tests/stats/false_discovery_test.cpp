#include "stats/interval.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

using testing::DoubleNear;
using testing::Pointwise;

using Values = std::vector<double>;

// By hand: p times the number of tests over its rank, then the smallest of that and all behind it.
TEST(AdjustedPValues, AreThoseOfTheDefinition) {
    const struct {
        const char* name;
        Values pValues;
        Values adjusted;
    } kTables[] = {
        {"none", {}, {}},
        {"one", {0.03}, {0.03}},
        {"evenly spaced", {0.01, 0.02, 0.03, 0.04, 0.05}, {0.05, 0.05, 0.05, 0.05, 0.05}},
        {"not in order", {0.2, 0.001, 0.03, 0.01}, {0.2, 0.004, 0.04, 0.02}},
        {"equal", {0.04, 0.01, 0.04}, {0.04, 0.03, 0.04}},
        {"at most one", {0.9, 0.7, 1}, {1, 1, 1}},
        {"ends of the range", {0, 1}, {0, 1}},
        {"the example of Benjamini and Hochberg's section 3.1",
         {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
          0.6528, 0.7590, 1},
         {0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.447 / 7, 0.447 / 7, 0.0645, 0.0765, 0.486, 6.393 / 11,
          0.714875, 9.792 / 13, 11.385 / 14, 1}},
    };
    for (const auto& [name, pValues, adjusted] : kTables) {
        SCOPED_TRACE(name);
        EXPECT_THAT(adjustedPValues(pValues), Pointwise(DoubleNear(1e-12), adjusted));
    }
}

} // namespace
} // namespace vkperftest
