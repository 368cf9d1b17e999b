#include "base/all_cores.h"

#include <stdexcept>
#include <vector>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

using testing::Each;

TEST(OnAllCores, DoesEachPieceOfWorkOnceAndIsThenDone) {
    for (const std::size_t count : {0u, 1u, 2u, 1000u}) {
        std::vector<int> done(count, 0);
        onAllCores(count, [&](std::size_t i) { ++done[i]; });
        EXPECT_THAT(done, Each(1)) << count;
    }
}

TEST(OnAllCores, ThrowsWhatWorkThrows) {
    for (const std::size_t thrower : {0u, 1u, 99u}) {
        const auto work = [&](std::size_t i) {
            if (i == thrower) throw std::runtime_error("out of something");
        };
        EXPECT_THROW(onAllCores(100, work), std::runtime_error) << thrower;
    }
}

} // namespace
} // namespace vkperftest
