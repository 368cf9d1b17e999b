#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Operation> bindlessLoads() {
    return {structuredLoad(4), typedLoad(Format::RGBA8), textureLoad(Format::R8)};
}

std::vector<Case> bindlessRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Operation& load : bindlessLoads()) {
        for (const DescriptorIndex index :
             {DescriptorIndex::None, DescriptorIndex::Constant, DescriptorIndex::Uniform,
              DescriptorIndex::PerSubgroup, DescriptorIndex::PerLane}) {
            const bool array = index != DescriptorIndex::None;
            addPatterns(rows, array ? indexedLoad(load, index) : load, {Pattern::Uniform, Pattern::Linear});
        }
    }
    return rows;
}

} // namespace vkperftest
