#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Operation> narrowLoads() {
    std::vector<Operation> loads;
    for (const Format element : {Format::R8UI, Format::R16UI, Format::R16F})
        for (const std::uint32_t width : {1u, 2u, 4u}) loads.push_back(narrowLoad(element, width));
    return loads;
}

std::vector<Case> narrowRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Operation& narrow : narrowLoads()) {
        addEveryPattern(rows, narrow);
        addEveryPattern(rows, unpacked(narrow));
    }
    for (const std::uint32_t width : {2u, 4u}) {
        addEveryPattern(rows, longLoad(width));
        addEveryPattern(rows, rawLoad(width));
    }
    return rows;
}

} // namespace vkperftest
