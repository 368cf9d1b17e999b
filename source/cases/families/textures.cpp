#include <fmt/format.h>

#include "base/enum_table.h"
#include "base/text.h"
#include "cases/families/families.h"

namespace vkperftest {
namespace {

struct SamplerTexts {
    std::string_view method; // behind the type
    std::string_view id;
    std::string_view kernel = {}; // its variant; the filters share one, since the sampler object decides
};

constexpr auto kSamplers = enumTable<Sampler, SamplerTexts>({
    {},
    {"Sample(nearest)", "nearest"},
    {"Sample(bilinear)", "bilinear"},
    {"Sample(bilinear, between texels)", "between"},
    {"Sample(trilinear)", "trilinear", ".level"},
    {"Sample(anisotropic 2)", "anisotropic2", ".grad"},
    {"Sample(anisotropic 4)", "anisotropic4", ".grad"},
    {"Sample(anisotropic 16)", "anisotropic16", ".grad"},
    {"Gather", "gather", ".gather"},
});

// The first channel of the texels below, below to the right, to the right, and of its own.
std::uint32_t gathered(const Operation& operation, std::uint32_t element, std::uint32_t value) {
    constexpr std::uint32_t kTexels[] = {kTextureSize, kTextureSize + 1, 1, 0};
    return (element + kTexels[value]) * traits(operation.source.format).channels;
}

} // namespace

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

// Devices choose the weights of an anisotropic filter, so all its texels are equal.
Operation sample(Format format, Sampler sampler) {
    const FormatTraits& texel = traits(format);
    const SamplerTexts& texts = kSamplers[sampler];
    const bool gathers = sampler == Sampler::Gather;
    const std::uint32_t width = gathers ? 4 : texel.channels;
    Operation operation{
        .name = fmt::format("Texture2D<{}>.{}", texel.textureName, texts.method),
        .id = fmt::format("texture-{}-{}", texts.id, lowercase(texel.textureName)),
        .kernel = fmt::format("texture_sample{}.{}", texts.kernel, width),
        .kind = sampler == Sampler::Nearest  ? LoadKind::Nearest
                : sampler == Sampler::Linear ? LoadKind::Bilinear
                                             : LoadKind::OtherSample,
        .source = texels(format, sampler == Sampler::Trilinear ? ImageShape::TwoLevels : ImageShape::Plane),
        .width = width,
        .sampler = sampler};
    if (anisotropyOf(sampler) > 0) operation.source.period = texel.channels;
    if (gathers) operation.valueIndex = gathered;
    if (operation.kind == LoadKind::OtherSample) {
        operation.ofNoLoads = [](const Operation& other) { // as many additions and addresses
            return bilinearSample(other.sampler == Sampler::Gather ? Format::RGBA8 : other.source.format);
        };
    }
    return operation;
}

Operation nearestSample(Format format) {
    return sample(format, Sampler::Nearest);
}

Operation bilinearSample(Format format) {
    return sample(format, Sampler::Linear);
}

Operation ofShape(Operation load, ImageShape shape) {
    constexpr std::string_view kPlane = "Texture2D";
    constexpr auto kTypes = enumTable<ImageShape, std::string_view>(
        {kPlane, "Texture1D", "Texture2DArray", "Texture3D", "TextureCube", kPlane, kPlane});
    constexpr auto kOfKernels =
        enumTable<ImageShape, std::string_view>({"", ".line", ".layers", ".volume", ".cube", "", ""});
    const std::string_view suffix = shape == ImageShape::LinearTiled ? " linear-tiled" : "";
    load.name.replace(0, kPlane.size(), kTypes[shape]).append(suffix);
    if (suffix.empty()) load.id.replace(0, std::string_view("texture").size(), lowercase(kTypes[shape]));
    if (!suffix.empty()) load.id += "-linear-tiled";
    load.kernel.insert(load.kernel.find('.'), kOfKernels[shape]);
    load.kind = LoadKind::OtherTexture;
    load.source = texels(load.source.format, shape);
    load.ofNoLoads = [](const Operation& other) { // as many additions and addresses
        const Format format = other.source.format;
        return other.sampler == Sampler::None ? textureLoad(format) : bilinearSample(format);
    };
    return load;
}

} // namespace vkperftest
