#include <fmt/format.h>

#include "cases/families/families.h"

namespace vkperftest {

Operation shortConstantLoad(std::uint32_t elements) {
    constexpr std::uint32_t kUsual = 16; // 256 bytes, what every inline uniform block holds
    return {.name = fmt::format("cbuffer{{float4[{}]}} load", elements),
            .id = fmt::format("constant{}-float4", elements),
            .kernel = elements == kUsual ? "short_constant_buffer"
                                         : fmt::format("short_constant_buffer.{}", elements),
            .kind = LoadKind::Constants,
            .source = {ResourceKind::UniformBuffer, Format::R32F, elements, 16}};
}

} // namespace vkperftest
