// What the experiments share: which rows and strategies must be there, and how the times of two rows compare.
// Everything is of a run's first strategy unless another is named.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "results/model.h"
#include "stats/paired.h"

namespace vkperftest {

constexpr std::size_t kJudgedStrategy = 0;

constexpr std::string_view kScatters = "its samples scatter too much";

// A usage error that names those of `needed` that the run lacks, each once, and the command that measures
// them.
Result<void> requireRows(const RunResult& run, std::span<const std::string> needed, std::string_view suite);

// The same for strategies.
Result<void> requireStrategies(const RunResult& run, std::span<const std::string> needed,
                               std::string_view suite);

// The usage error of a run without any row of the suite, of which `example` is one.
Error noRows(std::string_view suite, std::string_view example);

// "cannot say, because …"
std::string cannotSay(std::string_view reason);

// "failed (wrong values)"
std::string statusText(Status status, std::string_view reason);

// Why the row has no time: "'NAME' is failed (wrong values)".
std::string unmeasured(const RowResult& row);

// Why the loads of a row that was measured cannot be judged: they hardly show beside its floor, or its
// samples scatter too much to tell (results/load_bound.h). Empty if it is load-bound, or if the run cannot
// say for want of a floor.
std::string loadTrouble(const RunResult& run, const RowResult& row, std::size_t strategy = kJudgedStrategy);

// How many times as long one row takes as another.
struct TimeOf {
    std::optional<PairedRatio> ratio; // with minima if both rows have them; nothing: `trouble` says why
    std::string trouble;

    // Whether it is at least `bound`: nothing if the bound lies inside the interval, or if the fastest samples
    // lie on its other side. A row that other work kept from half of the cores all the time it was sampled
    // has a narrow interval about twice its time.
    std::optional<bool> atLeast(double bound) const;
};

// Both rows, and their floors, must be in the run. Rows that were not measured or are not load-bound are not
// compared.
TimeOf timeOver(const RunResult& run, const std::string& row, const std::string& reference);

} // namespace vkperftest
