#include "experiments/binding.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/judging.h"
#include "experiments/recording.h"
#include "stats/paired.h"

namespace vkperftest {
namespace {

constexpr std::string_view kFloor = ", floor";
constexpr std::string_view kSuite = "binding";

std::vector<std::string> neededStrategies() {
    return {"set", "push", "dynamic", "buffer", "inline", "address-4", "address-16"};
}

constexpr const char* kLoads[] = {"ByteAddressBuffer.Load",        "ByteAddressBuffer.Load2",
                                  "ByteAddressBuffer.Load4",       "StructuredBuffer<float>.Load",
                                  "StructuredBuffer<float2>.Load", "StructuredBuffer<float4>.Load",
                                  "cbuffer{float4[16]} load"};

constexpr const char* kCopies[] = {
    "ByteAddressBuffer.4xLoad4 matrix copy", "ByteAddressBuffer.16xLoad matrix copy",
    "StructuredBuffer<float4> matrix copy", "StructuredBuffer<float4x4> matrix copy"};

// With their floors.
std::vector<std::string> neededRows() {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        for (const std::string_view suffix : {std::string_view(), kFloor})
            names.push_back(name + std::string(suffix));
    };
    for (const std::string load : kLoads) {
        for (const char* pattern : {" uniform", " linear"}) add(load + pattern);
    }
    for (const std::string copy : kCopies) add(copy + " linear");
    return names;
}

bool isFloor(const RowResult& row) {
    return row.name.ends_with(kFloor);
}

// Its time holds that of its stores, which may hide its loads.
bool isCopy(const RowResult& row) {
    return row.operation.ends_with("copy");
}

std::string_view judge(const PairedRatio& time) {
    const std::optional<bool> slower = isAtLeast(time, kBindingDifference);
    const std::optional<bool> notFaster = isAtLeast(time, 1 / kBindingDifference);
    if (slower == true) return kSlower;
    if (notFaster == false) return kFaster;
    return slower == false && notFaster == true ? kSame : kCannotSay;
}

std::string because(const StrategyResult& result) {
    return statusText(result.status, result.reason);
}

// Why the row's time under that strategy says nothing about its loads; empty if it does.
std::string loadsHidden(const RowFigures& row, std::size_t strategy) {
    const StrategyFigures* const figures = row.under(strategy);
    if (isCopy(*row.row) && figures != nullptr && figures->bound == Bound::Adds) {
        return fmt::format("'{}' is not bound by its loads: its stores take nearly all of the time",
                           row.row->name);
    }
    return loadTrouble(row, strategy);
}

// What is to be said of one strategy's time over that of another.
struct Judged {
    std::string_view verdict = kCannotSay;
    std::string why; // nothing can be said
};

Judged judgePair(const RowFigures& row, const PairedRatio& time, std::size_t strategy,
                 std::size_t reference) {
    const std::string_view verdict = judge(time);
    // Where the times differ much and loads bound the slower one, it is loads that make the difference.
    const bool muchSlower = isAtLeast(time, kLoadBound) == true;
    const bool muchFaster = isAtLeast(time, 1 / kLoadBound) == false;
    std::vector<std::size_t> mustShowLoads = {reference, strategy};
    if (muchSlower) mustShowLoads = {strategy};
    if (muchFaster) mustShowLoads = {reference};
    for (const std::size_t each : mustShowLoads) {
        std::string trouble = loadsHidden(row, each);
        if (!trouble.empty()) return {kCannotSay, std::move(trouble)};
    }
    if (verdict != kCannotSay) return {verdict, ""};
    PairedRatio medians = time;
    medians.ofFastest.reset();
    const bool fastestDecide = judge(medians) != kCannotSay;
    return {verdict, std::string(fastestDecide ? "its fastest samples disagree" : kScatters)};
}

// Behind a sentence on a copy: what its stores take; empty unless that is known within a tenth.
std::string storesShare(const RowFigures& row, std::size_t strategy) {
    constexpr double kNarrow = 0.1;
    const StrategyFigures* const figures = row.under(strategy);
    if (!isCopy(*row.row) || figures == nullptr) return {};
    const std::optional<PairedRatio>& overFloor = figures->overFloor;
    const std::optional<double> width = overFloor ? relativeWidth(*overFloor) : std::nullopt;
    if (!width || *width > kNarrow) return {};
    return fmt::format("; its stores alone take {:.2f}x", 1 / overFloor->median);
}

// The strategies of one row by the verdict on them and its reason: "push (1.00x)" behind "slower".
using Sorted = std::map<std::pair<std::string_view, std::string>, std::vector<std::string>>;

Sorted sortStrategies(const RowFigures& row, std::size_t set) {
    Sorted sorted;
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        const std::optional<PairedRatio> time = s != set ? row.timeOver(s, set) : std::nullopt;
        if (!time) continue;
        const Judged judged = judgePair(row, *time, s, set);
        sorted[{judged.verdict, judged.why}].push_back(
            fmt::format("{} ({:.2f}x)", row.row->strategies[s].strategy, time->median));
    }
    return sorted;
}

