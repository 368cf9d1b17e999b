#include <fmt/format.h>

#include "cases/families/families.h"

namespace vkperftest {

Operation structuredCopy(std::uint32_t width) {
    const std::string_view type = width == 4 ? "float4" : "float4x4";
    return {.name = fmt::format("StructuredBuffer<{}> matrix copy", type),
            .id = fmt::format("copy-structured-{}", type),
            .kernel = fmt::format("structured_copy.{}", width),
            .addressKernel = fmt::format("address_copy.{}", width),
            .kind = LoadKind::StructuredCopy,
            .source = rawWords(),
            .width = width,
            .copies = true};
}

} // namespace vkperftest
