#include "cases/walk.h"

#include <set>

#include "cases/case.h"
#include "matchers.h"

namespace vkperftest::walk_test {

constexpr std::uint64_t kMega = 1 << 20;

const Walk& named(const char* name) {
    return *findWalk(name);
}

TEST(Walks, HaveWindowsInOctaves) {
    const std::vector<std::uint64_t> windows = windowsUpTo(kSoftwareWindowMemory);
    EXPECT_THAT(windows, SizeIs(17));
    EXPECT_EQ(windows.front(), kLeastWindow);
    EXPECT_EQ(windows.back(), 64 * kMega);
}

// In every window, the cycle visits each node once before it comes back; in large ones, those of the lower half.
TEST(Walks, ChainsVisitTheWholeWindow) {
    for (std::uint64_t window = kLeastWindow; window <= 4 * kMega; window *= 2) {
        const std::uint32_t nodes = WalkDispatch{&named("chain, one lane"), window, kWindowMemory}.places();
        const std::uint32_t mask = nodes - 1;
        std::set<std::uint32_t> visited;
        std::uint32_t node = 0;
        while (visited.insert(node).second) node = windowElement(4 * node)[0] & mask;
        EXPECT_EQ(visited.size(), nodes);
        EXPECT_EQ(nodes, window / (window < 4 * kMega ? 64 : 128));
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

TEST(Walks, CoveringDispatchesLoadEachElementEquallyOften) {
    for (const std::uint64_t window : {kLeastWindow, std::uint64_t{4096}, kMega, 2 * kMega}) {
        const WalkDispatch covering = coveringDispatch(named("raw loads"), window, kWindowMemory);
        const std::uint64_t elements = window / kElementBytes;
        const auto passes = static_cast<std::uint32_t>(loadsOf(covering) / elements);
        EXPECT_EQ(total(walkResults(covering)), passes * sumOfElements(0, elements)) << window;
    }
}

// A window is a rectangle of the image, whose rows hold the memory.
TEST(Walks, WindowsOfTexturesAreCompact) {
    const TexelExtent image = texelExtent(64 * kMega), part = texelExtent(64 << 10);
    EXPECT_EQ(image.width, 2048u);
    EXPECT_EQ(image.height, 2048u);
    EXPECT_EQ(part.width, 64u);
    EXPECT_EQ(part.height, 64u);
    std::uint32_t sum = 0;
    for (std::uint32_t y = 0; y < part.height; ++y)
        sum += sumOfElements(std::uint64_t{y} * image.width, part.width);
    EXPECT_EQ(total(walkResults(coveringDispatch(named("texture loads"), 64 << 10, 64 * kMega))), 16 * sum);
}

// The sections of a dispatch, at so many of their steps: how often each line is read.
std::vector<int> readsOf(const WalkDispatch& dispatch, std::uint32_t sections, std::uint32_t first,
                         std::uint32_t steps) {
    const WalkConstants constants = constantsOf(dispatch);
    std::vector<int> reads(dispatch.places());
    for (std::uint32_t section = 0; section < sections; ++section)
        for (std::uint32_t step = first; step < first + steps; ++step)
            ++reads[lineOf(constants, section, step)];
    return reads;
}

// With as many sections as a large window has lines, or a multiple, as on a GPU.
TEST(Walks, BothHalvesOfTheLongerDispatchReadEachLineEquallyOften) {
    for (const std::uint32_t lines : {8u, 16u, 1024u, 8192u, 40u, 1536u, 10007u}) {
        for (const std::uint32_t steps : {16u, 132u, 140u, 144u}) {
            const WalkDispatch dispatch{&named("raw loads"), std::uint64_t{lines} * kLineBytes,
                                        kWindowMemory};
            const std::vector<int> reads = readsOf(dispatch, 2 * lines, 0, steps);
            EXPECT_THAT(reads, Each(2 * static_cast<int>(steps)));
            EXPECT_EQ(readsOf(dispatch, 2 * lines, steps, steps), reads) << lines;
        }
    }
}

// However many steps a dispatch has, the sections of a subgroup read different lines at a time.
TEST(Walks, SectionsOfASubgroupNeverShareALine) {
    for (std::uint64_t lines = 4; lines <= 1 << 20; lines = lines * 3 / 2) {
        const WalkConstants constants =
            constantsOf({&named("structured loads"), lines * kLineBytes, kWindowMemory});
        for (std::uint32_t step = 0; step < 20; ++step) {
            for (std::uint32_t section = 0; section < 4096; section += 4) {
                std::set<std::uint32_t> read;
                for (std::uint32_t i = 0; i < 4; ++i) read.insert(lineOf(constants, section + i, step));
                ASSERT_THAT(read, SizeIs(4)) << lines;
            }
        }
    }
}

// Or one would find in L1 what another has just loaded: as many as a unit holds read different lines for a fifth of the
// steps that they had if they began equally far apart.
TEST(Walks, SectionsDoNotTrailOneAnother) {
    constexpr std::uint32_t kResident = 256;
    for (const std::uint32_t lines : {4096u, 8192u, 32768u, 524288u, 4194304u}) {
        const WalkDispatch dispatch{&named("raw loads"), std::uint64_t{lines} * kLineBytes, kWindowMemory};
        const std::vector<int> reads = readsOf(dispatch, kResident, 0, lines / kResident / 5);
        EXPECT_EQ(*std::ranges::max_element(reads), 1) << lines;
    }
}

TEST(Walks, TakeWholeRoundsOrMeetNoPlaceTwice) {
    const auto set = [](const char* walk, std::uint64_t window, double steps) {
        WalkDispatch dispatch{&named(walk), window, kWindowMemory};
        setSteps(dispatch, steps);
        return dispatch.steps;
    };
    EXPECT_EQ(set("raw loads", 4096, 150), 128u);
    EXPECT_EQ(set("raw loads", kMega, 150), 148u);
    EXPECT_EQ(set("raw loads", kMega, 8000), 4096u);
    EXPECT_EQ(set("chain, one lane", 512 << 10, 32764), 3u * 8192);
    EXPECT_EQ(set("chain, one lane", 4 * kMega, 32764), 16384u);
    EXPECT_EQ(set("chain, one lane", 64 * kMega, 32764), 32764u);
}

TEST(Walks, OnlyTheFirstLaneHasAChain) {
    std::vector<std::uint32_t> results = walkResults({&named("chain, one lane"), kMega, kWindowMemory});
    ASSERT_THAT(results, SizeIs(kInvocationsPerGroup));
    EXPECT_NE(results[0], 0u);
    results[0] = 0;
    EXPECT_THAT(results, Each(0u));
}

} // namespace vkperftest::walk_test
