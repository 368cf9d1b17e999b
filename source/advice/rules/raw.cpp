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
    std::vector<std::string> texts;
    rows.push_back(one);
    for (const std::uint32_t width : {2u, 3u, 4u}) {
        const Row wide = reading.row(rawLoad(width), pattern);
        const Contrast against = contrast(one, wide, kDiffers);
        if (against.outcome == Outcome::Unclear || (against.outcome == Outcome::Same && against.atLeast))
            return {};
        const double cost = against.outcome == Outcome::Slower ? 1 / against.factor : against.factor;
        texts.push_back(leastText({cost, against.atLeast}));
        atLeast = atLeast || against.atLeast;
        rows.push_back(wide);
    }
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
    RowContrasts contrasts;
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) {
        const Row linear = reading.row(rawLoad(width), Pattern::Linear);
        const Row random = reading.row(rawLoad(width), Pattern::Random);
        const Contrast against = contrasts.add(linear, random, kOtherKernelDiffers);
        const std::string text = fmt::format("{} {}", loadName(width), factorText(against));
        if (against.outcome == Outcome::Faster) contrasts.faster.push_back(text);
        if (against.outcome == Outcome::Slower) contrasts.slower.push_back(text);
    }
    return contrasts.tell("linear or random raw loads", "Raw linear against random", 88);
}

std::vector<Told> tellAlignment(const Reading& reading) {
    Span cost;
    std::string worst;
    RowContrasts contrasts;
    for (const std::uint32_t width : {2u, 4u}) {
        for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear, Pattern::Random}) {
            const Contrast against =
                contrasts.add(reading.row(rawLoad(width), pattern),
                              reading.row(rawLoad(width, kMisaligned), pattern), kDiffers);
            if (against.outcome == Outcome::Unclear) return {};
            if (against.outcome != Outcome::Faster) continue;
            if (against.factor > cost.high)
                worst = fmt::format("{} {}", loadName(width), patternName(pattern));
            cost.add(against);
        }
    }
    if (contrasts.allSame) return {{"misaligned raw loads", contrasts.rows, 0, true}};
    if (worst.empty()) return {};
    return {{fmt::format("Misalignment by 4 bytes makes raw loads up to {} times slower ({})",
                         factorText({cost.high, cost.atLeast}), worst),
             contrasts.rows, 70}};
}

std::vector<Told> tellRaw(const Reading& reading) {
    std::vector<Told> all;
    for (const auto topic : {tellWidths, tellPatterns, tellAlignment}) {
        for (Told& told : topic(reading)) all.push_back(std::move(told));
    }
    return all;
}

} // namespace

extern const AdviceRule kRawRule{"raw", false, tellRaw};

} // namespace vkperftest
