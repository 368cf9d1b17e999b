// Raw, structured and typed buffers against each other, each load with a load of as many bytes.
#include <array>

#include "advice/wording.h"

namespace vkperftest {
namespace {

Row rowOf(const Reading& reading, std::string_view kind, std::uint32_t bytes, Pattern pattern) {
    for (const Candidate& each : candidateRows(reading, bytes, pattern)) {
        if (each.kind == kind) return each.row;
    }
    return {};
}

std::vector<Told> tellPair(const Reading& reading, std::string_view subject, std::string_view kind,
                           std::string_view other) {
    std::vector<ComparedLoads> all;
    for (const std::uint32_t bytes : {4u, 8u, 16u}) {
        for (const Pattern pattern : kEveryPattern)
            compare(all, bytes, pattern, rowOf(reading, kind, bytes, pattern),
                    rowOf(reading, other, bytes, pattern));
    }
    return tellCompared({std::string(subject), std::string(other) + " ones", bytesText}, all);
}

std::vector<Told> tellBuffers(const Reading& reading) {
    std::vector<Told> all;
    const auto add = [&](std::string_view subject, std::string_view kind, std::string_view other) {
        addTold(all, tellPair(reading, subject, kind, other));
    };
    add("Raw loads", "raw", "typed");
    add("Structured loads", "structured", "typed");
    add("Structured loads", "structured", "raw");
    return all;
}

} // namespace

extern const AdviceRule kBuffersRule{"buffers", Heading::Buffers, tellBuffers};

} // namespace vkperftest
