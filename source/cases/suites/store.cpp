#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> storeRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& operation) {
        addPatterns(rows, operation, {Pattern::Uniform, Pattern::Linear, Pattern::Scattered});
    };
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) add(rawStore(width));
    for (const LoadKind kind : {LoadKind::StructuredStore, LoadKind::TypedStore, LoadKind::TextureStore})
        for (const std::uint32_t width : {1u, 2u, 4u}) add(elementStore(kind, width));
    for (const std::uint32_t apart : {64u, 128u}) rows.push_back({rawStore(1, apart), Pattern::Linear});
    return rows;
}

} // namespace vkperftest
