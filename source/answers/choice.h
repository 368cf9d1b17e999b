// The basis of advice: how many times as long one row takes as another, and how certain that is. Each row bounds the
// speed of its loads from below, from above or from both sides (Row::isAtLeast, Row::isAtMost). So a cost is exact, a
// lower bound, an upper bound, or unknown.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "analysis/strategy_rows.h"
#include "analysis/thresholds.h"
#include "base/enum_table.h"
#include "cases/load_facts.h"

namespace vkperftest {

inline constexpr std::array kEveryPattern = {Pattern::Uniform, Pattern::Linear, Pattern::Random};

// A measured row under the strategy that advice is about. Refers to the figures.
struct Row {
    const RowResult* result = nullptr; // never null
    const StrategyFigures* figures = nullptr;

    const std::string& name() const { return result->name; }
    const LoadFacts& load() const { return *result->load; }
    double ratio() const { return figures->best().median; }

    // Its loads are at least as fast as measured: no footnote can have made them faster.
    bool isAtLeast() const;
    // Its loads are no faster than measured: they limit the row, and no footnote can have made it slower.
    bool isAtMost() const;
};

// All rows whose facts are known, in the run's order, under the first strategy that any row was measured under.
std::vector<Row> measuredRows(const RunFigures& figures);

// It demands nothing of the driver, and each lane loads for itself, several loads in flight.
bool isPlain(const LoadFacts& load);

enum class Sense {
    Exact,
    AtLeast, // the subject takes at least so many times as long
    AtMost,  // at most
    Unknown, // neither: instructions may limit the slower row, or a footnote may explain the whole difference
};
inline constexpr auto kSenseNames =
    enumTable<Sense, std::string_view>({"exact", "at least", "at most", "as measured"});

// Whether the measured cost bounds that of the loads themselves from below, or from above.
constexpr bool hasLeast(Sense sense) {
    return sense == Sense::Exact || sense == Sense::AtLeast;
}
constexpr bool hasMost(Sense sense) {
    return sense == Sense::Exact || sense == Sense::AtMost;
}

// The subject takes `times` times as long as the reference.
struct Cost {
    Row subject, reference;
    PairedRatio times; // bigger: the subject is slower
    Sense sense = Sense::Unknown;

    // Whether the loads cost at least, or at most, so many times as much: the whole interval says so, and the fastest
    // samples do not disagree. Printed figures have no intervals, and are taken as they are.
    bool isAtLeast(double threshold) const;
    bool isAtMost(double threshold) const;
};

// Two rows of one operation whose footnotes can only have made them slower, by the same instructions, differ by at least
// as much as measured.
Cost costOf(const Row& subject, const Row& reference);

enum class Outcome {
    Faster, // the subject, by the threshold or more
    Slower,
    NoSlower, // at least as fast, perhaps faster
    NoFaster, // not faster by kSameKernel, perhaps slower; only where a gain is sought
    Same,     // within kSameKernel, and both rows show their loads
    Unclear,
};
inline constexpr auto kOutcomeNames = enumTable<Outcome, std::string_view>(
    {"faster", "slower", "no slower", "no faster", "as fast", "unclear"});

Outcome outcomeOf(const Cost& cost, double threshold, double sameWithin = kSameKernel);

// A kind of load to choose from.
struct LoadKindChoice {
    std::string_view name;  // "raw"
    std::string_view loads; // of all sizes: "ByteAddressBuffer.Load, Load2, Load4"
    LoadKind kind = LoadKind::Raw;
};

inline constexpr std::array<LoadKindChoice, 5> kLoadKinds = {
    {{"structured", "StructuredBuffer<float>, <float2>, <float4>", LoadKind::Structured},
     {"raw", "ByteAddressBuffer.Load, Load2, Load4", LoadKind::Raw},
     {"typed", "Buffer<R32f>, <RG32f>, <RGBA32f>", LoadKind::Typed},
     {"texture", "Texture2D.Load of these formats", LoadKind::Texture},
     {"constant", "cbuffer{float4}", LoadKind::Constants}}}; // only of 16 bytes

// Whether it loads 32-bit values without conversion, from where the matrix loads them.
bool isChoice(const LoadFacts& load);

// "ByteAddressBuffer.Load4": the name without its pattern.
std::string loadName(const Row& row);

// A load beside the fastest of its line.
struct Alternative {
    std::string_view kind;  // "raw"
    Cost cost;              // relative to the fastest load
    bool isFastest = false; // named as a fastest load: within kSameKernel, as measured
    bool isRough = false;   // an interval beyond ±10 % or none, or the fastest samples disagree
};

struct LoadChoice {
    std::uint32_t bytes = 0;
    Pattern pattern = Pattern::Uniform;
    std::vector<Alternative> all; // the measured loads in the order of kLoadKinds, at least two

    std::vector<std::string> fastest() const; // the kinds, the fastest first
};

inline constexpr std::array kChoiceBytes = {4u, 8u, 16u}; // that a lane loads

// The loads to choose from, in the order of kLoadKinds.
struct Candidate {
    std::string_view kind;
    Row row;
};
std::vector<Candidate> candidates(const std::vector<Row>& rows, std::uint32_t bytes, Pattern pattern);

// At most one for each size and pattern.
std::vector<LoadChoice> choicesOf(const std::vector<Row>& rows);

// Whether there is such a load, measured or not: constants have only 16 bytes.
constexpr bool hasSize(LoadKind kind, std::uint32_t bytes) {
    return kind != LoadKind::Constants || bytes == 16;
}

// "2.9" if exact; "≥2.9" at least; "≤2.9" at most; "2.9?" as measured, since instructions may limit the slower load;
// "2.9!" known only roughly; "~" not comparable; "-" for null.
std::string costText(const Alternative* alternative);

// What the signs in these texts mean, in a line: "≥ at least, ? limited by instructions"; empty if there are none.
std::string signsIn(const std::vector<LoadChoice>& choices);

struct KindsUnder {
    Pattern pattern = Pattern::Uniform;
    std::string kinds;
};

// Patterns with equal kinds together: "structured (uniform); structured or typed (linear, random)". Patterns are not
// named if all have the same kinds.
std::string underPatterns(const std::vector<KindsUnder>& all);

// The fastest of that size, as underPatterns() writes them; empty without choices.
std::string fastestText(const std::vector<LoadChoice>& choices, std::uint32_t bytes);

// The fastest kinds; "any" if these are all that were compared.
std::string kindsText(const LoadChoice& choice);

} // namespace vkperftest
