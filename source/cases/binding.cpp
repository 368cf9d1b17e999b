#include "cases/suite.h"

namespace vkperftest {
namespace {

void addWithFloor(std::vector<Case>& rows, Case row) {
    rows.push_back(row);
    row.technique = Technique::Floor;
    rows.push_back(row);
}

// Uniform and linear: scalar loads where the driver makes them, and vector loads. The random pattern only
// permutes lanes.
template <class Add> void addLoads(std::vector<Case>& rows, Case row, Add add) {
    for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear}) {
        row.pattern = pattern;
        add(rows, row);
    }
}

void addAlone(std::vector<Case>& rows, const Case& row) {
    rows.push_back(row);
}

} // namespace

std::vector<Case> bindingRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto floats = [](Access access, std::uint32_t width, std::uint32_t byteOffset = 0) {
        return Case{.access = access, .format = Format::R32F, .width = width, .byteOffset = byteOffset};
    };
    // Under addresses floors form the address, too: they are measured under every strategy. The unaligned
    // rows share theirs with the aligned ones.
    for (const Access access : {Access::RawLoad, Access::StructuredLoad}) {
        for (const std::uint32_t width : {1u, 2u, 4u}) addLoads(rows, floats(access, width), addWithFloor);
    }
    for (const std::uint32_t width : {2u, 4u}) addLoads(rows, floats(Access::RawLoad, width, 4), addAlone);
    addLoads(rows, floats(Access::ShortConstantLoad, 4), addWithFloor);
    rows.push_back(floats(Access::PushedLoad, 4));
    for (Case copy : {floats(Access::RawCopy, 4), floats(Access::RawCopy, 1),
                      floats(Access::StructuredCopy, 4), floats(Access::StructuredCopy, kWordsPerMatrix)}) {
        copy.pattern = Pattern::Linear;
        addWithFloor(rows, copy);
    }
    return rows;
}

} // namespace vkperftest
