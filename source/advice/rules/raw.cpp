// Raw buffers: what wide loads cost against a Load, linear against random, and misalignment.
#include <fmt/format.h>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kMisaligned = 4; // bytes

std::string loadName(std::uint32_t width) {
    return numbered("Load", width);
}

// "2.9, 3.3, 12": of Load2, Load3 and Load4 in Loads. Empty if that is not known. `atLeast` becomes true if they may
// cost more.
std::string costs(const Reading& reading, Pattern pattern, std::vector<Row>& rows, bool& atLeast) {
    const Row one = reading.row(rawLoad(1), pattern);
    std::vector<Span> spans;
    rows.push_back(one);
    for (const std::uint32_t width : {2u, 3u, 4u}) {
        const Row wide = reading.row(rawLoad(width), pattern);
        const Contrast against = contrast(one, wide, kDiffers);
        if (against.outcome == Outcome::Unclear || (against.outcome == Outcome::Same && against.atLeast))
            return {};
        const double cost = against.outcome == Outcome::Slower ? 1 / against.factor : against.factor;
        spans.emplace_back().add(cost, against.atLeast);
        atLeast = atLeast || against.atLeast;
        rows.push_back(wide);
    }
    std::vector<std::string> texts;
    for (const Span& span : spans) texts.push_back(leastText(span));
    return join(texts, "/");
}

std::vector<Told> tellWidths(const Reading& reading) {
    std::vector<Row> rows;
    bool atLeast = false;
    const std::string linear = costs(reading, Pattern::Linear, rows, atLeast);
    const std::string random = costs(reading, Pattern::Random, rows, atLeast);
    if (linear.empty() || random.empty()) return {};
    const std::string both = linear == random
                                 ? fmt::format("{} times a Load", linear)
                                 : fmt::format("{} times a Load linear, {} random", linear, random);
    return {{fmt::format("Raw Load2/3/4 cost {}{}", atLeast ? "at least " : "", both), std::move(rows), 92}};
}

std::vector<Told> tellPatterns(const Reading& reading) {
    std::vector<std::string> faster, slower;
    std::vector<Row> rows;
    bool allSame = true;
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) {
        const Row linear = reading.row(rawLoad(width), Pattern::Linear);
        const Row random = reading.row(rawLoad(width), Pattern::Random);
        const Contrast against = contrast(linear, random, kOtherKernelDiffers);
        Span span;
        span.add(against.factor, against.atLeast);
        const std::string text = fmt::format("{} {}", loadName(width), factorText(span));
        if (against.outcome == Outcome::Faster) faster.push_back(text);
        if (against.outcome == Outcome::Slower) slower.push_back(text);
        allSame = allSame && areSame(linear, random);
        if (against.outcome == Outcome::Unclear) continue;
        rows.push_back(linear);
        rows.push_back(random);
    }
    if (allSame) return {{"linear or random raw loads", rows, 0, true}};
    if (faster.empty() && slower.empty()) return {};
    std::vector<std::string> parts;
    if (!faster.empty()) parts.push_back(join(faster, ", ") + " times as fast");
    if (!slower.empty()) parts.push_back(join(slower, ", ") + " times slower");
    return {{fmt::format("Raw linear against random: {}", join(parts, "; ")), rows, 88}};
}

std::vector<Told> tellAlignment(const Reading& reading) {
    Span cost;
    std::string worst;
    std::vector<Row> rows;
    bool allSame = true;
    for (const std::uint32_t width : {2u, 4u}) {
        for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear, Pattern::Random}) {
            const Row aligned = reading.row(rawLoad(width), pattern);
            const Row misaligned = reading.row(rawLoad(width, kMisaligned), pattern);
            const Contrast against = contrast(aligned, misaligned, kDiffers);
            if (against.outcome == Outcome::Unclear) return {};
            allSame = allSame && areSame(aligned, misaligned);
            rows.push_back(aligned);
            rows.push_back(misaligned);
            if (against.outcome != Outcome::Faster) continue;
            if (against.factor > cost.high)
                worst = fmt::format("{} {}", loadName(width), patternName(pattern));
            cost.add(against.factor, against.atLeast);
        }
    }
    if (allSame) return {{"misaligned raw loads", rows, 0, true}};
    if (worst.empty()) return {};
    const Span most{cost.high, cost.high, cost.atLeast};
    return {{fmt::format("Misalignment by 4 bytes makes raw loads up to {} times slower ({})",
                         factorText(most), worst),
             rows, 70}};
}

std::vector<Told> tellRaw(const Reading& reading) {
    std::vector<Told> all;
    for (const auto topic : {tellWidths, tellPatterns, tellAlignment}) {
        for (Told& told : topic(reading)) all.push_back(std::move(told));
    }
    return all;
}

} // namespace

extern const AdviceRule kRawRule{
    "raw", "raw buffers: Load2 to Load4 against Load, linear against random, misalignment", false, tellRaw};

} // namespace vkperftest
