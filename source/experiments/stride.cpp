#include "experiments/stride.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/judging.h"

namespace vkperftest {
namespace {

struct Padding {
    unsigned stride = 0;
    unsigned padded = 0; // the next that divides the line
};

constexpr std::array<Padding, 12> kPaddings = {{{20, 32},
                                                {24, 32},
                                                {28, 32},
                                                {36, 64},
                                                {40, 64},
                                                {44, 64},
                                                {48, 64},
                                                {52, 64},
                                                {56, 64},
                                                {60, 64},
                                                {80, 128},
                                                {96, 128}}};
constexpr unsigned kWhole = 20; // the stride without any padding
constexpr unsigned kNamed = 24; // by the claim
constexpr std::string_view kSplit = "StructuredBuffer<float3>+<float2>.Load linear";

struct Place {
    std::string_view text; // of a subject
    std::string_view row;  // of its rows' names
};

constexpr std::array<Place, 2> kPlaces = {{{"inside L1", ""}, {"outside L1", ", outside L1"}}};

std::string strided(unsigned stride) {
    return fmt::format("StructuredBuffer<{} bytes>.Load linear", stride);
}

std::string at(std::string_view row, const Place& place) {
    return fmt::format("{}{}", row, place.row);
}

std::vector<std::string> neededRows() {
    std::vector<std::string> names;
    const auto need = [&](std::string_view row) {
        for (const Place& place : kPlaces) names.push_back(at(row, place));
        names.push_back(fmt::format("{}, floor", row));
    };
    for (const Padding& padding : kPaddings) {
        need(strided(padding.stride));
        need(strided(padding.padded));
    }
    need(kSplit);
    return names;
}

// A stride against its padded form in one place.
struct Compared {
    Padding padding;
    double time = 1;            // times as long
    std::optional<bool> slower; // nothing: `trouble` says why
    std::string trouble;
};

Compared compare(const RunResult& run, const Padding& padding, const Place& place) {
    const TimeOf time = timeOver(run, at(strided(padding.stride), place), at(strided(padding.padded), place));
    Compared compared{.padding = padding, .trouble = time.trouble};
    if (!time.ratio) return compared;
    compared.time = time.ratio->median;
    compared.slower = time.atLeast(kStrideCosts);
    if (!compared.slower) compared.trouble = kScatters;
    return compared;
}

std::string timeText(double time, unsigned stride) {
    return fmt::format("takes {:.2f} times as long as stride {}", time, stride);
}

Finding judgeStride(const Compared& compared, const Place& place) {
    Finding finding{.subject = fmt::format("stride {}, {}", compared.padding.stride, place.text)};
    const std::string text = timeText(compared.time, compared.padding.padded);
    if (!compared.slower) {
        finding.verdict = "cannot say";
        finding.sentence = cannotSay(compared.trouble);
    } else if (*compared.slower) {
        finding.verdict = "slower";
        finding.sentence = fmt::format("{}: padding gains", text);
    } else {
        finding.verdict = "not slower";
        finding.sentence = fmt::format("{}: padding gains nothing", text);
    }
    return finding;
}

Finding judgeSplit(const RunResult& run, const Place& place) {
    Finding finding{.subject = fmt::format("split, {}", place.text), .verdict = "cannot say"};
    const TimeOf time = timeOver(run, at(kSplit, place), at(strided(kWhole), place));
    if (!time.ratio) {
        finding.sentence = cannotSay(time.trouble);
        return finding;
    }
    const std::optional<bool> slower = time.atLeast(kStrideCosts);
    const std::optional<bool> comparable = time.atLeast(1 / kStrideCosts);
    if (!slower || !comparable) {
        finding.sentence = cannotSay(kScatters);
        return finding;
    }
    finding.verdict = *slower ? "slower" : *comparable ? "as fast" : "faster";
    finding.sentence = "reading two arrays " + timeText(time.ratio->median, kWhole);
    return finding;
}

std::string listOf(const std::vector<Compared>& all, std::optional<bool> slower) {
    std::vector<std::string> strides;
    for (const Compared& compared : all) {
        if (compared.slower == slower) strides.push_back(fmt::format("{}", compared.padding.stride));
    }
    return join(strides, ", ");
}

const Compared& namedOf(const std::vector<Compared>& all) {
    return *std::find_if(all.begin(), all.end(),
                         [](const Compared& compared) { return compared.padding.stride == kNamed; });
}

Finding judgeClaim(const std::vector<Compared>& all, const Place& place) {
    Finding finding{.subject = fmt::format("claim, {}", place.text), .verdict = "cannot say"};
    const Compared& named = namedOf(all);
    if (!named.slower) {
        finding.sentence = cannotSay(fmt::format("stride {} could not be judged", kNamed));
        return finding;
    }
    const std::string slower = listOf(all, true);
    const std::string others = listOf(all, false);
    const std::string unclear = listOf(all, std::nullopt);
    finding.verdict = others.empty() ? "holds" : slower.empty() ? "does not hold" : "holds in part";
    finding.sentence = fmt::format("that strides are slower that do not divide the line {}: {} {}; ",
                                   finding.verdict, kNamed, timeText(named.time, named.padding.padded));
    if (others.empty()) {
        finding.sentence += "all are slower";
    } else if (slower.empty()) {
        finding.sentence += "none is slower";
    } else {
        finding.sentence += fmt::format("slower are {}, not slower {}", slower, others);
    }
    if (!unclear.empty()) finding.sentence += fmt::format(" ({} could not be judged)", unclear);
    return finding;
}

} // namespace

Result<std::vector<Finding>> strideFindings(const RunResult& run) {
    VKPERFTEST_TRY(requireRows(run, neededRows(), "stride"));
    std::vector<Finding> findings;
    for (const Place& place : kPlaces) {
        std::vector<Compared> all;
        for (const Padding& padding : kPaddings) all.push_back(compare(run, padding, place));
        for (const Compared& compared : all) findings.push_back(judgeStride(compared, place));
        findings.push_back(judgeSplit(run, place));
        findings.push_back(judgeClaim(all, place));
    }
    return findings;
}

} // namespace vkperftest
