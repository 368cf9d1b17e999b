// What an experiment says.
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
    // Of a claim about many rows.
    Holds,
    DoesNotHold,
    HoldsInPart, // some rows bear it out, others refute it or could not be judged
    // Of times.
    Slower,
    Faster,
    Same,      // of "binding": within kBindingDifference of each other
    Depends,   // of a strategy: slower, or of more loads, on some rows, and the contrary on others
    NotSlower, // of strides
    AsFast,    // of the split form of "stride"
    Cheapest,  // Finding::way is the cheapest to record
    TooClose,  // no way is
    // Of "uniform".
    AlreadyShares, // by hand gains nothing; not every lane loads
    DoesNotShare, // by hand is faster, or a uniform load takes as long as one from another address in each lane
    RemovedAdditions, // the direct row is too fast for its additions: they were done once for all lanes
    ScalarLoads,      // it shares, and the row is as fast as the constant buffer's
    NoGain,           // by hand gains nothing; whether the driver shares is not known
    // Of its code, beside DoesNotShare and ScalarLoads.
    BlockReads, // one message reads for the whole subgroup
    SharesInPart,
    NoLoad, // of that of "vector", too
    // Of the code of "binding": a strategy's loads against those under `set`, or those of an alignment of 4
    // bytes against those of 16. Loads are the same if loadPhrase (isa/digest.h) is.
    FewerLoads,
    MoreLoads,
    OtherLoads, // as many
    SameLoads,  // in other code
    SameCode,
    // Of a vector: at one offset or more, at none.
    Costs,
    CostsNothing,
    // Of its code: no more loads than there must be, or more.
    Whole,
    Split,
};

std::string_view verdictName(Found verdict); // "does not share"

// What a finding stands on.
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
    // What findings of other subjects may have in common with it: the sentence before and behind its figure,
    // or without its details. Both empty: the sentence alone.
    std::string before = {}, behind = {};
    std::optional<double> figure = {};
    std::optional<Trouble> trouble = {}; // of CannotSay
    std::string way = {};                // of Cheapest
    std::vector<FoundFigure> figures = {};
};

// For scripts: the verdict's name, or the way that is the cheapest.
std::string verdictText(const Finding& finding);

// A finding whose sentence has the figure, of two decimals, between the two texts.
Finding findingWith(std::string subject, Found verdict, std::string before, double figure,
                    std::string behind);

// "no verdict: …". It is told together with others whose troubles have that in common.
Finding undecided(std::string subject, const Trouble& trouble, Ground ground = Ground::RowTimes);

// What an experiment has to say of a run.
struct Answer {
    std::string conclusion; // what was found and what to do about it, a sentence
    std::vector<Finding> findings;
};

// Findings that say the same, told once.
struct ToldTogether {
    std::string
        subjects; // "ByteAddressBuffer.Load2 (1.29x), Load3 (1.44x)"; without figures where they are alike
    std::string verdict;
    std::string sentence; // "not shared: a hand-written shuffle is 1.29 to 1.44x as fast"
};

// Findings of one verdict that differ in their figures or details alone, each where its first one stands.
std::vector<ToldTogether> tellTogether(std::span<const Finding> findings);

// "ByteAddressBuffer.Load2, Load3, StructuredBuffer<float4>.Load": what a name has in common with the one
// before it, up to a full stop or the last blank, is left out. Where names hold commas, those that share
// nothing are parted by semicolons: "inside L1, stride 20, 24; outside L1, stride 24".
std::string namesTogether(std::span<const std::string> names);

// "1.29 to 3.70", or one figure if both look alike. At least one.
std::string rangeOf(std::span<const double> figures, int decimals);

} // namespace vkperftest
