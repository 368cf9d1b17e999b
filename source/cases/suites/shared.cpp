#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> sharedRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) {
        for (const Operation& operation : {sharedLoad(width), rawLoad(width)})
            addPatterns(rows, operation, {Pattern::Uniform, Pattern::Linear});
    }
    for (const std::uint32_t width : {1u, 2u, 4u})
        addPatterns(rows, sharedStore(width), {Pattern::Uniform, Pattern::Linear});
    for (const Pattern conflict : kConflicts) {
        rows.push_back({sharedLoad(1), conflict});
        rows.push_back(underPattern(rawLoad(1), conflict));
        rows.push_back({sharedStore(1, strideOf(conflict)), conflict});
    }
    return rows;
}

} // namespace vkperftest
