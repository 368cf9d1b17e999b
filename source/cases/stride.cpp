#include <algorithm>

#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kUsefulWords = 5; // a float3 and a float2

void addPlacesAndFloor(std::vector<Case>& rows, Case row) {
    for (const bool outsideL1 : {false, true}) {
        row.outsideL1 = outsideL1;
        rows.push_back(row);
    }
    row.outsideL1 = false;
    row.technique = Technique::Floor;
    rows.push_back(row);
}

} // namespace

std::vector<Case> strideRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const std::uint32_t stride :
         {4u, 8u, 12u, 16u, 20u, 24u, 28u, 32u, 36u, 40u, 44u, 48u, 52u, 56u, 60u, 64u, 80u, 96u, 128u}) {
        addPlacesAndFloor(rows, {.access = Access::StridedLoad,
                                 .format = Format::R32F,
                                 .width = std::min(stride / 4, kUsefulWords),
                                 .stride = stride,
                                 .pattern = Pattern::Linear});
    }
    addPlacesAndFloor(rows, {.access = Access::SplitLoad,
                             .format = Format::R32F,
                             .width = kUsefulWords,
                             .pattern = Pattern::Linear});
    return rows;
}

} // namespace vkperftest
