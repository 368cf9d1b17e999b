#include <fmt/format.h>

#include "cases/families/families.h"

namespace vkperftest {

Operation structuredLoad(std::uint32_t width) {
    const std::string element = numbered("float", width);
    return {.name = fmt::format("StructuredBuffer<{}>.Load", element),
            .id = "structured-" + element,
            .kernel = fmt::format("structured_buffer.{}", width),
            .addressKernel = fmt::format("address_load.{}", width),
            .kind = LoadKind::Structured,
            .source = {ResourceKind::StorageBuffer, Format::R32F, kBufferElements, width * 4},
            .width = width};
}

} // namespace vkperftest
