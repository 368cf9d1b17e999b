#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr Pattern kPatterns[] = {Pattern::Uniform, Pattern::Linear, Pattern::Random};

void addPatterns(std::vector<Case>& rows, Case row) {
    for (const Pattern pattern : kPatterns) {
        row.pattern = pattern;
        rows.push_back(row);
    }
}

void addFormats(std::vector<Case>& rows, Access access) {
    for (const FormatTraits& format : formats()) {
        addPatterns(rows, {.access = access, .format = format.format, .width = format.channels});
    }
}

void addWidths(std::vector<Case>& rows, Access access, std::initializer_list<std::uint32_t> widths,
               std::uint32_t byteOffset = 0) {
    for (const std::uint32_t width : widths) {
        addPatterns(rows,
                    {.access = access, .format = Format::R32F, .width = width, .byteOffset = byteOffset});
    }
}

} // namespace

std::vector<Case> matrixRows() {
    std::vector<Case> rows;
    addFormats(rows, Access::TypedLoad);
    addWidths(rows, Access::RawLoad, {1, 2, 3, 4});
    addWidths(rows, Access::RawLoad, {2, 4}, 4);
    addWidths(rows, Access::StructuredLoad, {1, 2, 4});
    addWidths(rows, Access::ConstantLoad, {4});
    addFormats(rows, Access::TextureLoad);
    addFormats(rows, Access::SampleNearest);
    addFormats(rows, Access::SampleBilinear);
    return rows;
}

Case defaultBaseline() {
    return {.access = Access::TypedLoad, .format = Format::RGBA8, .width = 4, .pattern = Pattern::Random};
}

} // namespace vkperftest
