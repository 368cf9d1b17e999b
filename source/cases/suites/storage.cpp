#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> storageRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& load) {
        for (const Operation& operation : {load, writable(load)})
            addPatterns(rows, operation, {Pattern::Uniform, Pattern::Linear});
    };
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) add(rawLoad(width));
    for (const std::uint32_t width : {1u, 2u, 4u}) add(structuredLoad(width));
    for (const FormatTraits& format : perfTestFormats()) add(typedLoad(format.format));
    for (const FormatTraits& format : perfTestFormats()) add(textureLoad(format.format));
    return rows;
}

} // namespace vkperftest
