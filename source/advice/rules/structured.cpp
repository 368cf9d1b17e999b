// Structured buffers against raw ones that fetch as much.
#include <fmt/format.h>

#include "advice/wording.h"

namespace vkperftest {
namespace {

// Linear and random loads of one width.
void addWidth(const Reading& reading, std::uint32_t width, RowContrasts& contrasts) {
    std::vector<Pattern> fasterUnder, slowerUnder;
    Span faster, slower;
    for (const Pattern pattern : {Pattern::Linear, Pattern::Random}) {
        const Contrast against = contrasts.add(reading.row(structuredLoad(width), pattern),
                                               reading.row(rawLoad(width), pattern), kOtherKernelDiffers);
        const bool isFaster = against.outcome == Outcome::Faster;
        if (!isFaster && against.outcome != Outcome::Slower) continue;
        (isFaster ? faster : slower).add(against);
        (isFaster ? fasterUnder : slowerUnder).push_back(pattern);
    }
    const auto add = [&](std::vector<std::string>& texts, const Span& span,
                         const std::vector<Pattern>& under) {
        if (under.empty()) return;
        const std::string only = under.size() == 1 ? fmt::format(" {}", patternName(under[0])) : "";
        texts.push_back(fmt::format("{}{} {}", numbered("float", width), only, factorText(span)));
    };
    add(contrasts.faster, faster, fasterUnder);
    add(contrasts.slower, slower, slowerUnder);
}

std::vector<Told> tellStructured(const Reading& reading) {
    RowContrasts contrasts;
    for (const std::uint32_t width : {1u, 2u, 4u}) addWidth(reading, width, contrasts);
    return contrasts.tell("structured or raw loads", "Structured against raw", 90);
}

} // namespace

extern const AdviceRule kStructuredRule{"structured", false, tellStructured};

} // namespace vkperftest
