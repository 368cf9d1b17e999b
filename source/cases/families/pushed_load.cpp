#include "cases/families/families.h"

namespace vkperftest {

Operation pushedLoad() {
    constexpr std::uint32_t kElements = 4; // as many as fit beside the other constants, in a power of two
    return {.name = "push constants{float4} load",
            .id = "pushed-float4",
            .kernel = "push_constants",
            .kind = LoadKind::PushConstants,
            .source = {ResourceKind::PushConstants, Format::R32F, kElements, 16}};
}

} // namespace vkperftest
