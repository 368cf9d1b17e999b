#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"

namespace vkperftest {

Operation rawLoad(std::uint32_t width, std::uint32_t byteOffset) {
    const std::string load = numbered("Load", width);
    return {.name = fmt::format("ByteAddressBuffer.{}{}", load, byteOffset > 0 ? " unaligned" : ""),
            .id = fmt::format("raw-{}{}", lowercase(load), byteOffset > 0 ? "-unaligned" : ""),
            .kernel = fmt::format("raw_buffer.{}", width),
            .addressKernel = fmt::format("address_load.{}", width),
            .kind = LoadKind::Raw,
            .source = rawWords(),
            .width = width,
            .byteOffset = byteOffset,
            .ofFloor = [](const Operation& offset) { return rawLoad(offset.width); }};
}

} // namespace vkperftest
