#include <algorithm>
#include <utility>

#include "base/enum_table.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Operation> patternLoads() {
    return {rawLoad(1), rawLoad(4), structuredLoad(4), typedLoad(Format::RGBA8), typedLoad(Format::RGBA32F)};
}

std::vector<Case> patternRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Operation& operation : patternLoads()) {
        for (std::size_t i = 0; i <= static_cast<std::size_t>(Pattern::PerSubgroup);
             ++i) { // not those of stores
            const Case row = underPattern(operation, static_cast<Pattern>(i));
            if (row != defaultBaseline()) rows.push_back(row);
        }
    }
    return rows;
}

Case underPattern(Operation operation, Pattern pattern) {
    if (isPerfTests(pattern)) return {std::move(operation), pattern};
    const std::uint32_t reached = kPatternSpan * strideOf(pattern) + kLoadsPerInvocation;
    SourceResource& source = operation.source;
    const std::uint32_t bytes = reached * traits(source.format).bytesOf(operation.width);
    source.elements = std::max(source.elements, bytes / source.bytesPerElement);
    operation.addressKernel.clear();
    return {std::move(operation), pattern};
}

} // namespace vkperftest
