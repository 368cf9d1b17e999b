#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"

namespace vkperftest {

Operation textureLoad(Format format) {
    const FormatTraits& texel = traits(format);
    const std::string_view ofIntegers = texel.integerType();
    return {.name = fmt::format("Texture2D<{}>.Load", texel.textureName),
            .id = "texture-load-" + lowercase(texel.textureName),
            .kernel =
                fmt::format("texture_load.{}{}{}", ofIntegers, ofIntegers.empty() ? "" : ".", texel.channels),
            .kind = LoadKind::Texture,
            .source = texels(format),
            .width = texel.channels};
}

} // namespace vkperftest
