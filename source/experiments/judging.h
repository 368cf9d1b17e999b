// What the experiments share: which strategy is judged, how the times of two rows compare, and what to print
// if there is no conclusion.
//
// Ratios are ratios of times, with the 95 % interval that the run's samples give them. A ratio is above or
// below a bound only if its whole interval is, and its fastest samples are too (isAtLeast in stats/paired.h);
// otherwise there is no verdict.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "analysis/figures.h"
#include "base/result.h"
#include "base/text.h"
#include "experiments/finding.h"

namespace vkperftest {

// A usage error whose remedy is to measure the whole suite, without `option`, which restricts it.
Error needsWholeSuite(std::string cause, std::string_view suite, std::string_view option);

// The same error for a run without any row of the suite; `example` is such a row.
Error noRows(std::string_view suite, std::string_view example);

// The index of the run's first strategy under which any of the named rows was measured; 0 if there is none.
std::size_t judgedStrategy(const RunResult& run, std::span<const std::string> names);

// Names the judged strategy in the figures and, if the run has several, appends " (under set)" to each
// sentence.
void nameStrategy(const RunResult& run, std::size_t strategy, std::vector<Finding>& findings);

// "failed (wrong values)"
std::string statusText(Status status, const Reason& reason);

// kUnmeasured: the row has no time.
Trouble unmeasured(const RowResult& row, std::size_t strategy);

// Why the loads of a measured row cannot be judged: its floor is missing or was not measured, or something
// else limits the row or may limit it (analysis/bound.h). Nothing if loads limit the row.
std::optional<Trouble> loadTrouble(const RowFigures& row, std::size_t strategy);

// The same, but nothing for a row that surely takes longer than its floor, by the bound: whatever limits the
// row, its time goes to its loads and what they need, such as addresses. That is enough to call two loops
// equal, but says nothing about loads alone.
std::optional<Trouble> costTrouble(const RowFigures& row, std::size_t strategy);

// How many times as long one row takes as another.
struct TimeOf {
    std::string row, reference;
    std::optional<PairedRatio> ratio; // nothing: `trouble` says why
    std::optional<Trouble> trouble;
    bool mixed = false; // one load in flight is faster than several for only one of the two

    // isAtLeast of the ratio (stats/paired.h); nothing without one.
    std::optional<bool> atLeast(double bound) const;

    // Why atLeast gives nothing: the trouble, too few samples, fastest samples that disagree, or an interval
    // that spans the bound.
    Trouble whyUnclear(double bound) const;
};

// Not compared if the run lacks one of the rows or did not measure it.
TimeOf measuredTimeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                        std::size_t strategy);

// The same, but rows with loadTrouble are not compared either, with two exceptions. If the rows differ by
// `bound`, only the slower row must be without trouble: whatever hides the other row's loads, they are at
// least that much faster. If the rows surely differ by less, costTrouble counts instead.
TimeOf timeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                std::size_t strategy, std::optional<double> bound = {});

// A row that is judged against another by a bound.
struct Compared {
    std::string row, reference;
    double time = 1;                              // times as long as the reference
    std::optional<PairedRatio> ratio = {};        // the same with its interval; nothing if not measured
    std::optional<bool> slower = {}, faster = {}; // by the bound
    std::optional<Trouble> trouble = {};          // why `slower`, or else `faster`, is not known

    void judge(const TimeOf& measured, double bound);
};

// The elements for which `member`, a data member or anything callable, gives the value.
template <class Element, class Member, class Value = bool>
std::vector<Element> those(const std::vector<Element>& all, Member member, const Value& value = true) {
    std::vector<Element> some;
    for (const Element& one : all)
        if (std::invoke(member, one) == value) some.push_back(one);
    return some;
}

// The elements' members: "4, 8, 12".
template <class Element, class Member> std::string listOf(const std::vector<Element>& all, Member member) {
    std::vector<std::string> texts;
    for (const Element& one : all) texts.push_back(fmt::format("{}", std::invoke(member, one)));
    return join(texts, ", ");
}

// The strategy under which the pairs are judged: judgedStrategy of their rows. Pair: anything with a row and
// its reference.
template <class Pair> std::size_t strategyOfPairs(const RunResult& run, const std::vector<Pair>& pairs) {
    std::vector<std::string> names;
    for (const Pair& pair : pairs) names.insert(names.end(), {pair.row, pair.reference});
    return judgedStrategy(run, names);
}

