// Constant buffers: what it costs if lanes index them differently.
#include <fmt/format.h>

#include "advice/wording.h"

namespace vkperftest {
namespace {

std::vector<Told> tellConstants(const Reading& reading) {
    const Row uniform = reading.row(constantLoad(), Pattern::Uniform);
    std::vector<Row> rows = {uniform};
    std::vector<std::string> slower;
    bool allSame = true;
    for (const Pattern pattern : {Pattern::Linear, Pattern::Random}) {
        const Row divergent = reading.row(constantLoad(), pattern);
        const Contrast against = contrast(uniform, divergent, kDiffers);
        if (against.outcome == Outcome::Unclear) return {};
        rows.push_back(divergent);
        allSame = allSame && areSame(uniform, divergent);
        if (against.outcome != Outcome::Faster) continue;
        slower.push_back(fmt::format("{} {}", patternName(pattern), factorText(against)));
    }
    const std::string difference = slower.empty() ? ""
                                                  : fmt::format("{} times slower than uniform ({})",
                                                                listText(slower), speedText(uniform));
    return tellDifference(allSame, "uniform or divergent constants", "Divergent constants", difference,
                          std::move(rows), 94);
}

} // namespace

extern const AdviceRule kConstantsRule{"constants", false, tellConstants};

} // namespace vkperftest
