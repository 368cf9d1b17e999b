// Loads from resources that a shader may write to, against the same loads from read-only ones.
#include <fmt/format.h>

#include "advice/formats.h"
#include "advice/wording.h"

namespace vkperftest {
namespace {

constexpr std::array kStoragePatterns = {Pattern::Uniform, Pattern::Linear};

std::vector<Told> tellWritable(const Reading& reading, std::string_view subject, std::string_view reference,
                               Operation (*load)(std::uint32_t)) {
    std::vector<ComparedLoads> all;
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) {
        for (const Pattern pattern : kStoragePatterns)
            compare(all, 4 * width, pattern, reading.row(writable(load(width)), pattern),
                    reading.row(load(width), pattern));
    }
    return tellCompared({fmt::format("{}, uniform and linear,", subject), std::string(reference), bytesText,
                         kStoragePatterns.size()},
                        all);
}

std::vector<Told> tellStorage(const Reading& reading) {
    std::vector<Told> all;
    const auto addFormats = [&](std::string_view subject, Operation (*family)(Format),
                                std::string_view reference, Operation (*other)(Format)) {
        addTold(all, tellFamilies(reading, {.subject = subject,
                                            .family = family,
                                            .reference = reference,
                                            .other = other,
                                            .patterns = kStoragePatterns}));
    };
    addTold(all, tellWritable(reading, "RWByteAddressBuffer loads", "ByteAddressBuffer ones",
                              [](std::uint32_t width) { return rawLoad(width); }));
    addTold(all, tellWritable(reading, "RWStructuredBuffer loads", "StructuredBuffer ones", structuredLoad));
    addFormats(
        "RWBuffer loads", [](Format format) { return writable(typedLoad(format)); }, "Buffer ones",
        typedLoad);
    addFormats(
        "RWTexture2D loads", [](Format format) { return writable(textureLoad(format)); }, "Texture2D ones",
        textureLoad);
    return all;
}

} // namespace

extern const AdviceRule kStorageRule{"storage", Heading::Buffers, tellStorage, "storage"};

} // namespace vkperftest
