// Stores of one to four words: what it costs if lanes do not write neighbouring elements, or write texels.
#include <utility>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

std::string storesText(const std::vector<std::uint32_t>& widths) {
    std::vector<std::string> names;
    for (const std::uint32_t width : widths) names.push_back(numbered("Store", width));
    return enumerated(names);
}

std::vector<Told> tellStores(const Reading& reading) {
    std::vector<Told> told;
    const auto tell = [&](const char* subject, Pattern pattern) {
        std::vector<ComparedLoads> all;
        for (const std::uint32_t width : {1u, 2u, 3u, 4u})
            compare(all, width, pattern, reading.row(rawStore(width), pattern),
                    reading.row(rawStore(width), Pattern::Linear), kDiffers);
        addTold(told,
                tellCompared({subject, "those of neighbouring lanes to neighbouring elements", storesText, 1},
                             all));
    };
    tell("Raw stores of each lane to a cache line of its own", Pattern::Scattered);
    tell("Raw stores of all lanes to one address", Pattern::Uniform);
    for (const auto& [subject, kind] : {std::pair{"Stores to RWBuffer", LoadKind::TypedStore},
                                        std::pair{"Stores to RWTexture2D", LoadKind::TextureStore}}) {
        std::vector<ComparedLoads> all;
        for (const std::uint32_t width : {1u, 2u, 4u}) {
            for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear, Pattern::Scattered})
                compare(all, width, pattern, reading.row(elementStore(kind, width), pattern),
                        reading.row(rawStore(width), pattern));
        }
        addTold(told, tellCompared({subject, "raw ones", wordsText, 3}, all));
    }
    return told;
}

} // namespace

extern const AdviceRule kStoresRule{"stores", Heading::Writes, tellStores, "store"};

} // namespace vkperftest
