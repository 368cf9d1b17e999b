#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> strideRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& inside, const Operation& ownWindow) {
        rows.push_back({inside, Pattern::Linear});
        rows.push_back({ownWindow, Pattern::Linear});
        rows.push_back({inside, Pattern::Linear, Technique::Floor});
    };
    for (const std::uint32_t stride :
         {4u, 8u, 12u, 16u, 20u, 24u, 28u, 32u, 36u, 40u, 44u, 48u, 52u, 56u, 60u, 64u, 80u, 96u, 128u})
        add(stridedLoad(stride), stridedLoad(stride, CachePlace::OwnWindow));
    for (const Format member : {Format::RG32F, Format::RGBA32F}) {
        const std::uint32_t bytes = 4 * traits(member).channels;
        for (std::uint32_t stride = bytes; stride <= 128; stride += stride < 64 ? bytes : 16) {
            if (stride == 112) continue;
            add(stridedLoad(stride, CachePlace::InsideL1, member),
                stridedLoad(stride, CachePlace::OwnWindow, member));
        }
    }
    add(splitLoad(), splitLoad(CachePlace::OwnWindow));
    return rows;
}

} // namespace vkperftest
