#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> constantRows() {
    std::vector<Case> rows = {defaultBaseline()};
    rows.push_back({pushedLoad()}); // an index of push constants must be uniform
    for (const Operation& operation : {specializedLoad(), shortConstantLoad(4), shortConstantLoad()})
        addEveryPattern(rows, operation);
    return rows;
}

} // namespace vkperftest
