// Whether a strategy is faster than `set`: the one place that judges it. Each row is compared with itself
// under `set`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "analysis/thresholds.h"
#include "analysis/verdict.h"

namespace vkperftest {

// A row under the strategy.
struct JudgedRow {
    std::string name;
    Verdict verdict = Verdict::Unknown;
    PairedRatio times = {};    // as long as under `set`
    bool asStructured = false; // it gains, but structured elements of its width are as fast under `set`
};

struct StrategyRows {
    std::string strategy;
    std::vector<JudgedRow> rows; // in the run's order

    std::size_t count(Verdict verdict) const;
    std::size_t judged() const; // all but the unknown ones

    // The verdict of more than half of the judged rows; RowsDiffer if there is none. SomeUnknown if no row
    // was judged, or if most differ from `set` but more rows could not be judged: a few do not speak for
    // many.
    ReasonedVerdict mostly() const;
};

// Its time is that of its loads, as far as is known: loads limit it, or it is printed. Also of rows that only
// write or that compute what they load, whose times are compared as they are.
bool showsLoads(const RowResult& row, const StrategyFigures& figures);

// The rows that were measured under both `set` and the strategy, without no-load controls. Unknown: the interval
// allows two verdicts, or the fastest samples disagree. A gain of addresses that a structured buffer of the same loads
// has under `set` as well (asStructured) is not the strategy's: that row counts as the same.
StrategyRows rowsUnder(const RunFigures& figures, std::string_view strategy);

} // namespace vkperftest
