#include "experiments/binding.h"

#include <algorithm>
#include <array>
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

std::optional<std::size_t> strategyNumber(const RunResult& run, std::string_view name) {
    const auto& all = run.settings.strategies;
    const auto found = std::find(all.begin(), all.end(), name);
    if (found == all.end()) return std::nullopt;
    return static_cast<std::size_t>(found - all.begin());
}

BindingVerdict judge(const PairedRatio& time) {
    if (isAtLeast(time, kBindingDifference) == true) return BindingVerdict::Slower;
    if (isAtLeast(time, 1 / kBindingDifference) == false) return BindingVerdict::Faster;
    const bool same =
        isAtLeast(time, kBindingDifference) == false && isAtLeast(time, 1 / kBindingDifference) == true;
    return same ? BindingVerdict::Same : BindingVerdict::CannotSay;
}

std::string because(const StrategyResult& result) {
    return statusText(result.status, result.reason);
}

// Why the row's time under that strategy says nothing about its loads; empty if it does.
std::string loadsHidden(const RowFigures& row, std::size_t strategy) {
    const StrategyFigures* const figures = row.under(strategy);
    if (isCopy(*row.row) && figures != nullptr && figures->loadBound == false) {
        return fmt::format("'{}' is not load-bound: its stores take nearly all of the time", row.row->name);
    }
    return loadTrouble(row, strategy);
}

// What is to be said of one strategy's time over that of another.
struct Judged {
    BindingVerdict verdict = BindingVerdict::CannotSay;
    std::string why; // of CannotSay
};

Judged judgePair(const RowFigures& row, const PairedRatio& time, std::size_t strategy,
                 std::size_t reference) {
    for (const std::size_t each : {reference, strategy}) {
        std::string trouble = loadsHidden(row, each);
        if (!trouble.empty()) return {BindingVerdict::CannotSay, std::move(trouble)};
    }
    const BindingVerdict verdict = judge(time);
    if (verdict != BindingVerdict::CannotSay) return {verdict, ""};
    PairedRatio medians = time;
    medians.ofMinima.reset();
    const bool minimaDecide = judge(medians) != BindingVerdict::CannotSay;
    return {verdict, std::string(minimaDecide ? "its fastest samples disagree" : kScatters)};
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

// The strategies of one row by what is to be said of them: "push (1.00x)" behind "slower than set".
struct Sorted {
    std::map<std::pair<BindingVerdict, std::string>, std::vector<std::string>>
        strategies; // by verdict and why

    bool any(BindingVerdict verdict) const {
        return std::any_of(strategies.begin(), strategies.end(),
                           [&](const auto& entry) { return entry.first.first == verdict; });
    }
};

Sorted sortStrategies(const RowFigures& row, std::size_t set) {
    Sorted sorted;
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        const std::optional<PairedRatio> time = s != set ? row.timeOver(s, set) : std::nullopt;
        if (!time) continue;
        const Judged judged = judgePair(row, *time, s, set);
        sorted.strategies[{judged.verdict, judged.why}].push_back(
            fmt::format("{} ({:.2f}x)", row.row->strategies[s].strategy, time->median));
    }
    return sorted;
}

std::string sentenceOf(const Sorted& sorted) {
    const auto beginning = [](BindingVerdict verdict, const std::string& why) -> std::string {
        switch (verdict) {
        case BindingVerdict::Slower:
            return "slower than set";
        case BindingVerdict::Faster:
            return "faster than set";
        case BindingVerdict::Same:
            return "as fast as set";
        case BindingVerdict::CannotSay:
            break;
        }
        return cannotSay(why);
    };
    std::vector<std::string> parts;
    for (const BindingVerdict verdict :
         {BindingVerdict::Slower, BindingVerdict::Faster, BindingVerdict::Same, BindingVerdict::CannotSay}) {
        for (const auto& [judged, names] : sorted.strategies) {
            if (judged.first != verdict) continue;
            parts.push_back(fmt::format("{}: {}", beginning(verdict, judged.second), join(names, ", ")));
        }
    }
    return join(parts, "; ");
}

