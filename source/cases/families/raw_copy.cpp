#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"

namespace vkperftest {

Operation rawCopy(std::uint32_t width) {
    const std::string load = numbered("Load", width);
    return {.name = fmt::format("ByteAddressBuffer.{}x{} matrix copy", 16 / width, load),
            .id = "copy-raw-" + lowercase(load),
            .kernel = fmt::format("raw_copy.{}", width),
            .addressKernel = fmt::format("address_copy.{}", width),
            .kind = LoadKind::RawCopy,
            .source = rawWords(),
            .width = width,
            .copies = true};
}

} // namespace vkperftest
