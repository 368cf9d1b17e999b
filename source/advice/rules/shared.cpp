// Shared memory: its loads against raw ones of as many words, and what conflicts on its banks cost loads and
// stores.
#include "advice/wording.h"

namespace vkperftest {
namespace {

std::string degreesText(const std::vector<std::uint32_t>& degrees) {
    return (degrees.size() == 1 ? "degree " : "degrees ") + numbersText(degrees);
}

std::vector<Told> tellSharedMemory(const Reading& reading) {
    std::vector<ComparedLoads> kinds, conflicts, stores;
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) {
        for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear})
            compare(kinds, width, pattern, reading.row(sharedLoad(width), pattern),
                    reading.row(rawLoad(width), pattern));
    }
    for (const Pattern conflict : kConflicts) {
        compare(conflicts, strideOf(conflict), Pattern::Linear, reading.row(sharedLoad(1), conflict),
                reading.row(sharedLoad(1), Pattern::Linear), kDiffers);
        compare(stores, strideOf(conflict), Pattern::Linear,
                reading.row(sharedStore(1, strideOf(conflict)), conflict),
                reading.row(sharedStore(1), Pattern::Linear), kDiffers);
    }
    std::vector<Told> all = tellCompared({"Loads from shared memory", "raw ones", wordsText, 2}, kinds);
    addTold(all,
            tellCompared({"Loads from shared memory with bank conflicts", "those without", degreesText, 1},
                         conflicts));
    addTold(all,
            tellCompared({"Stores to shared memory with bank conflicts", "those without", degreesText, 1},
                         stores));
    return all;
}

} // namespace

extern const AdviceRule kSharedRule{"shared", Heading::Patterns, tellSharedMemory, "shared"};

} // namespace vkperftest
