// Structured buffers against raw ones that fetch as much.
#include <fmt/format.h>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// The spans of both outcomes over linear and random loads of one width.
struct Widths {
    std::vector<std::string> faster, slower;
    bool allSame = true;
};

void addWidth(const Reading& reading, std::uint32_t width, Widths& widths, std::vector<Row>& rows) {
    std::vector<Pattern> fasterUnder, slowerUnder;
    Span faster, slower;
    for (const Pattern pattern : {Pattern::Linear, Pattern::Random}) {
        const Row structured = reading.row(structuredLoad(width), pattern);
        const Row raw = reading.row(rawLoad(width), pattern);
        const Contrast against = contrast(structured, raw, kOtherKernelDiffers);
        widths.allSame = widths.allSame && areSame(structured, raw);
        if (against.outcome == Outcome::Unclear) continue;
        rows.push_back(structured);
        rows.push_back(raw);
        const bool isFaster = against.outcome == Outcome::Faster;
        if (!isFaster && against.outcome != Outcome::Slower) continue;
        (isFaster ? faster : slower).add(against.factor, against.atLeast);
        (isFaster ? fasterUnder : slowerUnder).push_back(pattern);
    }
    const auto add = [&](std::vector<std::string>& texts, const Span& span,
                         const std::vector<Pattern>& under) {
        if (under.empty()) return;
        const std::string only = under.size() == 1 ? fmt::format(" {}", patternName(under[0])) : "";
        texts.push_back(fmt::format("{}{} {}", numbered("float", width), only, factorText(span)));
    };
    add(widths.faster, faster, fasterUnder);
    add(widths.slower, slower, slowerUnder);
}

std::vector<Told> tellStructured(const Reading& reading) {
    Widths widths;
    std::vector<Row> rows;
    for (const std::uint32_t width : {1u, 2u, 4u}) addWidth(reading, width, widths, rows);
    if (widths.allSame) return {{"structured or raw loads", rows, 0, true}};
    std::vector<std::string> parts;
    if (!widths.faster.empty()) parts.push_back(join(widths.faster, ", ") + " times as fast");
    if (!widths.slower.empty()) parts.push_back(join(widths.slower, ", ") + " times slower");
    if (parts.empty()) return {};
    return {{fmt::format("Structured against raw: {}", join(parts, "; ")), rows, 90}};
}

} // namespace

extern const AdviceRule kStructuredRule{"structured", "structured against raw buffers, linear and random",
                                        false, tellStructured};

} // namespace vkperftest
