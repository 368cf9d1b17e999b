// Texture loads against typed loads of the same format.
#include "advice/formats.h"

namespace vkperftest {
namespace {

std::vector<Told> tellTextures(const Reading& reading) {
    return tellFamilies(reading, {"Texture loads", textureLoad, "typed ones of the same format", typedLoad});
}

} // namespace

extern const AdviceRule kTexturesRule{"textures", Heading::Textures, tellTextures};

} // namespace vkperftest
