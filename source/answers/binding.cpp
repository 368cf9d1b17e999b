// The experiment "binding": what do the strategies cost compared with a descriptor set, on the GPU and on the CPU,
// and does a promise of 4 bytes of alignment cost anything compared with 16?
#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "answers/experiment.h"
#include "answers/finding.h"
#include "base/enum_table.h"
#include "cases/binding.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "stats/interval.h"

namespace vkperftest {
namespace {

constexpr const char *kAgainstSet = "against set", *kAddresses = "addresses against set",
                     *kAlignment = "alignment", *kCpu = "recording on the CPU";
constexpr std::string_view kBare = "dispatch only";

// Why the strategy has no figure in the whole run; empty if it has one.
std::string whyNothingMeasured(const RunResult& run, std::size_t strategy) {
    std::string reason;
    for (const RowResult& row : run.rows) {
        const StrategyResult& result = row.strategies[strategy];
        if (result.status == Status::Measured) return {};
        // What the device lacks says more than that a row has nothing for the strategy to bind.
        if (reason.empty() || !isOfStrategy(result.reason.kind))
            reason = unmeasuredText({result.status, result.reason});
    }
    return reason;
}

// What a difference between a row's time under addresses and under `set` comes from.
enum class Cause {
    Arithmetic, // of 64 bits: the no-load control, which also computes the addresses, loses at least as much time
    Alignment, // the addresses promise less than structured elements do
    Unchecked, // it gains: nothing checks the bounds of loads by address
    Promised,  // it gains by their alignment, which structured elements have under `set` as well
    None,      // it is as fast
    Other,
};
constexpr auto kCauses =
    enumTable<Cause, std::string_view>({"64-bit addresses", "narrow loads", "no bounds checks",
                                        "wide loads, as of structures", "no difference", "unclear"});

// The row's no-load control, if it was measured under both strategies; else null.
const RowFigures* controlOf(const RunFigures& figures, const RowFigures& row, std::size_t strategy,
                            std::size_t set) {
    const RowFigures* const control = figures.find(row.row->noLoads);
    const bool known = control != nullptr && control->strategies.size() == row.strategies.size() &&
                       control->timeOver(strategy, set);
    return known ? control : nullptr;
}

// A row's time under one strategy over that under another, which were both measured.
FoundRow judgedUnder(const RowFigures& row, std::size_t strategy, std::size_t other, double bound) {
    const std::vector<StrategyResult>& all = row.row->strategies;
    return judgedRow({.name = row.row->name,
                      .strategy = all[strategy].strategy,
                      .reference = row.row->name,
                      .referenceStrategy = all[other].strategy,
                      .value = row.timeOver(strategy, other)},
                     bound);
}

// Rows with loads that were measured under both.
std::vector<FoundRow> rowsUnder(const RunFigures& figures, std::size_t strategy, std::size_t set) {
    std::vector<FoundRow> found;
    for (const RowFigures& row : figures.rows) {
        const bool isEmpty = row.row->load && row.row->load->technique == Technique::NoLoads;
        if (row.timeOver(strategy, set) && !isEmpty)
            found.push_back(judgedUnder(row, strategy, set, kSameUnderSet));
    }
    return found;
}

// Whether structured elements of the same width are no slower under `set` than the row is under the strategy.
bool isAlikeUnderSet(const RunFigures& figures, const RowFigures& row, std::size_t strategy,
                     std::size_t set) {
    const LoadFacts& one = *row.row->load;
    return std::ranges::any_of(figures.rows, [&](const RowFigures& other) {
        if (!other.row->load || other.under(set) == nullptr) return false;
        const LoadFacts& two = *other.row->load;
        if (one.kind != LoadKind::Raw || two.kind != LoadKind::Structured || one.bytes != two.bytes ||
            one.pattern != two.pattern || one.technique != two.technique || one.byteOffset != 0)
            return false;
        const PairedRatio time = quotient(other.under(set)->ratio, row.under(strategy)->ratio);
        return isAtLeast(time, 1 / kSameUnderSet) != false;
    });
}

Cause causeOf(const RunFigures& figures, const RowFigures& row, const RowFigures* control,
              const FoundRow& found, std::size_t strategy, std::size_t set) {
    if (found.verdict == Verdict::Same) return Cause::None;
    if (found.verdict == Verdict::Better)
        return promisedAlignment(found.strategy) > promisedAlignment(kNarrowAddresses) &&
                       isAlikeUnderSet(figures, row, strategy, set)
                   ? Cause::Promised
                   : Cause::Unchecked;
    if (found.verdict == Verdict::Unknown) return Cause::Other;
    const auto loss = [&](const RowFigures& its) {
        return 1 / its.under(strategy)->ratio.median - 1 / its.under(set)->ratio.median;
    };
    if (control != nullptr && loss(*control) >= loss(row)) return Cause::Arithmetic;
    const std::optional<LoadFacts>& load = row.row->load;
    const bool narrow =
        load && load->kind == LoadKind::Structured && promisedAlignment(found.strategy) < load->alignment;
    return narrow ? Cause::Alignment : Cause::Other;
}

// The subject of a finding on alignment. `bytes`: the narrower promise.
std::string promiseOf(std::string_view row, std::uint32_t bytes) {
    return fmt::format("{} bytes: {}", bytes, row);
}

// No push constants, which no strategy binds, and no row that is not compared (rowsUnder).
bool isBound(const RowResult& row) {
    return row.load && row.load->technique != Technique::NoLoads &&
           row.load->resource != ResourceKind::PushConstants;
}

} // namespace

std::vector<Finding> judgeStrategies(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const std::optional<std::size_t> set = strategyNumber(run, kSetName);
    std::vector<Finding> findings, addressed;
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const std::string& strategy = run.settings.strategies[s];
        if (const std::string reason = whyNothingMeasured(run, s); !reason.empty()) {
            findings.push_back(
                unknownFinding(kAgainstSet, strategy, {Inconclusive::NothingMeasured, reason}));
            continue;
        }
        if (!set || s == *set) continue;
        const std::vector<FoundRow> rows = rowsUnder(figures, s, *set);
        if (rows.empty()) continue;
        if (!loadsByAddress(strategy)) {
            findings.push_back(judgedByMost({.topic = kAgainstSet,
                                             .subject = strategy,
                                             .reference = std::string(kSetName),
                                             .rows = rows}));
            continue;
        }
        std::map<Cause, Finding> by;
        for (const FoundRow& found : rows) {
            const RowFigures& row = *figures.find(found.name);
            const RowFigures* const control = controlOf(figures, row, s, *set);
            Finding& its = by[causeOf(figures, row, control, found, s, *set)];
            its.rows.push_back(found);
            if (control != nullptr) its.evidence.push_back(judgedUnder(*control, s, *set, kSameUnderSet));
        }
        for (auto& [cause, its] : by) {
            its.topic = kAddresses;
            its.subject = fmt::format("{}: {}", strategy, kCauses[cause]);
            its.reference = kSetName;
            addressed.push_back(judgedByMost(std::move(its)));
        }
    }
    findings.insert(findings.end(), addressed.begin(), addressed.end());
    return findings;
}

