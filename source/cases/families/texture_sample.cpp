#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"

namespace vkperftest {
namespace {

// Both filters run one kernel: the sampler object decides.
Operation sample(Format format, std::string_view filter, Sampler sampler) {
    const FormatTraits& texel = traits(format);
    return {.name = fmt::format("Texture2D<{}>.Sample({})", texel.textureName, filter),
            .id = fmt::format("texture-{}-{}", filter, lowercase(texel.textureName)),
            .kernel = fmt::format("texture_sample.{}", texel.channels),
            .kind = sampler == Sampler::Nearest ? LoadKind::Nearest : LoadKind::Bilinear,
            .source = {ResourceKind::Texture, format, kTextureSize * kTextureSize, texel.bytes()},
            .width = texel.channels,
            .sampler = sampler};
}

} // namespace

Operation nearestSample(Format format) {
    return sample(format, "nearest", Sampler::Nearest);
}

Operation bilinearSample(Format format) {
    return sample(format, "bilinear", Sampler::Linear);
}

} // namespace vkperftest
