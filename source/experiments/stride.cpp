#include "experiments/stride.h"

#include <algorithm>
#include <array>
#include <iterator>
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

// The names of all rows that are judged.
std::vector<std::string> rowNames() {
    std::vector<std::string> names;
    for (const Place& place : kPlaces) {
        for (const Padding& padding : kPaddings) {
            for (const unsigned stride : {padding.stride, padding.padded})
                names.push_back(at(strided(stride), place));
        }
        names.push_back(at(kSplit, place));
    }
    return names;
}

bool isSplit(const StrideTime& time) {
    return time.stride == 0;
}

StrideTime compare(const RunFigures& figures, const Padding& padding, const Place& place,
                   std::size_t strategy) {
    StrideTime compared{.stride = padding.stride, .padded = padding.padded, .place = place.text};
    const std::string row = isSplit(compared) ? std::string(kSplit) : strided(padding.stride);
    const TimeOf time = timeOver(figures, at(row, place), at(strided(padding.padded), place), strategy);
    if (time.ratio) compared.time = time.ratio->median;
    compared.slower = time.atLeast(kStrideCosts);
    if (const std::optional<bool> notFaster = time.atLeast(1 / kStrideCosts)) compared.faster = !*notFaster;
    if (!compared.slower)
        compared.trouble = time.whyUnclear(kStrideCosts);
    else if (!compared.faster)
        compared.trouble = time.whyUnclear(1 / kStrideCosts);
    return compared;
}

Finding judgeStride(const StrideTime& time) {
    const std::string subject = fmt::format("{}, stride {}", time.place, time.stride);
    if (!time.slower) return undecided(subject, time.trouble);
    if (*time.slower) {
        return findingWith(subject, kSlower,
                           fmt::format("{{}}x the time of {} bytes: pad to {}", time.padded, time.padded),
                           time.time);
    }
    return findingWith(subject, kNotSlower,
                       fmt::format("{{}}x as fast as {} bytes: {}", time.padded,
                                   time.faster == true ? "do not pad" : "padding gains nothing"),
                       1 / time.time);
}

Finding judgeSplit(const StrideTime& time) {
    const std::string subject = fmt::format("{}, split", time.place);
    if (!time.slower || !time.faster) return undecided(subject, time.trouble);
    return findingWith(subject,
                       *time.slower   ? kSlower
                       : *time.faster ? kFaster
                                      : kAsFast,
                       fmt::format("two arrays are {{}}x as fast as one of {} bytes", kWhole), 1 / time.time);
}

std::string listOf(std::span<const StrideTime> all, std::optional<bool> slower) {
    std::vector<std::string> strides;
    for (const StrideTime& time : all) {
        if (time.slower == slower) strides.push_back(fmt::format("{}", time.stride));
    }
    return join(strides, ", ");
}

ClaimRows countRows(std::span<const StrideTime> all) {
    ClaimRows rows;
    for (const StrideTime& time : all)
        ++(!time.slower ? rows.unclear : *time.slower ? rows.bearOut : rows.refute);
    return rows;
}

// `all`: the strides of one place, at least one.
Finding judgeClaim(std::span<const StrideTime> all) {
    const std::string subject(all[0].place);
    const auto named =
        std::find_if(all.begin(), all.end(), [](const StrideTime& time) { return time.stride == kNamed; });
    if (named == all.end()) return undecided(subject, fmt::format("{}: stride {}", kMissing, kNamed));
    if (!named->slower)
        return undecided(subject, fmt::format("stride {} was not judged: {}", kNamed, named->trouble));
    const ClaimRows rows = countRows(all);
    const std::string unclear = listOf(all, std::nullopt);
    const std::string_view verdict = claimVerdict(rows);
    if (verdict == kCannotSay) {
        return undecided(subject, fmt::format("{} of {} strides ({}) could not be judged; of the other {} {}",
                                              rows.unclear, rows.all(), unclear, rows.judged(),
                                              rows.bearOut > 0 ? "all are slower" : "none is slower"));
    }
    std::string sentence(claimWords(verdict));
    if (verdict == kDoesNotHold) {
        sentence += fmt::format(": strides that do not divide the cache line are not slower (none of {})",
                                rows.all());
    } else if (verdict == kHolds) {
        sentence +=
            fmt::format(": strides that do not divide the cache line are slower (all {})", rows.all());
    } else {
        sentence += fmt::format(": slower are {}, not slower {}", listOf(all, true), listOf(all, false));
        if (!unclear.empty()) sentence += fmt::format(" ({} not judged)", unclear);
    }
    sentence += fmt::format("; {} bytes are {{}}x as fast as {}", kNamed, named->padded);
    return findingWith(subject, verdict, sentence, 1 / named->time);
}

// The first strategy under which any row has figures.
std::size_t strategyOf(const RunResult& run) {
    return judgedStrategy(run, rowNames());
}

// Of the strides of which `chosen` is true: "24, 28 bytes to 32 and 36 bytes to 64".
std::string paddings(std::span<const StrideTime> times, bool (*chosen)(const StrideTime&)) {
    std::vector<std::string> parts;
    for (const unsigned padded : {32u, 64u, 128u}) {
        std::vector<std::string> strides;
        for (const Padding& padding : kPaddings) {
            const bool any = std::any_of(times.begin(), times.end(), [&](const StrideTime& time) {
                return time.stride == padding.stride && chosen(time);
            });
            if (padding.padded == padded && any) strides.push_back(fmt::format("{}", padding.stride));
        }
        if (!strides.empty()) parts.push_back(fmt::format("{} bytes to {}", join(strides, ", "), padded));
    }
    return join(parts, " and ");
}

