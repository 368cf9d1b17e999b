// Raw buffers: linear against random, and a start that is 4 bytes off.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kMisaligned = 4; // bytes

std::string loadsText(const std::vector<std::uint32_t>& widths) {
    std::vector<std::string> names;
    for (const std::uint32_t width : widths) names.push_back(numbered("Load", width));
    return enumerated(names);
}

std::vector<Told> tellPatterns(const Reading& reading) {
    std::vector<ComparedLoads> all;
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) {
        const Row linear = reading.row(rawLoad(width), Pattern::Linear);
        const Row random = reading.row(rawLoad(width), Pattern::Random);
        compare(all, width, Pattern::Linear, linear, random);
    }
    return tellCompared({"Linear raw loads", "random ones", loadsText, 1}, all);
}

std::vector<Told> tellAlignment(const Reading& reading) {
    std::vector<ComparedLoads> all;
    for (const std::uint32_t width : {2u, 4u}) {
        for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear, Pattern::Random})
            compare(all, width, pattern, reading.row(rawLoad(width, kMisaligned), pattern),
                    reading.row(rawLoad(width), pattern), kDiffers);
    }
    // Misalignment makes no load faster.
    for (ComparedLoads& each : all) {
        if (each.claim.outcome == Outcome::Faster) each.claim.outcome = Outcome::NoSlower;
    }
    std::vector<Told> told =
        tellCompared({"Raw loads that begin 4 bytes off", "aligned ones", loadsText}, all);
    const bool noneSlower = std::ranges::none_of(
        all, [](const ComparedLoads& each) { return each.claim.outcome == Outcome::Slower; });
    for (Told& each : told)
        if (noneSlower) each.text += ". In both cases the compiler knows only 4 bytes of alignment";
    return told;
}

std::vector<Told> tellRaw(const Reading& reading) {
    std::vector<Told> all = tellPatterns(reading);
    addTold(all, tellAlignment(reading));
    return all;
}

} // namespace

extern const AdviceRule kRawRule{"raw", Heading::Widths, tellRaw};

} // namespace vkperftest
