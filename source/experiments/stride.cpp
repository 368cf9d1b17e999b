#include "experiments/stride.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

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
    bool faster = false;
    std::string trouble;
};

Compared compare(const RunFigures& figures, const Padding& padding, const Place& place,
                 std::size_t strategy) {
    const TimeOf time =
        timeOver(figures, at(strided(padding.stride), place), at(strided(padding.padded), place), strategy);
    Compared compared{.padding = padding};
    if (time.ratio) compared.time = time.ratio->median;
    compared.slower = time.atLeast(kStrideCosts);
    compared.faster = time.atLeast(1 / kStrideCosts) == false;
    if (!compared.slower) compared.trouble = time.whyUnclear(kStrideCosts);
    return compared;
}

std::string timeText(double time, unsigned stride) {
    return fmt::format("takes {:.2f} times as long as stride {}", time, stride);
}

Finding judgeStride(const Compared& compared, const Place& place) {
    const std::string subject = fmt::format("stride {}, {}", compared.padding.stride, place.text);
    if (!compared.slower) return undecided(subject, compared.trouble);
    const std::string text = timeText(compared.time, compared.padding.padded);
    if (*compared.slower) return {subject, std::string(kSlower), text + ": padding gains"};
    return {subject, std::string(kNotSlower),
            text + (compared.faster ? ": padding costs" : ": padding gains nothing")};
}

Finding judgeSplit(const RunFigures& figures, const Place& place, std::size_t strategy) {
    const std::string subject = fmt::format("split, {}", place.text);
    const TimeOf time = timeOver(figures, at(kSplit, place), at(strided(kWhole), place), strategy);
    for (const double bound : {kStrideCosts, 1 / kStrideCosts}) {
        if (!time.atLeast(bound)) return undecided(subject, time.whyUnclear(bound));
    }
    const bool slower = *time.atLeast(kStrideCosts), comparable = *time.atLeast(1 / kStrideCosts);
    return {subject,
            std::string(slower       ? kSlower
                        : comparable ? kAsFast
                                     : kFaster),
            "reading two arrays " + timeText(time.ratio->median, kWhole)};
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

ClaimRows countRows(const std::vector<Compared>& all) {
    ClaimRows rows;
    for (const Compared& compared : all)
        ++(!compared.slower ? rows.unclear : *compared.slower ? rows.bearOut : rows.refute);
    return rows;
}

Finding judgeClaim(const std::vector<Compared>& all, const Place& place) {
    const std::string subject = fmt::format("claim, {}", place.text);
    const Compared& named = namedOf(all);
    if (!named.slower) {
        return undecided(subject, fmt::format("stride {} could not be judged: {}", kNamed, named.trouble));
    }
    const ClaimRows rows = countRows(all);
    const std::string unclear = listOf(all, std::nullopt);
    const std::string_view verdict = claimVerdict(rows);
    if (verdict == kCannotSay) {
        return undecided(subject, fmt::format("{} of {} strides ({}) could not be judged; of the other {} {}",
                                              rows.unclear, rows.all(), unclear, rows.judged(),
                                              rows.bearOut > 0 ? "all are slower" : "none is slower"));
    }
    std::string sentence = fmt::format("that strides are slower that do not divide the line {}: {} {}; ",
                                       verdict, kNamed, timeText(named.time, named.padding.padded));
    if (verdict == kHoldsInPart) {
        sentence += fmt::format("slower are {}, not slower {}", listOf(all, true), listOf(all, false));
        if (!unclear.empty()) sentence += fmt::format(" ({} could not be judged)", unclear);
    } else {
        sentence += fmt::format("{} of {} is slower", verdict == kHolds ? "each" : "none", rows.all());
    }
    return {subject, std::string(verdict), sentence};
}

} // namespace

Result<std::vector<Finding>> strideFindings(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const std::vector<std::string> needed = neededRows();
    const bool any = std::any_of(needed.begin(), needed.end(),
                                 [&](const std::string& name) { return findRow(run, name) != nullptr; });
    if (!any) return noRows("stride", strided(kNamed));
    VKPERFTEST_TRY(requireRows(run, needed, "stride"));
    const std::size_t strategy = judgedStrategy(run, needed);
    std::vector<Finding> findings;
    for (const Place& place : kPlaces) {
        std::vector<Compared> all;
        for (const Padding& padding : kPaddings) all.push_back(compare(figures, padding, place, strategy));
        for (const Compared& compared : all) findings.push_back(judgeStride(compared, place));
        findings.push_back(judgeSplit(figures, place, strategy));
        findings.push_back(judgeClaim(all, place));
    }
    nameStrategy(run, strategy, findings);
    return findings;
}

} // namespace vkperftest
