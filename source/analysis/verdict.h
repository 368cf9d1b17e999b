// The one verdict on a comparison of times, and why there is none.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "stats/interval.h"

namespace vkperftest {

// `Better` and `Worse` if the whole interval lies beyond a threshold, `Same` if all of it lies within, else
// `Unknown`.
enum class Verdict : std::uint8_t { Better, Same, Worse, Unknown };

constexpr bool isChanged(Verdict verdict) {
    return verdict == Verdict::Better || verdict == Verdict::Worse;
}

// From a subject's time over its reference's: the threshold is a factor above 1, and counts as well for that factor
// less.
inline Verdict verdictOnTime(const std::optional<PairedRatio>& time, double threshold) {
    const std::optional<bool> worse = isAtLeast(time, threshold), notBetter = isAtLeast(time, 1 / threshold);
    if (!worse || !notBetter) return Verdict::Unknown;
    return *worse ? Verdict::Worse : *notBetter ? Verdict::Same : Verdict::Better;
}

// Why a verdict is unknown. {0} and {1} are the reason's names, {2} to {4} its figures.
enum class Inconclusive : std::uint8_t {
    // Of a comparison of {0} with {1}.
    Scatters,      // the interval from {2} to {3} contains the threshold {4}
    TooFewSamples, // for an interval
    // Of a row {0}, which takes {2} times as long as its control.
    AdditionsLimit,
    Unmeasured,     // {1}: its status
    Missing,        // from the run
    MissingControl, // that without loads
    // Of several rows.
    RowsDiffer,      // some are better, others worse, or the same
    SomeUnknown,     // {2} of {3}, and a few do not speak for many
    NothingMeasured, // {0}: why
    // "uniform"
    AdditionsMerged, // by the compiler, for all lanes: {0}, without as many, takes {2} times as long
    // "binding"
    NoRecording,
    NoClearOrder, // the intervals of the cheapest overlap, or are unknown
    // "cache"
    SizesScatter, // half of the intervals are wider than {2} %
    NoSizes,
    OneLargerSize, // alone shows where a level ends
    TwiceTooFast,  // twice the loads took less than 1.5 times as long
    AboveUnit,     // the loads are faster than the unit that loads
    OutOfOrder,    // a larger size is faster than a smaller one
    OtherKernels,  // than this version's
    // {0}: the words of an error, a compiler or a status.
    Reported,
};

struct InconclusiveReason {
    Inconclusive kind = Inconclusive::Reported;
    std::string first = {}, second = {};
    std::array<double, 3> figures = {};

    bool operator==(const InconclusiveReason&) const = default;
};

} // namespace vkperftest
