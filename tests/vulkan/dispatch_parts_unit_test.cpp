#include <numeric>

#include <gmock/gmock.h>

#include "vulkan/programs.h"

namespace vkperftest {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Le;

TEST(DispatchParts, AreOneWhereADeviceTakesItInOne) {
    EXPECT_THAT(dispatchParts(1), ElementsAre(1));
    EXPECT_THAT(dispatchParts(65535), ElementsAre(65535));
}

TEST(DispatchParts, AreEvenOtherwise) {
    EXPECT_THAT(dispatchParts(65536), ElementsAre(32768, 32768));
    EXPECT_THAT(dispatchParts(65536 + 1), ElementsAre(32768, 32769));
    const std::vector<std::uint32_t> parts = dispatchParts(1u << 22);
    EXPECT_THAT(parts, Each(Le(65535u)));
    EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), std::uint64_t{0}), 1u << 22);
}

} // namespace
} // namespace vkperftest
