// Loads from memory that the host can write to or that its caches hold, against the same loads from the
// device's own.
#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// Items are numbers of memoryLoads().
std::string memoryLoadsText(const std::vector<std::uint32_t>& items) {
    std::vector<std::string> names;
    for (const std::uint32_t item : items) {
        const Case load = memoryLoads().at(item);
        const bool streams = load.operation.place == CachePlace::OwnWindow;
        names.push_back(load.operation.name + (streams ? " of own windows" : " from one address"));
    }
    return enumerated(names);
}

std::vector<Told> tellMemory(const Reading& reading) {
    std::vector<Told> all;
    const auto tell = [&](const char* subject, MemoryKind memory) {
        std::vector<ComparedLoads> compared;
        for (std::uint32_t i = 0; i < memoryLoads().size(); ++i) {
            const Case load = memoryLoads()[i];
            compare(compared, i, Pattern::Linear, reading.row(inMemory(load.operation, memory), load.pattern),
                    reading.row(load.operation, load.pattern), kDiffers);
        }
        addTold(all, tellCompared({subject, "those from device-local memory", memoryLoadsText, 1}, compared));
    };
    tell("Loads from host-visible device-local memory (BAR)", MemoryKind::Bar);
    tell("Loads from host-cached memory", MemoryKind::HostCached);
    return all;
}

} // namespace

extern const AdviceRule kMemoryRule{"memory", Heading::Other, tellMemory, "memory"};

} // namespace vkperftest
