// What the experiments share: which strategy is judged, how the times of two rows compare, and what is said where
// nothing can be concluded.
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

// Why a comparison or a row cannot be judged: reasons begin with one of these, and go on behind a colon with details.
constexpr std::string_view kScatters = "the samples scatter too much";
constexpr std::string_view kFastestDisagree = "the fastest samples disagree";
constexpr std::string_view kTooFewSamples = "too few samples";
constexpr std::string_view kLoadsHidden = "loads hardly show beside the other instructions";
constexpr std::string_view kLoadsUnclear =
    "loads may not show beside the other instructions"; // the floor's loop is another
constexpr std::string_view kUnmeasured = "a needed row has no time";
constexpr std::string_view kMissing = "a needed row is missing"; // left out by --filter, as a rule

// A usage error that names those of `needed` that are not among the run's strategies, and the command that measures
// them.
Result<void> requireStrategies(const RunResult& run, std::span<const std::string> needed,
                               std::string_view suite);

// The usage error of a run without any row of the suite, of which `example` is one.
Error noRows(std::string_view suite, std::string_view example);

// The number of the first of the run's strategies under which any row of these names was measured; 0 if none
// was.
std::size_t judgedStrategy(const RunResult& run, std::span<const std::string> names);

// Ends each sentence with the strategy that was judged, " (under set)", if the run has several.
void nameStrategy(const RunResult& run, std::size_t strategy, std::vector<Finding>& findings);

// "cannot say: …"
std::string cannotSay(std::string_view reason);

// The finding that says so. It is told together with others whose reasons are alike up to their first colon.
Finding undecided(std::string subject, std::string_view reason, Ground ground = Ground::RowTimes);

// "failed (wrong values)"
std::string statusText(Status status, std::string_view reason);

// Why the row has no time: "a row that it needs has no time: 'NAME', failed (wrong values)".
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

// Rows that the run lacks or that were not measured are not compared.
TimeOf measuredTimeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                        std::size_t strategy);

// The same, and rows with loadTrouble are not compared either.
TimeOf timeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                std::size_t strategy);

// What a run says of a claim about many rows.
constexpr std::string_view kHolds = "holds";
constexpr std::string_view kDoesNotHold = "does not hold";
constexpr std::string_view kHoldsInPart = "holds in part";

// How a claim's sentence begins: "claim confirmed in part".
std::string_view claimWords(std::string_view verdict);

// The conclusion where none of the findings says anything: "No conclusion: none of 9 loads could be judged, because …",
// with the reason that most of them have and its remedy. `what`: "loads".
std::string noConclusion(std::size_t judgedOf, std::string_view what, std::span<const Finding> findings);

// "; 2 not judged"; empty for none.
std::string notJudged(std::size_t count);

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
