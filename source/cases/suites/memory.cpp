#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

std::vector<Case> memoryLoads() {
    return {{rawLoad(4), Pattern::Uniform},
            {typedLoad(Format::RGBA8), Pattern::Uniform},
            {stridedLoad(4, CachePlace::OwnWindow), Pattern::Linear},
            {stridedLoad(16, CachePlace::OwnWindow, Format::RGBA32F), Pattern::Linear}};
}

std::vector<Case> memoryRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Case& load : memoryLoads())
        for (const MemoryKind memory : {MemoryKind::DeviceLocal, MemoryKind::Bar, MemoryKind::HostCached})
            rows.push_back({inMemory(load.operation, memory), load.pattern});
    return rows;
}

} // namespace vkperftest