std::string sentenceOf(const Sorted& sorted) {
    std::vector<std::string> parts;
    for (const std::string_view verdict : {kSlower, kFaster, kSame, kCannotSay}) {
        for (const auto& [judged, names] : sorted) {
            if (judged.first != verdict) continue;
            const std::string begin = verdict == kCannotSay ? cannotSay(judged.second)
                                      : verdict == kSame    ? "as fast as set"
                                                            : fmt::format("{} than set", verdict);
            parts.push_back(fmt::format("{}: {}", begin, join(names, ", ")));
        }
    }
    return join(parts, "; ");
}

std::string_view verdictOf(const Sorted& sorted) {
    for (const std::string_view verdict : {kSlower, kFaster, kCannotSay}) {
        const bool any = std::any_of(sorted.begin(), sorted.end(),
                                     [&](const auto& entry) { return entry.first.first == verdict; });
        if (any) return verdict;
    }
    return kSame;
}

std::optional<Finding> judgeRow(const RowFigures& row, std::size_t set) {
    const std::string& name = row.row->name;
    if (!row.strategies[set]) {
        const std::string why = because(row.row->strategies[set]);
        return undecided(name, fmt::format("'{}' under set is {}", name, why), Ground::Status);
    }
    const Sorted sorted = sortStrategies(row, set);
    if (sorted.empty()) return std::nullopt; // nothing but set: the strategies' own findings say why
    return Finding{name, std::string(verdictOf(sorted)), sentenceOf(sorted) + storesShare(row, set)};
}

// Why the strategy has no figure in the whole run; empty if it has one.
std::string whyUnmeasured(const RunResult& run, std::size_t strategy) {
    std::string reason;
    for (const RowResult& row : run.rows) {
        const StrategyResult& result = row.strategies[strategy];
        if (result.status == Status::Measured) return {};
        // That a row has nothing for a strategy to bind says less than what the device lacks.
        if (reason.empty() || !result.reason.starts_with("needs ")) reason = because(result);
    }
    return reason;
}

// `time`: with 4 bytes of alignment, strategy number `narrow`, over that with 16, number `wide`.
Finding judgeAlignmentOf(const RowFigures& row, std::size_t narrow, std::size_t wide,
                         const PairedRatio& time) {
    const std::string subject = row.row->name + ", alignment";
    const std::string times = fmt::format("{:.2f}x the time with 16{}", time.median, storesShare(row, wide));
    const Judged judged = judgePair(row, time, narrow, wide);
    if (judged.verdict == kCannotSay) return undecided(subject, fmt::format("{} ({})", judged.why, times));
    const char* costs = judged.verdict == kSame     ? "costs nothing"
                        : judged.verdict == kSlower ? "costs"
                                                    : "gains";
    return {subject, std::string(judged.verdict), fmt::format("4-byte alignment {}: {}", costs, times)};
}

// Other suites and published figures hold some of the needed rows, too, but no copies.
Result<void> checkComplete(const RunResult& run) {
    if (std::none_of(run.rows.begin(), run.rows.end(), isCopy)) return noRows(kSuite, neededRows().back());
    VKPERFTEST_TRY(requireRows(run, neededRows(), kSuite));
    return requireStrategies(run, neededStrategies(), kSuite);
}

} // namespace

std::vector<Finding> judgeStrategies(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::vector<Finding> findings;
    const std::optional<std::size_t> set = strategyNumber(run, "set");
    if (!set) return findings;
    for (const RowFigures& row : figures.rows) {
        if (isFloor(*row.row)) continue;
        if (std::optional<Finding> finding = judgeRow(row, *set)) findings.push_back(*finding);
    }
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const std::string reason = whyUnmeasured(run, s);
        if (reason.empty()) continue;
        findings.push_back(
            undecided(run.settings.strategies[s], "no row was measured under it: " + reason, Ground::Status));
    }
    return findings;
}

std::vector<Finding> judgeAlignment(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::vector<Finding> findings;
    const std::optional<std::size_t> narrow = strategyNumber(run, "address-4");
    const std::optional<std::size_t> wide = strategyNumber(run, "address-16");
    if (!narrow || !wide) return findings;
    for (const RowFigures& row : figures.rows) {
        const std::optional<PairedRatio> time = row.timeOver(*narrow, *wide);
        if (!time || isFloor(*row.row)) continue;
        findings.push_back(judgeAlignmentOf(row, *narrow, *wide, *time));
    }
    if (findings.empty()) {
        const std::string why = whyUnmeasured(run, *wide);
        findings.push_back(undecided("alignment",
                                     why.empty() ? "no row was measured under both address-4 and address-16"
                                                 : "address-16 is " + why,
                                     Ground::Status));
    }
    return findings;
}

Result<std::vector<Finding>> bindingFindings(const RunFigures& figures) {
    VKPERFTEST_TRY(checkComplete(*figures.run));
    std::vector<Finding> findings = judgeStrategies(figures);
    for (const auto& more : {judgeAlignment(figures), recordingFindings(*figures.run)})
        findings.insert(findings.end(), more.begin(), more.end());
    return findings;
}

} // namespace vkperftest
