#include "report/writers.h"

namespace vkperftest {

extern const Writer kTableWriter, kPerfTestWriter, kCsvWriter, kMarkdownWriter, kJsonWriter;

std::span<const Writer> runWriters() {
    static const std::vector<Writer> all = {kTableWriter, kPerfTestWriter, kCsvWriter, kMarkdownWriter,
                                            kJsonWriter};
    return all;
}

std::span<const Writer> writers() {
    static const std::vector<Writer> general = [] {
        std::vector<Writer> some(runWriters().begin(), runWriters().end());
        std::erase_if(some, [](const Writer& writer) { return writer.shown == Shown::Run; });
        return some;
    }();
    return general;
}

} // namespace vkperftest
