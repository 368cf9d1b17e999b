// What an experiment reports.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/trouble.h"
#include "stats/paired.h"

namespace vkperftest {

// The verdicts of all experiments.
enum class Found : std::uint8_t {
    CannotSay, // the finding's trouble says why
    // On a claim about many rows.
    Holds,
    DoesNotHold,
    HoldsInPart, // some rows bear it out, others refute it or could not be judged
    // On times.
    Slower,
    Faster,
    Same,      // of "binding": within kBindingDifference of each other
    Depends,   // of a strategy: slower, or more loads, on some rows, and the opposite on others
    NotSlower, // of strides
    AsFast,    // of the split form of "stride"
    Cheapest,  // Finding::way is the cheapest to record
    TooClose,  // no way is the cheapest
    // On "uniform".
    AlreadyShares,    // sharing by hand gains nothing; not every lane loads
    DoesNotShare,     // sharing by hand is faster, or a uniform load takes as long as one address per lane
    RemovedAdditions, // the direct row is too fast for its additions: they were done once for all lanes
    ScalarLoads,      // it shares, and the row is as fast as the constant buffer's
    NoGain,           // sharing by hand gains nothing; whether the driver shares is unknown
    // On its code, in addition to DoesNotShare and ScalarLoads.
    BlockReads, // one message reads for the whole subgroup
    SharesInPart,
    NoLoad, // also on the code of "vector"
    // On the code of "binding": a strategy's loads compared with those under `set`, or loads with 4 bytes of
    // alignment compared with 16. Loads are the same if their loadPhrase (isa/summary.h) is.
    FewerLoads,
    MoreLoads,
    OtherLoads, // as many, but different
    SameLoads,  // in other code
    SameCode,
    // On a vector: misalignment costs at one offset or more, or at none.
    Costs,
    CostsNothing,
    // On its code: no more loads than necessary, or more.
    Whole,
    Split,
    // Of a curve over the sizes of windows: levels, each of which ends at a size; or no end of any.
    Levels,
    NoStep,
};

std::string_view verdictName(Found verdict);  // for scripts: "does not share", "holds"
std::string_view verdictWords(Found verdict); // for people: "does not share", "confirmed"

// What a finding rests on.
enum class Ground {
    RowTimes,
    HostTimes, // of the CPU that records
    Status,    // no time: what was not measured, and why
};

// A figure that a sentence rests on: how many times as long a row takes as the reference, or the nanoseconds
// that a dispatch takes to record.
struct FoundFigure {
    std::string name, strategy = {};                    // of the row; or of the way to record
    std::string reference = {}, referenceStrategy = {}; // empty: nanoseconds
    PairedRatio value;
};

struct Finding {
    std::string subject; // what was judged: "ByteAddressBuffer.Load4"
    Found verdict = Found::CannotSay;
    std::string sentence; // with the figures: "not shared: a hand-written shuffle is 5.50x as fast"
    Ground ground = Ground::RowTimes;
    // What this finding may share with findings on other subjects: the sentence before and behind its figure,
    // or without its details. Both empty: the whole sentence.
    std::string before = {}, behind = {};
    std::optional<double> figure = {};
    std::optional<Trouble> trouble = {}; // for CannotSay
    std::string way = {};                // for Cheapest
    std::vector<FoundFigure> figures = {};
};

// For scripts: the verdict's name, or the way that is the cheapest.
std::string verdictText(const Finding& finding);

// A finding whose sentence has the figure, with two decimals, between the two texts.
Finding findingWith(std::string subject, Found verdict, std::string before, double figure,
                    std::string behind);

// "no verdict: …". Findings whose troubles have the same common() are reported together.
Finding undecided(std::string subject, const Trouble& trouble, Ground ground = Ground::RowTimes);

// An experiment's answer for a run.
struct Answer {
    std::string conclusion; // what was found and what to do about it, a sentence
    std::vector<Finding> findings;
};

// Findings with the same result, reported together.
struct ToldTogether {
    std::string
        subjects; // "ByteAddressBuffer.Load2 (1.29x), Load3 (1.44x)"; without figures if they are about equal
    std::string verdict;  // in words
    std::string sentence; // "not shared: a hand-written shuffle is 1.29 to 1.44x as fast"
};

// Groups findings that have the same verdict and differ only in figures or details. A group takes the place
// of its first finding.
std::vector<ToldTogether> tellTogether(std::span<const Finding> findings);

// "ByteAddressBuffer.Load2, Load3, StructuredBuffer<float4>.Load": a name omits what it shares with the name
// before it, up to the last full stop or blank. If names contain commas, semicolons separate the names that
// share nothing: "inside L1, stride 20, 24; outside L1, stride 24".
std::string namesTogether(std::span<const std::string> names);

// "1.29 to 3.70", or one figure if both print alike. `figures`: at least one.
std::string rangeOf(std::span<const double> figures, int decimals);

} // namespace vkperftest
