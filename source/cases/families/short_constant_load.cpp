#include <fmt/format.h>

#include "cases/families/families.h"

namespace vkperftest {

Operation shortConstantLoad() {
    constexpr std::uint32_t kElements = 16; // 256 bytes, what every inline uniform block holds
    return {.name = fmt::format("cbuffer{{float4[{}]}} load", kElements),
            .id = fmt::format("constant{}-float4", kElements),
            .kernel = "short_constant_buffer",
            .kind = LoadKind::Constants,
            .source = {ResourceKind::UniformBuffer, Format::R32F, kElements, 16}};
}

} // namespace vkperftest
