#include "cases/families/families.h"

namespace vkperftest {

Operation constantLoad() {
    return {.name = "cbuffer{float4} load",
            .id = "constant-float4",
            .kernel = "constant_buffer",
            .kind = LoadKind::Constants,
            .source = {ResourceKind::UniformBuffer, Format::R32F, kBufferElements, 16}};
}

} // namespace vkperftest
