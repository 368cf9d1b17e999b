#include "base/enum_table.h"
#include "base/text.h"
#include "cases/families/families.h"

namespace vkperftest {

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
    load.ofFloor = [](const Operation& other) { // as many additions and addresses
        const Format format = other.source.format;
        return other.sampler == Sampler::None ? textureLoad(format) : bilinearSample(format);
    };
    return load;
}

} // namespace vkperftest
