#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> matrixRows() {
    std::vector<Case> rows;
    const auto add = [&](const Operation& operation) { addEveryPattern(rows, operation); };
    const auto addFormats = [&](Operation (*family)(Format)) {
        for (const FormatTraits& format : perfTestFormats()) add(family(format.format));
    };
    addFormats(typedLoad);
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) add(rawLoad(width));
    for (const std::uint32_t width : {2u, 4u}) add(rawLoad(width, 4));
    for (const std::uint32_t width : {1u, 2u, 4u}) add(structuredLoad(width));
    add(constantLoad());
    addFormats(textureLoad);
    addFormats(nearestSample);
    addFormats(bilinearSample);
    return rows;
}

Case defaultBaseline() {
    return {typedLoad(Format::RGBA8), Pattern::Random};
}

} // namespace vkperftest
