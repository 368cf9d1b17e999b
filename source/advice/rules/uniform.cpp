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
    std::vector<Kind> all = {{"typed loads", {}},
                             {"raw loads", {}},
                             {"structured loads", {}},
                             {"texture loads", {}},
                             {"samples", {}}};
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

// At most so many loads are named of a kind that is partly unclear.
constexpr std::size_t kMostNames = 3;

struct Gain {
    Span span;               // of the loads that gain
    std::size_t gaining = 0; // how many loads gain
    std::size_t none = 0;    // how many do not
    std::size_t unclear = 0;
    std::vector<std::string> without; // the loads that do not gain
    std::vector<CostClaim> claims;
};

std::string nameOf(const Operation& operation) {
    return operation.type.empty() ? "raw " + numbered("Load", operation.width) : operation.type;
}

// A load that was not measured might gain nothing.
bool isMeasured(const Reading& reading, const Kind& kind) {
    return std::all_of(kind.operations.begin(), kind.operations.end(), [&](const Operation& operation) {
        return reading.row(operation, Pattern::Uniform).figures != nullptr &&
               reading.row(operation, Pattern::Linear).figures != nullptr &&
               reading.row(operation, Pattern::Random).figures != nullptr;
    });
}

// Against the faster of linear and random; all rows are measured.
void addGain(const Reading& reading, const Operation& operation, Gain& gain) {
    const Row uniform = reading.row(operation, Pattern::Uniform);
    Row best = reading.row(operation, Pattern::Linear);
    const Row random = reading.row(operation, Pattern::Random);
    if (random.ratio() > best.ratio()) best = random;
    std::optional<Cost> cost = costOf(uniform, best);
    const bool gains = cost->isAtMost(1 / kOtherKernelDiffers);
    if (!gains && !cost->isAtLeast(1 / kDiffers)) {
        ++gain.unclear;
        return;
    }
    ++(gains ? gain.gaining : gain.none);
    if (gains) gain.span.add(*cost);
    if (!gains) gain.without.push_back(nameOf(operation));
    gain.claims.push_back({*cost, outcomeOf(*cost, kOtherKernelDiffers)});
}

// "raw loads up to 1.7": the gain of all of the kind's loads, or of the one that gains most.
std::string gainText(const Kind& kind, const Gain& gain) {
    if (gain.none + gain.unclear == 0) return fmt::format("{} {}", kind.name, factorText(gain.span));
    Span most = gain.span;
    most.low = most.high;
    most.lowAtLeast = most.highAtLeast;
    most.atLeast = false;
    return fmt::format("{} up to {}{}", kind.name, factorText(most), gain.span.atLeast ? " or more" : "");
}

std::vector<Told> tellUniform(const Reading& reading) {
    std::vector<std::string> gaining, none;
    Told told;
    for (const Kind& kind : kinds()) {
        if (!isMeasured(reading, kind)) continue;
        Gain gain;
        for (const Operation& operation : kind.operations) addGain(reading, operation, gain);
        const bool some = gain.gaining > 0 && gain.gaining >= gain.none + gain.unclear;
        const bool partly = gain.unclear > 0 && gain.without.size() <= kMostNames;
        if (!some && (gain.gaining > 0 || gain.none == 0 || (gain.unclear > 0 && !partly))) continue;
        if (some)
            gaining.push_back(gainText(kind, gain));
        else if (partly)
            none.insert(none.end(), gain.without.begin(), gain.without.end());
        else
            none.emplace_back(kind.name);
        told.claims.insert(told.claims.end(), gain.claims.begin(), gain.claims.end());
    }
    if (told.claims.empty()) return {};
    if (gaining.empty())
        told.text = fmt::format("Uniform addresses gain nothing for {}", enumerated(none));
    else
        told.text = fmt::format(
            "Uniform addresses make {} times as fast as the better of linear and random ones{}",
            enumerated(gaining), none.empty() ? "" : ", but gain nothing for " + enumerated(none));
    return {std::move(told)};
}

} // namespace

extern const AdviceRule kUniformRule{"uniform", Heading::Uniform, tellUniform};

} // namespace vkperftest
