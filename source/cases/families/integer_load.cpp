#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"

namespace vkperftest {

Operation integerLoad(Format format) {
    const FormatTraits& texel = traits(format);
    const std::string type = fmt::format("Buffer<{}>", texel.bufferName);
    return {.name = type + ".Load",
            .type = type,
            .id = "typed-" + lowercase(texel.bufferName),
            .kernel = fmt::format("integer_buffer.{}", format == Format::R32I ? "int" : "uint"),
            .kind = LoadKind::Typed,
            .source = {ResourceKind::TexelBuffer, format, kBufferElements, texel.bytes()},
            .width = texel.channels};
}

} // namespace vkperftest
