#include "base/all_cores.h"

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

} // namespace
} // namespace vkperftest
