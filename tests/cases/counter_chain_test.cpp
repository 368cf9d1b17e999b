#include "cases/controls.h"

#include <set>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

// Else a kernel would leave its loop early, and count too few ticks.
TEST(CounterChain, NoRoundEndsWithTheValueThatStopsIt) {
    for (std::size_t kernel = 0; kernel < kCounterKernels.size(); ++kernel) {
        const CounterConstants constants{.slot = static_cast<std::uint32_t>(kernel)};
        std::uint32_t value = constants.slot;
        for (std::uint32_t round = 0; round < constants.rounds; ++round) {
            for (std::uint32_t step = 0; step < kStepsOfRound[kernel]; ++step)
                value = (value ^ constants.flipped) + constants.added;
            ASSERT_NE(value, constants.never) << round;
        }
        EXPECT_EQ(value, chainEnd(kernel));
    }
    EXPECT_NE(chainEnd(0), chainEnd(1)); // or one kernel's result could pass for the other's
}

// Else a compiler may find that many steps are one.
TEST(CounterChain, ItsValuesDoNotRepeat) {
    const CounterConstants constants;
    std::set<std::uint32_t> values;
    std::uint32_t value = 0;
    for (int step = 0; step < 4096; ++step)
        EXPECT_TRUE(values.insert(value = (value ^ constants.flipped) + constants.added).second) << step;
}

} // namespace
} // namespace vkperftest
