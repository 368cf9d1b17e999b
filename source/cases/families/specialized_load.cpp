#include "cases/families/families.h"

namespace vkperftest {

Operation specializedLoad() {
    constexpr std::uint32_t kElements = 4; // as many as the push constants
    return {.name = "specialization constants{float4} load",
            .id = "specialized-float4",
            .kernel = "specialization_constants",
            .kind = LoadKind::Specialized,
            .source = {ResourceKind::SpecializationConstants, Format::R32F, kElements, 16}};
}

} // namespace vkperftest
