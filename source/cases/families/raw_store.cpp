#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"

namespace vkperftest {

Operation rawStore(std::uint32_t width, std::uint32_t apart) {
    const std::string store = numbered("Store", width);
    Operation operation = stores(LoadKind::RawStore, width, apart > 0 ? apart : 4 * width);
    operation.name = "RWByteAddressBuffer." + store;
    operation.id = "raw-" + lowercase(store);
    operation.kernel = fmt::format("raw_store.{}", width);
    if (apart > 0) {
        operation.name += fmt::format(" {} bytes apart", apart);
        operation.id += fmt::format("-apart{}", apart);
    }
    return operation;
}

} // namespace vkperftest
