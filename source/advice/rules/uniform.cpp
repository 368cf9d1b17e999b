// Uniform addresses: which kinds of load are faster than both linear and random ones.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

struct Kind {
    std::string_view name;
    std::vector<Operation> operations;
};

std::vector<Kind> kinds() {
    std::vector<Kind> all = {{"typed", {}}, {"raw", {}}, {"structured", {}}, {"texture", {}}, {"sample", {}}};
    for (const FormatTraits& format : perfTestFormats()) {
        all[0].operations.push_back(typedLoad(format.format));
        all[3].operations.push_back(textureLoad(format.format));
        all[4].operations.push_back(nearestSample(format.format));
        all[4].operations.push_back(bilinearSample(format.format));
    }
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) all[1].operations.push_back(rawLoad(width));
    for (const std::uint32_t width : {1u, 2u, 4u}) all[2].operations.push_back(structuredLoad(width));
    return all;
}

struct Gain {
    Span span;               // of the loads that gain
    std::size_t gaining = 0; // how many do
    std::size_t none = 0;    // do not
    std::size_t unclear = 0;
};

// What was not measured might not gain.
bool isMeasured(const Reading& reading, const Kind& kind) {
    return std::all_of(kind.operations.begin(), kind.operations.end(), [&](const Operation& operation) {
        return reading.row(operation, Pattern::Uniform).figures != nullptr &&
               reading.row(operation, Pattern::Linear).figures != nullptr &&
               reading.row(operation, Pattern::Random).figures != nullptr;
    });
}

// Against the faster of linear and random, all of them measured.
void addGain(const Reading& reading, const Operation& operation, Gain& gain, std::vector<Row>& rows) {
    const Row uniform = reading.row(operation, Pattern::Uniform);
    Row best = reading.row(operation, Pattern::Linear);
    const Row random = reading.row(operation, Pattern::Random);
    if (random.ratio() > best.ratio()) best = random;
    const Contrast against = contrast(uniform, best, kOtherKernelDiffers);
    if (against.outcome == Outcome::Faster) {
        ++gain.gaining;
        gain.span.add(against);
    } else if (against.outcome == Outcome::Slower || areSame(uniform, best)) {
        ++gain.none;
    } else {
        ++gain.unclear;
        return;
    }
    rows.push_back(uniform);
    rows.push_back(best);
}

// "raw up to 1.7": the gain of all of the kind's loads, or of the one that gains most. Empty if fewer than half gain.
std::string gainText(const Kind& kind, const Gain& gain) {
    const std::size_t others = gain.none + gain.unclear;
    if (gain.gaining < others) return {};
    if (others == 0) return fmt::format("{} {}", kind.name, factorText(gain.span));
    return fmt::format("{} up to {}", kind.name, factorText({gain.span.high, gain.span.atLeast}));
}

std::vector<Told> tellUniform(const Reading& reading) {
    std::vector<std::string> gaining, none;
    std::vector<Row> rows;
    for (const Kind& kind : kinds()) {
        if (!isMeasured(reading, kind)) continue;
        Gain gain;
        std::vector<Row> own;
        for (const Operation& operation : kind.operations) addGain(reading, operation, gain, own);
        if (own.empty()) continue;
        const std::string text = gainText(kind, gain);
        const bool gainsNothing = gain.gaining + gain.unclear == 0;
        if (!gainsNothing && text.empty()) continue;
        rows.insert(rows.end(), own.begin(), own.end());
        if (gainsNothing)
            none.emplace_back(kind.name);
        else
            gaining.push_back(text);
    }
    if (gaining.empty() && none.empty()) return {};
    if (gaining.empty()) return {{fmt::format("Uniform: no gain for {}", listText(none)), rows, 85}};
    const std::string others = none.empty() ? "" : "; no gain: " + join(none, ", ");
    return {{fmt::format("Uniform: {} times as fast{}", join(gaining, ", "), others), std::move(rows), 91}};
}

} // namespace

extern const AdviceRule kUniformRule{"uniform", false, tellUniform};

} // namespace vkperftest
