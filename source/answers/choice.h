// The basis of advice: how one row compares with another, and which load is the fastest for a number of bytes.
#pragma once

#include <array>
#include <cstdint>
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

    const std::string& name() const { return result->name; }
    const LoadFacts& load() const { return *result->load; }
    double ratio() const { return figures->best().median; }
};

// The rows whose facts are known, in the run's order, under the first strategy that any was measured under.
// PerfTest's raw loads of several words are left out where the run has the same loads with provable alignment.
std::vector<Row> measuredRows(const RunFigures& figures);

// It demands nothing of the driver, and each lane loads for itself, several loads in flight.
bool isPlain(const LoadFacts& load);

// What readers must know of the row to apply its figure: "PerfTest's row, …"; empty if nothing.
std::string_view scopeOf(const LoadFacts& load);

// How many times as long the subject takes as the reference, and the verdict on its whole interval; printed figures
// count as exact. Unknown if instructions may explain the difference, because loads do not limit the slower row, or
// if a footnote may. `oneKernel`: the rows run one kernel on other addresses, resources or settings, so that nothing
// but these explains a difference.
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

// "ByteAddressBuffer.Load4": the name without its pattern.
std::string loadName(const Row& row);

// A load of a line, compared with the fastest.
struct Alternative {
    const LoadKindChoice* kind = nullptr;
    Row row;
    FoundRow cost;
    bool isFastest = false; // within kSameKernel of it, as measured
};

struct LoadChoice {
    std::uint32_t bytes = 0;
    Pattern pattern = Pattern::Uniform;
    std::vector<Alternative> all; // the measured loads in the order of kLoadKinds, at least two

    std::vector<std::string> fastest() const; // the kinds, the fastest first
};

inline constexpr std::array kChoiceBytes = {4u, 8u, 16u}; // that a lane loads

// At most one for each size and pattern: uniform, linear, and hashed, or PerfTest's random where no row is hashed.
std::vector<LoadChoice> choicesOf(const std::vector<Row>& rows);

} // namespace vkperftest
