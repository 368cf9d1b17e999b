#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> mixedRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& one, const Operation& two, const Operation& three,
                         const Operation& four) {
        addEveryPattern(rows, mixedLoads({one, two, three, four}));
    };
    const Operation load = rawLoad(1), load2 = rawLoad(2), load4 = rawLoad(4), unaligned = rawLoad(4, 4);
    const Operation float1 = structuredLoad(1), float2 = structuredLoad(2), float4 = structuredLoad(4);
    const Operation r32f = typedLoad(Format::R32F), rgba8 = typedLoad(Format::RGBA8);
    const Operation rgba32f = typedLoad(Format::RGBA32F), texture = textureLoad(Format::RGBA8);
    const Operation constant = constantLoad();
    add(load4, load4, rgba8, rgba8);
    add(load, load, load, rgba32f);
    add(load4, load4, float4, float4);
    add(float1, float1, float1, unaligned);
    add(r32f, r32f, texture, texture);
    add(constant, constant, load2, load2);
    add(float2, float2, r32f, texture);
    add(constant, constant, load, rgba8);
    add(load4, float1, rgba8, texture);
    add(constant, load, r32f, texture);
    return rows;
}

} // namespace vkperftest
