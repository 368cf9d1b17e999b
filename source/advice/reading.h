// The run as rules read it: rows by what they load.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "analysis/strategy_rows.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

inline constexpr std::array kEveryPattern = {Pattern::Uniform, Pattern::Linear, Pattern::Random};

// A row under the strategy that the advice is about.
struct Row {
    std::string name;
    const StrategyFigures* figures = nullptr; // null: it was not measured
    std::string operation = {};               // the name without its pattern
    const RowResult* row = nullptr;

    double ratio() const { return figures->best().median; } // only of measured rows

    bool showsLoads() const; // as in analysis/strategy_rows.h

    // Its loads are at least as fast as measured: no caveat can have made them faster.
    bool isAtLeast() const;
    // Its loads are no faster than measured: they limit the row, and no caveat can have made it slower.
    bool isAtMost() const;
};

class Reading {
public:
    explicit Reading(const RunFigures& figures);

    Row row(const Operation& operation, Pattern pattern) const;
    Row named(const std::string& name) const; // without its operation
    const RunFigures& figures() const { return *figures_; }

private:
    const RunFigures* figures_;
    std::size_t strategy_ = 0; // the first that any row was measured under
};

// A load to choose from, for a number of bytes.
struct Candidate {
    std::string_view kind;  // "raw"
    std::string_view loads; // of this kind, of all sizes: "ByteAddressBuffer.Load, Load2, Load4"
    Operation operation;
    Row row = {}; // candidateRows fills it in
};

// The loads of 4, 8 or 16 bytes: 32-bit values, without conversion.
std::vector<Candidate> candidatesOf(std::uint32_t bytes);

// The same with their rows under a pattern, without loads that were not measured.
std::vector<Candidate> candidateRows(const Reading& reading, std::uint32_t bytes, Pattern pattern);

} // namespace vkperftest