std::vector<Finding> judgeAlignment(const RunFigures& figures) {
    const std::vector<std::string>& strategies = figures.run->settings.strategies;
    std::vector<Finding> findings;
    std::vector<std::size_t> addressed; // the narrowest promise first
    for (std::size_t s = 0; s < strategies.size(); ++s)
        if (loadsByAddress(strategies[s])) addressed.push_back(s);
    if (addressed.size() < 2) return findings;
    const auto promise = [&](std::size_t s) { return promisedAlignment(strategies[s]); };
    std::ranges::sort(addressed, {}, promise);
    for (const RowFigures& row : figures.rows) {
        std::vector<std::size_t> measured = addressed;
        std::erase_if(measured, [&](std::size_t s) { return row.under(s) == nullptr; });
        for (std::size_t i = 0; i + 1 < measured.size() && isBound(*row.row); ++i) {
            const std::size_t narrow = measured[i], wide = measured.back();
            if (!row.timeOver(narrow, wide)) continue;
            findings.push_back(judgedByMost({.topic = kAlignment,
                                             .subject = promiseOf(row.row->name, promise(narrow)),
                                             .reference = strategies[wide],
                                             .rows = {judgedUnder(row, narrow, wide, kOtherPromise)}}));
        }
    }
    return findings;
}

std::vector<Finding> recordingFindings(const RunResult& run) {
    if (run.recording.empty()) return {unknownFinding(kCpu, "all ways", {Inconclusive::NoRecording})};
    std::map<std::uint64_t, std::vector<FoundRow>> lengths; // the ways' times
    std::vector<Finding> findings, missing;
    for (const RecordingResult& recording : run.recording) {
        if (recording.status != Status::Measured)
            missing.push_back(unknownFinding(
                kCpu, recording.way,
                {Inconclusive::Reported, unmeasuredText({recording.status, recording.reason})}));
        else if (recording.way != kBare) // which binds nothing
            for (const auto& [dispatches, times] : recording.lengths)
                lengths[dispatches].push_back(
                    {.name = recording.way, .value = PairedRatio{median(times), medianInterval(times)}});
    }
    for (auto& [dispatches, costs] : lengths) {
        std::ranges::stable_sort(costs, {}, [](const FoundRow& cost) { return cost.value->median; });
        const std::optional<Interval> least = costs[0].value->interval;
        const auto cheap = [&](const FoundRow& cost) { // or may be
            return !cost.value->interval || cost.value->interval->low <= least->high;
        };
        if (costs.size() < 2 || !least || std::ranges::count_if(costs, cheap) > 1) continue;
        findings.push_back(
            {.topic = kCpu,
             .subject = fmt::format("{} {}", dispatches, dispatches == 1 ? "dispatch" : "dispatches"),
             .verdict = Verdict::Better,
             .way = costs[0].name,
             .evidence = costs});
    }
    if (findings.empty())
        findings.push_back(unknownFinding(kCpu, "all lengths", {Inconclusive::NoClearOrder}));
    findings.insert(findings.end(), missing.begin(), missing.end());
    return findings;
}

std::vector<Finding> judgeBinding(const RunFigures& figures, std::size_t&) {
    std::vector<Case> rows = bindingRows();
    rows.erase(rows.begin()); // the baseline of all suites
    if (std::ranges::none_of(
            rows, [&](const Case& row) { return findRow(*figures.run, caseName(row)) != nullptr; }))
        return {};
    std::vector<Finding> findings = judgeStrategies(figures);
    if (findings.empty()) return findings;
    for (const auto& more : {judgeAlignment(figures), recordingFindings(*figures.run)})
        findings.insert(findings.end(), more.begin(), more.end());
    return findings;
}

std::vector<FoundRow> alignmentOfWideLoads(const RunFigures& figures) {
    for (const Finding& finding : judgeAlignment(figures))
        if (finding.subject == promiseOf(linearRow(rawLoad(4)), 4)) return finding.rows;
    return {};
}

} // namespace vkperftest
