// What the experiments share: which rows and strategies must be there, which strategy is judged, and how the
// times of two rows compare.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "experiments/finding.h"

namespace vkperftest {

constexpr std::string_view kCannotSay = "cannot say"; // the verdict, and how the sentence begins

// Verdicts that several experiments give.
constexpr std::string_view kSlower = "slower";
constexpr std::string_view kFaster = "faster";

constexpr std::string_view kScatters = "its samples scatter too much";

// A usage error that names those of `needed` that are neither among the run's rows nor among its floors, each
// once, and the command that measures them.
Result<void> requireRows(const RunResult& run, std::span<const std::string> needed, std::string_view suite);

// The same for strategies.
Result<void> requireStrategies(const RunResult& run, std::span<const std::string> needed,
                               std::string_view suite);

// The usage error of a run without any row of the suite, of which `example` is one.
Error noRows(std::string_view suite, std::string_view example);

// The number of the first of the run's strategies under which any row of these names was measured; 0 if none
// was.
std::size_t judgedStrategy(const RunResult& run, std::span<const std::string> names);

// Ends each sentence with the strategy that was judged, " (under set)", if the run has several.
void nameStrategy(const RunResult& run, std::size_t strategy, std::vector<Finding>& findings);

// "cannot say, because …"
std::string cannotSay(std::string_view reason);

// The finding that says so.
Finding undecided(std::string subject, std::string_view reason, Ground ground = Ground::RowTimes);

// "failed (wrong values)"
std::string statusText(Status status, std::string_view reason);

// Why the row has no time: "'NAME' is failed (wrong values)".
std::string unmeasured(const RowResult& row, std::size_t strategy);

// Why the loads of a row that was measured cannot be judged: its floor is missing or was not measured, the
// compiler made another loop of it, the loads hardly show beside it, or it is not clear whether they do
// (kLoadBound). Names the row. Empty if the row is bound by loads.
std::string loadTrouble(const RowFigures& row, std::size_t strategy);

// How many times as long one row takes as another.
struct TimeOf {
    std::string row, reference;
    std::optional<PairedRatio> ratio; // nothing: `trouble` says why
    std::string trouble;

    // isAtLeast of the ratio (stats/paired.h); nothing without one.
    std::optional<bool> atLeast(double bound) const;

    // Why that is nothing: the trouble, or that too few samples were taken, that the fastest ones disagree,
    // or that the interval spans the bound. Names the rows.
    std::string whyUnclear(double bound) const;
};

// Both rows must be in the run. Those that were not measured are not compared.
TimeOf measuredTimeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                        std::size_t strategy);

// The same, and rows with loadTrouble are not compared either.
TimeOf timeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                std::size_t strategy);

// What a run says of a claim about many rows.
constexpr std::string_view kHolds = "holds";
constexpr std::string_view kDoesNotHold = "does not hold";
constexpr std::string_view kHoldsInPart = "holds in part";

// How many of the rows bear the claim out, refute it, and could not be judged.
struct ClaimRows {
    std::size_t bearOut = 0;
    std::size_t refute = 0;
    std::size_t unclear = 0;

    std::size_t judged() const { return bearOut + refute; }
    std::size_t all() const { return judged() + unclear; }
};

// kHoldsInPart if some bear it out and others refute it, whatever the unclear ones would say. Of rows that
// agree kHolds or kDoesNotHold, but kCannotSay if one is unclear, or if there are
// none at all: a few rows must not speak for those that could not be judged.
std::string_view claimVerdict(const ClaimRows& rows);

} // namespace vkperftest
