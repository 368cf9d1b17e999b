#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> strideRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& inside, const Operation& outside) {
        rows.push_back({inside, Pattern::Linear});
        rows.push_back({outside, Pattern::Linear});
        rows.push_back({inside, Pattern::Linear, Technique::Floor});
    };
    for (const std::uint32_t stride :
         {4u, 8u, 12u, 16u, 20u, 24u, 28u, 32u, 36u, 40u, 44u, 48u, 52u, 56u, 60u, 64u, 80u, 96u, 128u})
        add(stridedLoad(stride), stridedLoad(stride, CachePlace::OutsideL1));
    add(splitLoad(), splitLoad(CachePlace::OutsideL1));
    return rows;
}

} // namespace vkperftest