// The finding with the figures of the pairs that were measured. Pair: a Compared.
template <class Pair> Finding restingOn(const std::vector<Pair>& pairs, Finding finding) {
    for (const Pair& pair : pairs)
        if (pair.ratio) finding.figures.push_back({pair.row, "", pair.reference, "", *pair.ratio});
    return finding;
}

// The pairs whose row the run has, judged by timeOver. Pair: a Compared.
template <class Pair>
std::vector<Pair> compared(const RunFigures& figures, std::vector<Pair> pairs, double bound) {
    std::erase_if(pairs, [&](const Pair& pair) { return findRow(*figures.run, pair.row) == nullptr; });
    const std::size_t strategy = strategyOfPairs(*figures.run, pairs);
    for (Pair& pair : pairs) pair.judge(timeOver(figures, pair.row, pair.reference, strategy, bound), bound);
    return pairs;
}

// The conclusion if nothing could be judged: "No conclusion: none of 9 loads could be judged, because …",
// with the most common reason among the troubles and its remedy. `what`: "loads".
std::string noConclusion(std::size_t judgedOf, std::string_view what, std::span<const Trouble> troubles);

// The same for findings, or anything else that may have a trouble.
template <class Judged> std::string noConclusion(const std::vector<Judged>& all, std::string_view what) {
    std::vector<Trouble> troubles;
    for (const Judged& one : all)
        if (one.trouble) troubles.push_back(*one.trouble);
    return noConclusion(all.size(), what, troubles);
}

// "; no verdict on 2 loads"; empty for none.
std::string noVerdictOn(std::size_t count, std::string_view what);

// Joins clauses that begin with a small letter: "Use push; avoid buffer".
std::string sentenceOf(std::span<const std::string> clauses);

// "1 row", "2 rows"
std::string rowCount(std::size_t count);

// The names of the rows, or their number if there are many.
std::string fewRows(const std::vector<std::string>& names);

// How many rows support the claim, refute it, or could not be judged.
struct ClaimRows {
    std::size_t bearOut = 0;
    std::size_t refute = 0;
    std::size_t unclear = 0;

    // Counts one of the rows. Found::HoldsInPart counts on both sides, since only a part was borne out.
    void add(Found verdict);

    std::size_t judged() const { return bearOut + refute; }
    std::size_t all() const { return judged() + unclear; }

    // Found::HoldsInPart if some rows support the claim and others refute it, whatever the unclear rows would
    // show. If every row was judged and all agree, Holds or DoesNotHold. Otherwise CannotSay: a few rows must
    // not speak for those that could not be judged.
    Found verdict() const;

    // Why the verdict is CannotSay. `what`: "misaligned loads"; `details`: about the judged rows.
    Trouble whyUnclear(std::string what, std::string_view details = "") const;
};

// For the claim that rows are slower.
template <class Pair> ClaimRows claimRows(const std::vector<Pair>& all) {
    ClaimRows rows;
    for (const Pair& one : all) ++(!one.slower ? rows.unclear : *one.slower ? rows.bearOut : rows.refute);
    return rows;
}

// The text about the rows that have one verdict.
template <class Row> struct VerdictText {
    Found verdict;
    std::string (*text)(const std::vector<Row>& rows);
};

// One clause for each verdict. The finding's verdict is the first that any row has, but Depends if rows have
// the first two. Row: anything with a verdict.
template <class Row, std::size_t count>
Finding verdictByVerdict(std::string_view subject, const std::vector<Row>& rows,
                         const VerdictText<Row> (&texts)[count]) {
    std::vector<Found> found;
    std::vector<std::string> clauses;
    for (const auto& [verdict, text] : texts) {
        const std::vector<Row> some = those(rows, &Row::verdict, verdict);
        if (some.empty()) continue;
        found.push_back(verdict);
        clauses.push_back(text(some));
    }
    const bool depends = found.size() > 1 && found[1] == texts[1].verdict;
    return {std::string(subject), depends ? Found::Depends : found[0], join(clauses, "; ")};
}

// How a claim's sentence begins: "claim confirmed in part".
std::string claimWords(Found verdict);

} // namespace vkperftest
