#include "vulkan/device.h"

#include <cstdint>
#include <set>

#include <gtest/gtest.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace vkperftest {
namespace {

constexpr std::size_t kEpochs = 20;

// Where a block of this size lies that is allocated and released while each of 20 displacements is held.
std::set<std::uintptr_t> places(std::size_t bytes) {
    std::set<std::uintptr_t> places;
    for (std::size_t epoch = 0; epoch < kEpochs; ++epoch) {
        const Displacement displacement;
        const auto block = std::make_unique_for_overwrite<std::byte[]>(bytes);
        places.insert(reinterpret_cast<std::uintptr_t>(block.get()));
    }
    return places;
}

TEST(Displacement, LaysBlocksOfTheHeapElsewhere) {
    EXPECT_GT(places(1024).size(), 2u);
}

#ifdef __linux__
TEST(Displacement, LaysPagesElsewhere) {
    std::set<void*> places;
    for (std::size_t epoch = 0; epoch < kEpochs; ++epoch) {
        const Displacement displacement;
        constexpr std::size_t kBytes = 1 << 16; // so that one hole holds both
        void* pages = mmap(nullptr, kBytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ASSERT_NE(pages, MAP_FAILED);
        places.insert(pages);
        munmap(pages, kBytes);
    }
    EXPECT_GT(places.size(), 2u);
}
#endif

} // namespace
} // namespace vkperftest
