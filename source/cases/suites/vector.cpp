#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Operation> promisedVectors() {
    constexpr auto kInside = CachePlace::InsideL1;
    return {stridedLoad(8, kInside, Format::RG32F), stridedLoad(16, kInside, Format::RGBA32F),
            stridedLoad(32, kInside, Format::RGBA32F)};
}

std::vector<Case> vectorRows() {
    constexpr std::uint32_t kMostValues = 16;
    std::vector<Case> rows = {defaultBaseline()};
    for (const Format element : {Format::R32F, Format::R16F}) {
        // An odd number of halves loads the same words as the next even number.
        const std::uint32_t valuesPerWord = traits(element).valuesIn(4);
        for (std::uint32_t width = 2; width <= kMostValues; width += valuesPerWord) {
            for (const std::uint32_t offset : {0u, 4u, 8u, 12u, 16u, 20u, 28u, 32u})
                rows.push_back({vectorLoad(element, width, offset), Pattern::Linear});
            if (element == Format::R32F) rows.push_back({looseVectorLoad(element, width), Pattern::Linear});
            rows.push_back({vectorLoad(element, width), Pattern::Linear, Technique::Floor});
        }
    }
    // The same bytes as float2, float4 and float8, but of a structured buffer, whose elements' alignment is
    // known.
    for (const Operation& promised : promisedVectors())
        for (const Technique technique : {Technique::Direct, Technique::Floor})
            rows.push_back({promised, Pattern::Linear, technique});
    return rows;
}

} // namespace vkperftest
