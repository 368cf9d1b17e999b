#include "cases/walk.h"

#include <set>

#include <gmock/gmock.h>

#include "cases/case.h"

namespace vkperftest {
namespace walk_test {

using testing::Each;
using testing::SizeIs;

constexpr std::uint64_t kMega = 1 << 20;

const Walk& walkOf(ResourceKind resource, Reach reach) {
    for (const Walk& walk : walks())
        if (walk.resource == resource && walk.reach == reach) return walk;
    ADD_FAILURE();
    return walks().front();
}

TEST(Walks, HaveWindowsInOctaves) {
    const std::vector<std::uint64_t> shared =
        windowsOf(walkOf(ResourceKind::StorageBuffer, Reach::SharedWindow), kWindowMemory);
    EXPECT_THAT(shared, SizeIs(19));
    EXPECT_EQ(shared.front(), 256u);
    EXPECT_EQ(shared.back(), 64 * kMega);
    const std::vector<std::uint64_t> own =
        windowsOf(walkOf(ResourceKind::StorageBuffer, Reach::OwnWindows), kWindowMemory);
    EXPECT_EQ(own.back(), kMega);
}

// In every window, the cycle visits each node once before it comes back.
TEST(Walks, ChainsVisitTheWholeWindow) {
    const Walk& chain = walkOf(ResourceKind::StorageBuffer, Reach::OneLane);
    for (std::uint64_t window = kLeastWindow; window <= kMega; window *= 2) {
        const std::uint32_t mask = constantsOf({&chain, window, kWindowMemory}, 32).mask;
        std::set<std::uint32_t> visited;
        std::uint32_t node = 0;
        while (visited.insert(node).second) node = windowElement(4 * node)[0] & mask;
        EXPECT_EQ(visited.size(), window / 64);
        EXPECT_EQ(node, 0u);
    }
}

// A prefetcher would foresee neighbours, or the same distance again and again.
TEST(Walks, ChainsGoInNoOrder) {
    const std::uint32_t mask = 0xffff;
    std::uint32_t node = 0, near = 0, again = 0, before = 0;
    for (int step = 0; step < 0x10000; ++step) {
        const std::uint32_t next = windowElement(4 * node)[0] & mask;
        const std::uint32_t distance = (next - node) & mask;
        near += distance <= 4 || distance >= mask - 4 ? 1 : 0;
        again += distance == before ? 1 : 0;
        before = distance;
        node = next;
    }
    EXPECT_LT(near, 50u);
    EXPECT_LT(again, 50u);
}

// Sums of the number 1 for each element that is loaded would tell only the count; here each element is met.
// The sum over a whole number of passes is the same, whatever the order: that of all elements of the window.
std::uint32_t sumOfElements(std::uint64_t first, std::uint64_t count) {
    std::uint32_t sum = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto [x, y, z, w] = windowElement(static_cast<std::uint32_t>(first + i));
        sum += x + 3 * y + 5 * z + 7 * w;
    }
    return sum;
}

std::uint32_t total(const std::vector<std::uint32_t>& results) {
    std::uint32_t sum = 0;
    for (const std::uint32_t result : results) sum += result;
    return sum;
}

TEST(Walks, WorkgroupsLoadEachElementOfASharedWindowEquallyOften) {
    const Walk& raw = walkOf(ResourceKind::StorageBuffer, Reach::SharedWindow);
    for (const std::uint64_t window : {std::uint64_t{256}, std::uint64_t{4096}, kMega, 2 * kMega}) {
        const WalkDispatch covering = coveringDispatch(raw, window, kWindowMemory);
        const std::uint64_t elements = window / kElementBytes;
        const auto passes = static_cast<std::uint32_t>(loadsOf(covering) / elements);
        EXPECT_EQ(total(walkResults(covering, 32)), passes * sumOfElements(0, elements)) << window;
    }
}

TEST(Walks, OwnWindowsLieApart) {
    const Walk& raw = walkOf(ResourceKind::StorageBuffer, Reach::OwnWindows);
    const std::uint64_t window = 64 << 10, elements = window / kElementBytes;
    const std::vector<std::uint32_t> results = walkResults({&raw, window, kWindowMemory, 3}, 32);
    for (std::uint64_t group = 0; group < 3; ++group) {
        const auto begin = results.begin() + static_cast<std::ptrdiff_t>(group * kInvocationsPerGroup);
        const std::vector<std::uint32_t> its(begin, begin + kInvocationsPerGroup);
        const auto passes = static_cast<std::uint32_t>(kLoadsPerGroup / elements);
        EXPECT_EQ(total(its), passes * sumOfElements(group * elements, elements));
    }
}

// Fewer steps than a window has lines: workgroups that share a window go on where the one before ends.
TEST(Walks, WorkgroupsThatShareAnOwnWindowLoadAllOfIt) {
    const Walk& raw = walkOf(ResourceKind::StorageBuffer, Reach::OwnWindows);
    const std::uint64_t memory = 4 * kMega, window = 64 << 10, elements = window / kElementBytes;
    const std::vector<std::uint32_t> results = walkResults({&raw, window, memory, 4 * 64, 4}, 32);
    EXPECT_EQ(total(results), sumOfElements(0, 64 * elements));
}

// A window is a rectangle of the image, whose rows hold the memory.
TEST(Walks, WindowsOfTexturesAreCompact) {
    const Walk& texture = walkOf(ResourceKind::Texture, Reach::SharedWindow);
    const TexelExtent image = texelExtent(kWindowMemory), part = texelExtent(64 << 10);
    EXPECT_EQ(image.width, 2048u);
    EXPECT_EQ(image.height, 2048u);
    EXPECT_EQ(part.width, 64u);
    EXPECT_EQ(part.height, 64u);
    std::uint32_t sum = 0;
    for (std::uint32_t y = 0; y < part.height; ++y)
        sum += sumOfElements(std::uint64_t{y} * image.width, part.width);
    EXPECT_EQ(total(walkResults({&texture, 64 << 10, kWindowMemory}, 32)), 16 * sum);
}

TEST(Walks, OnlyLanesWithAChainReturnItsEnd) {
    const auto results = [](Reach reach) {
        return walkResults({&walkOf(ResourceKind::StorageBuffer, reach), kMega, kWindowMemory}, 8);
    };
    const std::vector<std::uint32_t> one = results(Reach::OneLane), eight = results(Reach::OneSubgroup),
                                     all = results(Reach::AllLanes);
    ASSERT_THAT(all, SizeIs(kInvocationsPerGroup));
    EXPECT_EQ(one[0], all[0]);
    EXPECT_THAT(std::vector(one.begin() + 1, one.end()), Each(0u));
    EXPECT_EQ(eight[7], all[7]);
    EXPECT_THAT(std::vector(eight.begin() + 8, eight.end()), Each(0u));
    EXPECT_GT((std::set<std::uint32_t>(all.begin(), all.end()).size()), 250u);
}

} // namespace walk_test
} // namespace vkperftest