BindingVerdict verdictOf(const Sorted& sorted) {
    for (const BindingVerdict verdict :
         {BindingVerdict::Slower, BindingVerdict::Faster, BindingVerdict::CannotSay}) {
        if (sorted.any(verdict)) return verdict;
    }
    return BindingVerdict::Same;
}

std::optional<BindingFinding> judgeRow(const RowFigures& row, std::size_t set) {
    BindingFinding finding{.subject = row.row->name};
    if (!row.strategies[set]) {
        finding.sentence = cannotSay(
            fmt::format("'{}' under set is {}", finding.subject, because(row.row->strategies[set])));
        finding.ground = Ground::Status;
        return finding;
    }
    const Sorted sorted = sortStrategies(row, set);
    if (sorted.strategies.empty())
        return std::nullopt; // nothing but set: the strategies' own findings say why
    finding.sentence = sentenceOf(sorted) + storesShare(row, set);
    finding.verdict = verdictOf(sorted);
    return finding;
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
BindingFinding judgeAlignmentOf(const RowFigures& row, std::size_t narrow, std::size_t wide,
                                const PairedRatio& time) {
    const Judged judged = judgePair(row, time, narrow, wide);
    const std::string times = fmt::format("{:.2f}x the time with 16{}", time.median, storesShare(row, wide));
    BindingFinding finding{.subject = row.row->name + ", alignment", .verdict = judged.verdict};
    switch (judged.verdict) {
    case BindingVerdict::Same:
        finding.sentence = "4-byte alignment costs nothing: " + times;
        break;
    case BindingVerdict::Slower:
        finding.sentence = "4-byte alignment costs: " + times;
        break;
    case BindingVerdict::Faster:
        finding.sentence = "4-byte alignment gains: " + times;
        break;
    case BindingVerdict::CannotSay:
        finding.sentence = cannotSay(fmt::format("{} ({})", judged.why, times));
        break;
    }
    return finding;
}

// Other suites and published figures hold some of the needed rows, too, but no copies.
Result<void> checkComplete(const RunResult& run) {
    if (std::none_of(run.rows.begin(), run.rows.end(), isCopy)) return noRows(kSuite, neededRows().back());
    VKPERFTEST_TRY(requireRows(run, neededRows(), kSuite));
    return requireStrategies(run, neededStrategies(), kSuite);
}

} // namespace

std::string_view bindingVerdictName(BindingVerdict verdict) {
    constexpr std::array<std::string_view, 4> kNames = {"the same", "slower", "faster", "cannot say"};
    return kNames[static_cast<std::size_t>(verdict)];
}

std::vector<BindingFinding> judgeStrategies(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::vector<BindingFinding> findings;
    const std::optional<std::size_t> set = strategyNumber(run, "set");
    if (!set) return findings;
    for (const RowFigures& row : figures.rows) {
        if (isFloor(*row.row)) continue;
        if (std::optional<BindingFinding> finding = judgeRow(row, *set)) findings.push_back(*finding);
    }
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const std::string reason = whyUnmeasured(run, s);
        if (reason.empty()) continue;
        findings.push_back({.subject = run.settings.strategies[s],
                            .sentence = cannotSay("no row was measured under it: " + reason),
                            .ground = Ground::Status});
    }
    return findings;
}

std::vector<BindingFinding> judgeAlignment(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::vector<BindingFinding> findings;
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
        findings.push_back(
            {.subject = "alignment",
             .sentence = cannotSay(why.empty() ? "no row was measured under both address-4 and address-16"
                                               : "address-16 is " + why),
             .ground = Ground::Status});
    }
    return findings;
}

Result<std::vector<Finding>> bindingFindings(const RunFigures& figures) {
    VKPERFTEST_TRY(checkComplete(*figures.run));
    std::vector<Finding> findings;
    for (const auto& judged : {judgeStrategies(figures), judgeAlignment(figures)}) {
        for (const BindingFinding& finding : judged)
            findings.push_back({finding.subject, std::string(bindingVerdictName(finding.verdict)),
                                finding.sentence, finding.ground});
    }
    for (Finding& finding : recordingFindings(*figures.run)) findings.push_back(std::move(finding));
    return findings;
}

} // namespace vkperftest
