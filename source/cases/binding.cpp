#include "cases/suite.h"

namespace vkperftest {
namespace {

// Uniform and linear: scalar loads where the driver makes them, and vector loads. The random pattern only
// permutes lanes.
void addLoads(std::vector<Case>& rows, Case row) {
    for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear}) {
        row.pattern = pattern;
        rows.push_back(row);
    }
}

void addWithFloor(std::vector<Case>& rows, Case row) {
    rows.push_back(row);
    row.technique = Technique::Floor;
    rows.push_back(row);
}

} // namespace

std::vector<Case> bindingRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto floats = [](Access access, std::uint32_t width, std::uint32_t byteOffset = 0) {
        return Case{.access = access, .format = Format::R32F, .width = width, .byteOffset = byteOffset};
    };
    for (const std::uint32_t width : {1u, 2u, 4u}) addLoads(rows, floats(Access::RawLoad, width));
    for (const std::uint32_t width : {2u, 4u}) addLoads(rows, floats(Access::RawLoad, width, 4));
    for (const std::uint32_t width : {1u, 2u, 4u}) addLoads(rows, floats(Access::StructuredLoad, width));
    addLoads(rows, floats(Access::ShortConstantLoad, 4));
    rows.push_back(floats(Access::PushedLoad, 4));
    for (const Access access : {Access::RawLoad, Access::StructuredLoad, Access::ShortConstantLoad}) {
        rows.push_back(floats(access, 4));
        rows.back().technique = Technique::Floor;
    }
    for (Case copy : {floats(Access::RawCopy, 4), floats(Access::RawCopy, 1),
                      floats(Access::StructuredCopy, 4), floats(Access::StructuredCopy, kWordsPerMatrix)}) {
        copy.pattern = Pattern::Linear;
        addWithFloor(rows, copy);
    }
    return rows;
}

} // namespace vkperftest
