#include <algorithm>

#include <fmt/format.h>

#include "cases/families/families.h"

namespace vkperftest {

Operation stridedLoad(std::uint32_t stride, CachePlace place) {
    constexpr std::uint32_t kMostWords = 5; // a float3 and a float2
    Operation operation = elementLoads(stride, place);
    operation.type = fmt::format("StructuredBuffer<{} bytes>", stride);
    operation.name = operation.type + ".Load";
    operation.id = fmt::format("strided-{}", stride);
    operation.kernel = fmt::format("strided_buffer.{}", stride);
    operation.kind = LoadKind::Strided;
    operation.width = std::min(stride / 4, kMostWords);
    operation.stride = stride;
    return operation;
}

} // namespace vkperftest
