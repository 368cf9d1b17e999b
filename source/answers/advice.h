// What a run means for a shader programmer: which loads to use, which to avoid, and what each topic's rows say.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "answers/finding.h"
#include "cases/load_facts.h"

namespace vkperftest {

// A measured or printed row under the strategy that advice is about. Refers to the figures.
struct Row {
    const RowResult* result = nullptr; // never null
    const StrategyFigures* figures = nullptr;
    std::string strategy = {};

    const std::string& name() const { return result->name; }
    const LoadFacts& load() const { return *result->load; }
    double ratio() const { return figures->best().median; }
};

// The rows whose facts are known, under judgedStrategy; without PerfTest's raw loads
// of several words where the run has the same loads with provable alignment.
std::vector<Row> measuredRows(const RunFigures& figures);

// It demands nothing of the driver, and each lane loads for itself, several loads in flight.
bool isPlain(const LoadFacts& load);

// What readers must know of the row to apply its figure: "alignment that no compiler can prove"; empty if nothing.
std::string_view scopeOf(const LoadFacts& load);

// How many times as long the subject takes. Unknown if instructions or a footnote may explain the difference.
// `oneKernel`: only other addresses, resources or settings can.
FoundRow compared(const Row& subject, const Row& reference, double threshold, bool oneKernel);

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

// Whether there is such a load, measured or not: constants have only 16 bytes.
constexpr bool hasSize(LoadKind kind, std::uint32_t bytes) {
    return kind != LoadKind::Constants || bytes == 16;
}

// Whether it loads 32-bit values without conversion, from where the matrix loads them.
bool isChoice(const LoadFacts& load);

// A load of a line, compared with the fastest.
struct Alternative {
    const LoadKindChoice* kind = nullptr;
    Row row;
    FoundRow cost;
    bool isFastest = false; // within kSameKernel of it, as measured
    // Instructions limit it and not the fastest: its loads may be faster than `cost` says.
    bool isAtMost = false;

    bool isClear() const { return isFastest || cost.verdict != Verdict::Unknown; }
    bool isComparable() const { return isClear() || !row.figures->footnote; }
};

struct LoadChoice {
    std::uint32_t bytes = 0;
    Pattern pattern = Pattern::Uniform;
    std::vector<Alternative> all; // the measured loads in the order of kLoadKinds, at least two

    std::vector<std::string> fastest() const; // the kinds, the fastest first
};

inline constexpr std::array kChoiceBytes = {4u, 8u, 16u}; // that a lane loads

// At most one for each size and pattern: uniform, linear, and hashed, or PerfTest's random where no row is hashed. None
// of the line is the fastest if another may be: the run ended before measuring it, or its interval is too wide.
std::vector<LoadChoice> choicesOf(const RunFigures& figures, const std::vector<Row>& rows);

// A topic beyond the table of loads compares one group of rows with another (topic_table.cpp).
struct Topic {
    std::string_view name;  // "typed-structured"
    std::string_view title; // what is compared with what: "Typed loads against structured ones"
    std::string_view suite; // that has its rows
    bool (*isSubject)(const LoadFacts& load);
    bool (*isReference)(const LoadFacts& subject, const LoadFacts& reference);
    std::string_view scope = {}; // what limits the statement
    bool oneKernel = false;      // nothing differs but what is compared
    bool notPlain = false;       // its subjects are no plain rows (isPlain), and its references need not be
};

std::span<const Topic> topics(); // in the order of reports

// Findings name in `rows` what was compared, unclear rows too, and have no verdict on the whole.
struct Advice {
    std::vector<LoadChoice> choices;
    std::vector<Finding> avoid;     // of each kind of load the slowest, the worst first; rows are at patterns
    std::vector<Finding> topics;    // by topic, then by strategy; each has a row with a verdict
    std::vector<std::string> notes; // if nothing was found, why

    bool empty() const { return choices.empty() && topics.empty(); }
};

// Pure. Refers to the figures.
Advice advise(const RunFigures& figures);

// Whether the suite has the table's rows: the matrix, all suites, and printed tables, which have none.
bool hasChoices(std::string_view suite);

} // namespace vkperftest
