#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"

namespace vkperftest {

Operation typedLoad(Format format) {
    const FormatTraits& texel = traits(format);
    const std::string_view ofIntegers = texel.integerType();
    return {.name = fmt::format("Buffer<{}>.Load", texel.bufferName),
            .id = "typed-" + lowercase(texel.bufferName),
            .kernel = ofIntegers.empty() ? fmt::format("typed_buffer.{}", texel.channels)
                                         : fmt::format("integer_buffer.{}.{}", ofIntegers, texel.channels),
            .kind = LoadKind::Typed,
            .source = {ResourceKind::TexelBuffer, format, kBufferElements, texel.bytes()},
            .width = texel.channels};
}

} // namespace vkperftest
