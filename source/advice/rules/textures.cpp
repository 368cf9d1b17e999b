// Texture loads against typed loads of the same format.
#include "advice/wording.h"

namespace vkperftest {
namespace {

std::vector<Told> tellTextures(const Reading& reading) {
    bool allSame = true;
    const std::string different = differences(reading, textureLoad, typedLoad, allSame);
    return tellDifference(allSame, "texture or typed loads", "Texture loads against typed", different,
                          rowsOf(reading, {textureLoad, typedLoad}, {Pattern::Linear, Pattern::Random}), 87);
}

} // namespace

extern const AdviceRule kTexturesRule{"textures", false, tellTextures};

} // namespace vkperftest
