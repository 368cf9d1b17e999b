#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> uniformRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Operation& operation :
         {typedLoad(Format::RGBA8), typedLoad(Format::R32F), rawLoad(1), rawLoad(2), rawLoad(3), rawLoad(4),
          structuredLoad(4), constantLoad(), textureLoad(Format::RGBA8)}) {
        for (const Technique technique : {Technique::Direct, Technique::Shuffle, Technique::Broadcast,
                                          Technique::Reduce, Technique::PerLane, Technique::Floor})
            rows.push_back({operation, Pattern::Uniform, technique});
        if (operation != constantLoad()) rows.push_back({operation, Pattern::Linear});
    }
    // Beside PerfTest's constant buffer, which is larger than many constant caches, one that fits into all of
    // them.
    rows.push_back({shortConstantLoad()});
    rows.push_back({pushedLoad()});
    for (const Technique technique : {Technique::Direct, Technique::Shuffle}) {
        for (const std::uint32_t subgroupSize : {8u, 16u, 32u, 64u})
            rows.push_back({rawLoad(4), Pattern::Uniform, technique, subgroupSize});
    }
    return rows;
}

} // namespace vkperftest
