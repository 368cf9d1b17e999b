#include "vulkan/displacement.h"

#include <random>

#include "base/process.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace vkperftest {

void Unmap::operator()([[maybe_unused]] void* pages) const {
#ifdef __linux__
    munmap(pages, bytes);
#endif
}

Displacement::Displacement() {
    // An allocator hands out again what was released, by its size: so some blocks of each.
    constexpr std::size_t kSizeStep = 64, kMostSize = 4096, kMostOfASize = 32;
    std::mt19937 random(randomBits());
    for (std::size_t size = kSizeStep; size <= kMostSize; size += kSizeStep)
        for (std::size_t blocks = random() % kMostOfASize; blocks > 0; --blocks)
            blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
#ifdef __linux__
    // The kernel maps pages into the highest hole that holds them: so some of each size, for holes of each.
    constexpr std::size_t kPage = 4096, kMostPages = 256, kMostMappings = 4;
    for (std::size_t bytes = kMostPages * kPage; bytes >= kPage; bytes /= 2) {
        for (std::size_t mappings = random() % kMostMappings; mappings > 0; --mappings) {
            void* pages = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (pages != MAP_FAILED) pages_.emplace_back(pages, Unmap{bytes});
        }
    }
#endif
}

} // namespace vkperftest
