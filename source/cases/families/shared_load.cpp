#include <fmt/format.h>

#include "cases/case.h"
#include "cases/families/families.h"

namespace vkperftest {

Operation sharedLoad(std::uint32_t width) {
    const std::string element = numbered("float", width);
    // What one-word elements in strides of 32 reach, or wider ones next to each other; with the sums' 1 KB,
    // less than the 16 KB that every device has.
    const std::uint32_t rounds = width == 1 ? 9 : 2;
    return {.name = fmt::format("groupshared{{{}}} load", element),
            .id = "shared-" + element,
            .kernel = fmt::format("shared_load.{}", width),
            .kind = LoadKind::Shared,
            .source = {ResourceKind::StorageBuffer, Format::R32F, rounds * kInvocationsPerGroup, width * 4},
            .width = width};
}

} // namespace vkperftest
