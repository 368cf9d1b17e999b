// Constant buffers: what it costs if lanes index them differently.
#include <fmt/format.h>

#include "advice/wording.h"
#include "base/text.h"

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
        Span span;
        span.add(against.factor, against.atLeast);
        slower.push_back(fmt::format("{} {}", patternName(pattern), factorText(span)));
    }
    if (allSame) return {{"uniform or divergent constants", rows, 0, true}};
    if (slower.empty()) return {};
    Span speed;
    speed.add(uniform.ratio(), !uniform.showsLoads());
    return {{fmt::format("Divergent constants: {} times slower than uniform ({})", listText(slower),
                         speedText(speed)),
             rows, 94}};
}

} // namespace

extern const AdviceRule kConstantsRule{"constants", "constant buffers: the price of divergent indices", false,
                                       tellConstants};

} // namespace vkperftest
