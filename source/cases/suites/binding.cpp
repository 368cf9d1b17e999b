#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

// Through addresses, floors compute the address too, so they are measured under every strategy, except for
// rows that addresses do not bind. The unaligned rows share the floors of the aligned ones.
std::vector<Case> bindingRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& operation, Pattern pattern, bool floor = true) {
        rows.push_back({operation, pattern});
        if (floor) rows.push_back({operation, pattern, Technique::Floor});
    };
    // Uniform and linear: scalar loads if the driver uses them, and vector loads. The random pattern only
    // permutes lanes.
    const auto addLoads = [&](const Operation& operation, bool floor = true) {
        for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear}) add(operation, pattern, floor);
    };
    for (const std::uint32_t width : {1u, 2u, 4u}) addLoads(rawLoad(width));
    for (const std::uint32_t width : {1u, 2u, 4u}) addLoads(structuredLoad(width));
    for (const std::uint32_t width : {2u, 4u}) addLoads(rawLoad(width, 4), false);
    addLoads(shortConstantLoad(), false);
    // What other descriptors cost: texel buffers and images, with and without a sampler.
    for (const Operation& operation :
         {typedLoad(Format::RGBA8), textureLoad(Format::RGBA8), bilinearSample(Format::RGBA8)})
        add(operation, Pattern::Linear, false);
    rows.push_back({pushedLoad()});
    for (const Operation& copy : {rawCopy(4), rawCopy(1), structuredCopy(4), structuredCopy(kWordsPerMatrix)})
        add(copy, Pattern::Linear);
    return rows;
}

} // namespace vkperftest