bool padded(const StrideTime& time) {
    return !isSplit(time) && time.slower == true;
}

bool betterUnpadded(const StrideTime& time) {
    return !isSplit(time) && time.faster == true;
}

// "36 is 5.3x as fast as 64 inside L1": the one for which it matters most.
std::string greatest(std::span<const StrideTime> times, bool (*chosen)(const StrideTime&)) {
    const StrideTime* most = nullptr;
    const auto factor = [](const StrideTime& time) { return std::max(time.time, 1 / time.time); };
    for (const StrideTime& time : times) {
        if (chosen(time) && (most == nullptr || factor(time) > factor(*most))) most = &time;
    }
    const bool unpadded = most->time < 1;
    return fmt::format("{} is {:.1f}x as fast as {} {}", unpadded ? most->stride : most->padded,
                       factor(*most), unpadded ? most->padded : most->stride, most->place);
}

bool isStride(const StrideTime& time) {
    return !isSplit(time);
}

std::size_t countOf(std::span<const StrideTime> times, bool (*chosen)(const StrideTime&)) {
    return static_cast<std::size_t>(std::count_if(times.begin(), times.end(), chosen));
}

// Whether a stride gains by padding in one place and loses in the other.
bool contradictory(std::span<const StrideTime> times) {
    return std::any_of(times.begin(), times.end(), [&](const StrideTime& time) {
        return padded(time) && std::any_of(times.begin(), times.end(), [&](const StrideTime& other) {
                   return other.stride == time.stride && betterUnpadded(other);
               });
    });
}

std::string paddingAdvice(std::span<const StrideTime> times) {
    const std::size_t keep = countOf(times, betterUnpadded);
    if (countOf(times, padded) > 0) {
        return fmt::format("Pad elements of {}: {}{}", paddings(times, padded), greatest(times, padded),
                           keep == 0
                               ? ""
                               : fmt::format("; do not pad those of {}: {}", paddings(times, betterUnpadded),
                                             greatest(times, betterUnpadded)));
    }
    const std::size_t judged =
        static_cast<std::size_t>(std::count_if(times.begin(), times.end(), [](const StrideTime& time) {
            return isStride(time) && time.slower.has_value();
        }));
    if (keep > 0) {
        return fmt::format("Do not pad elements: unpadded ones are faster in {} of {} comparisons ({})", keep,
                           judged, greatest(times, betterUnpadded));
    }
    return fmt::format("Leave elements unpadded: padding gains nothing in any of {} comparisons", judged);
}

std::string splitText(std::span<const StrideTime> times) {
    std::string text;
    for (const StrideTime& time : times) {
        if (isSplit(time) && time.faster == true)
            text += fmt::format("; two arrays are {:.1f}x as fast as one {}", 1 / time.time, time.place);
    }
    return text;
}

} // namespace

std::string concludeStrides(std::span<const StrideTime> times) {
    std::vector<Finding> undecidedOnes;
    for (const StrideTime& time : times) {
        if (!isSplit(time) && !time.slower) undecidedOnes.push_back(undecided("", time.trouble));
    }
    const std::size_t strides = countOf(times, isStride), unknown = undecidedOnes.size();
    if (unknown == strides) return noConclusion(strides, "comparisons", undecidedOnes) + splitText(times);
    if (!contradictory(times)) return paddingAdvice(times) + splitText(times) + notJudged(unknown);
    std::vector<std::string> parts;
    for (const Place& place : kPlaces) {
        std::vector<StrideTime> there;
        std::copy_if(times.begin(), times.end(), std::back_inserter(there),
                     [&](const StrideTime& time) { return time.place == place.text; });
        parts.push_back(fmt::format("{}: {}", place.text, paddingAdvice(there)));
    }
    return fmt::format("It depends: {}{}{}", join(parts, "; "), splitText(times), notJudged(unknown));
}

Result<std::vector<StrideTime>> compareStrides(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const auto has = [&](const std::string& name) { return findRow(run, name) != nullptr; };
    const std::size_t strategy = strategyOf(run);
    std::vector<StrideTime> times;
    for (const Place& place : kPlaces) {
        for (const Padding& padding : kPaddings) {
            if (has(at(strided(padding.stride), place)))
                times.push_back(compare(figures, padding, place, strategy));
        }
        if (has(at(kSplit, place))) times.push_back(compare(figures, {0, kWhole}, place, strategy));
    }
    if (times.empty()) return noRows("stride", strided(kNamed));
    return times;
}

Result<Answer> answerStride(const RunFigures& figures) {
    const Result<std::vector<StrideTime>> judged = compareStrides(figures);
    if (!judged.ok()) return judged.error();
    Answer answer{concludeStrides(judged.value()), {}};
    for (const Place& place : kPlaces) {
        std::vector<StrideTime> strides;
        for (const StrideTime& time : judged.value()) {
            if (time.place != place.text) continue;
            answer.findings.push_back(isSplit(time) ? judgeSplit(time) : judgeStride(time));
            if (!isSplit(time)) strides.push_back(time);
        }
        if (!strides.empty()) answer.findings.push_back(judgeClaim(strides));
    }
    nameStrategy(*figures.run, strategyOf(*figures.run), answer.findings);
    return answer;
}

} // namespace vkperftest
