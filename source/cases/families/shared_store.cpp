#include <algorithm>

#include <fmt/format.h>

#include "cases/case.h"
#include "cases/families/families.h"

namespace vkperftest {

Operation sharedStore(std::uint32_t width, std::uint32_t apart) {
    // An invocation stores to four elements in turn: side by side where there is room for them.
    const std::uint32_t step = apart >= 4 ? 1 : kInvocationsPerGroup;
    constexpr std::uint32_t kWordsOfStrides = kPatternSpan * 32;
    const std::string element = numbered("uint", width);
    const WrittenTarget target = targetOf(LoadKind::SharedStore, element, Format::R32UI);
    Operation operation = stores(LoadKind::SharedStore, width, 4 * width);
    operation.name = target.type + " store";
    operation.id = fmt::format("{}-store-{}", target.word, element);
    operation.kernel = fmt::format("shared_store.{}", width);
    operation.traversal = Traversal{.step = step, .window = 4 * step};
    operation.source.elements = std::max(kWordsOfStrides, 4 * kInvocationsPerGroup * width);
    return operation;
}

} // namespace vkperftest
