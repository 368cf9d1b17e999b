#include <fmt/format.h>

#include "cases/families/families.h"

namespace vkperftest {

Operation elementStore(LoadKind kind, std::uint32_t width) {
    const std::string element = numbered("uint", width);
    const Format format = width == 1 ? Format::R32UI : width == 2 ? Format::RG32UI : Format::RGBA32UI;
    const WrittenTarget target = targetOf(kind, element, format);
    Operation operation = stores(kind, width, 4 * width);
    operation.name = target.type + ".Store";
    operation.id = fmt::format("{}-store-{}", target.word, element);
    operation.kernel = fmt::format("element_store.{}.{}", target.word, width);
    if (target.resource != ResourceKind::StorageBuffer)
        operation.source = {target.resource, format, operation.source.elements / width, 4 * width};
    return operation;
}

} // namespace vkperftest
