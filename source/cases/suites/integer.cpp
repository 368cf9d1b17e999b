#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> integerRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Format format : {Format::R32UI, Format::R32I}) addEveryPattern(rows, typedLoad(format));
    return rows;
}

} // namespace vkperftest
