#include <algorithm>

#include <fmt/format.h>

#include "cases/families/families.h"

namespace vkperftest {
namespace {

std::uint32_t mostWords(std::uint32_t memberWords) {
    constexpr std::uint32_t kOfFloats = 5; // a float3 and a float2
    constexpr std::uint32_t kOfFloat2s = 6, kOfFloat4s = 8;
    return memberWords == 1 ? kOfFloats : memberWords == 2 ? kOfFloat2s : kOfFloat4s;
}

} // namespace

Operation stridedLoad(std::uint32_t stride, CachePlace place, Format member) {
    const std::uint32_t words = traits(member).channels;
    const std::string type = numbered("float", words);
    Operation operation = elementLoads(stride, place, member);
    operation.name =
        fmt::format("StructuredBuffer<{} bytes{}>.Load", stride, words == 1 ? "" : " of " + type);
    operation.id = fmt::format("strided-{}{}", stride, words == 1 ? "" : "-" + type);
    operation.kernel = fmt::format("strided_buffer.{}", stride);
    if (words > 1) operation.kernel += fmt::format(".{}", words);
    operation.kind = LoadKind::Strided;
    operation.width = std::min(stride / 4, mostWords(words));
    operation.stride = stride;
    // The value that a floor holds must be the same in all workgroups, wherever their windows begin.
    if (place == CachePlace::OwnWindow) {
        operation.ofFloor = [](const Operation& own) {
            return stridedLoad(own.stride, CachePlace::InsideL1, own.source.format);
        };
    }
    return operation;
}

} // namespace vkperftest
