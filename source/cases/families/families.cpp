#include "cases/families/families.h"

#include <fmt/format.h>

namespace vkperftest {

std::string numbered(std::string_view name, std::uint32_t width) {
    return width == 1 ? std::string(name) : fmt::format("{}{}", name, width);
}

Operation elementLoads(std::uint32_t bytes, CachePlace place) {
    constexpr std::uint32_t kInsideBytes = 12000;
    if (place == CachePlace::InsideL1)
        return {.source = rawWords(), .traversal = Traversal{.window = kInsideBytes / bytes}};
    constexpr std::uint32_t kStep = 256; // the invocations of a workgroup
    constexpr std::uint32_t kElements = 256 * kStep;
    constexpr std::uint32_t kLeastBytes = 1024 * 1024, kSourceBytes = 8 * kLeastBytes;
    std::uint32_t window = kElements;
    while (window * bytes < kLeastBytes) window *= 2;
    const std::uint32_t period = window > kElements ? kElements * bytes / 4 : 0;
    return {.source = {ResourceKind::StorageBuffer, Format::R32F, kSourceBytes / 4, 4, period},
            .place = CachePlace::OutsideL1,
            .traversal = Traversal{.step = kStep, .window = window, .spread = window / kStep - 1}};
}

} // namespace vkperftest
