#include "cases/families/families.h"

namespace vkperftest {

Operation inMemory(Operation load, MemoryKind memory) {
    if (memory == MemoryKind::DeviceLocal) return load;
    load.kind = LoadKind::OtherMemory;
    load.source.memory = memory;
    return load;
}

} // namespace vkperftest
