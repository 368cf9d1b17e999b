// Texture loads against typed loads of the same format.
#include "advice/wording.h"

namespace vkperftest {
namespace {

std::vector<Told> tellTextures(const Reading& reading) {
    bool allSame = true;
    const std::string different = differences(reading, textureLoad, typedLoad, allSame);
    std::vector<Row> rows = rowsOf(reading, {textureLoad, typedLoad}, {Pattern::Linear, Pattern::Random});
    if (different.empty() && !allSame) return {};
    if (allSame) return {{"texture or typed loads", rows, 0, true}};
    return {{"Texture loads against typed: " + different, rows, 87}};
}

} // namespace

extern const AdviceRule kTexturesRule{"textures", "texture loads against typed loads, linear and random",
                                      false, tellTextures};

} // namespace vkperftest
