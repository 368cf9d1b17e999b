#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> textureRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& operation) {
        addPatterns(rows, operation, {Pattern::Uniform, Pattern::Linear});
    };
    constexpr std::array kShapes = {ImageShape::Line, ImageShape::Layers, ImageShape::Volume,
                                    ImageShape::Cube, ImageShape::LinearTiled};
    for (const Format format : {Format::RGBA8, Format::RGBA16F, Format::RGBA32F}) {
        add(textureLoad(format));
        for (const ImageShape shape : kShapes) // HLSL has no loads from cubes
            if (shape != ImageShape::Cube) add(ofShape(textureLoad(format), shape));
        for (const Sampler sampler : {Sampler::Linear, Sampler::Between, Sampler::Trilinear})
            add(sample(format, sampler));
        for (const ImageShape shape : kShapes) add(ofShape(bilinearSample(format), shape));
    }
    // Of wider formats, 16 samples take software drivers longer than a dispatch may.
    for (const Sampler sampler : {Sampler::Anisotropic2, Sampler::Anisotropic4, Sampler::Anisotropic16})
        add(sample(Format::RGBA8, sampler));
    for (const Format format : {Format::R8, Format::R16F, Format::R32F}) // of one channel, as Gather's values
        for (const Sampler sampler : {Sampler::Linear, Sampler::Gather}) add(sample(format, sampler));
    return rows;
}

} // namespace vkperftest
