#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> vectorRows() {
    constexpr std::uint32_t kOffsets[] = {0, 4, 8, 12, 16, 20, 28, 32};
    constexpr std::uint32_t kMostValues = 16;
    std::vector<Case> rows = {defaultBaseline()};
    for (const Format format : {Format::R32F, Format::R16F}) {
        // An odd number of halves loads the very words of the even one above it.
        const std::uint32_t valuesPerWord = 4 / traits(format).bytesPerChannel;
        for (std::uint32_t width = 2; width <= kMostValues; width += valuesPerWord) {
            Case row{
                .access = Access::RawVector, .format = format, .width = width, .pattern = Pattern::Linear};
            for (const std::uint32_t offset : kOffsets) {
                row.byteOffset = offset;
                rows.push_back(row);
            }
            row.byteOffset = 0;
            row.technique = Technique::Floor;
            rows.push_back(row);
        }
    }
    return rows;
}

} // namespace vkperftest
