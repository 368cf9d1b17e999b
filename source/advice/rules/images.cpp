// Images that are not 2D or optimally tiled, and samples that are not bilinear at texels' centres.
#include <array>

#include "advice/wording.h"
#include "base/text.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

// The load or sample that the other one is compared with.
Operation usualTwin(const Operation& other) {
    const Format format = other.source.format;
    return other.sampler == Sampler::None ? textureLoad(format) : bilinearSample(format);
}

// Of the suite's operations that `takes` takes.
std::vector<Told> tellOthers(const Reading& reading, std::string subject, std::string reference,
                             bool (*takes)(const Operation&)) {
    constexpr std::array kPatterns = {Pattern::Uniform, Pattern::Linear};
    std::vector<std::string> names;
    std::vector<ComparedLoads> all;
    for (const Case& row : textureRows()) {
        const Row its = reading.row(row.operation, row.pattern);
        if (row.pattern != kPatterns.front() || !takes(row.operation) || its.figures == nullptr) continue;
        for (const Pattern pattern : kPatterns)
            compare(all, static_cast<std::uint32_t>(names.size()), pattern,
                    reading.row(row.operation, pattern), reading.row(usualTwin(row.operation), pattern));
        names.push_back(row.operation.name);
    }
    const auto text = [&](const std::vector<std::uint32_t>& items) {
        std::vector<std::string> named;
        for (const std::uint32_t item : items) named.push_back(names[item]);
        return items.size() == names.size() ? "" : enumerated(named);
    };
    const auto isCrowd = [&](const std::vector<std::uint32_t>& items) {
        constexpr std::size_t kMostNames = 3;
        return items.size() > kMostNames && items.size() != names.size();
    };
    return tellCompared({std::move(subject), std::move(reference), text, kPatterns.size(), isCrowd, "rows"},
                        all);
}

std::vector<Told> tellImages(const Reading& reading) {
    std::vector<Told> all;
    addTold(all,
            tellOthers(reading, "Loads from 1D, array, 3D and linearly tiled textures, uniform and linear,",
                       "those from 2D ones", [](const Operation& operation) {
                           return operation.kind == LoadKind::OtherTexture &&
                                  operation.sampler == Sampler::None;
                       }));
    addTold(all,
            tellOthers(reading,
                       "Bilinear samples of 1D, array, 3D, cube and linearly tiled textures, uniform and "
                       "linear,",
                       "those of 2D ones", [](const Operation& operation) {
                           return operation.kind == LoadKind::OtherTexture &&
                                  operation.sampler != Sampler::None;
                       }));
    addTold(all, tellOthers(reading,
                            "Trilinear, anisotropic and gathered samples, and bilinear ones between texels, "
                            "uniform and linear,",
                            "bilinear ones at texel centres", [](const Operation& operation) {
                                return operation.kind == LoadKind::OtherSample;
                            }));
    return all;
}

} // namespace

extern const AdviceRule kImagesRule{"images", Heading::Textures, tellImages, "texture"};

} // namespace vkperftest
