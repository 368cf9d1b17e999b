#include "experiments/binding.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/judging.h"
#include "experiments/recording.h"
#include "results/load_bound.h"
#include "results/summary.h"
#include "stats/paired.h"

namespace vkperftest {
namespace {

constexpr std::string_view kFloor = ", floor";
constexpr std::string_view kSuite = "binding";

std::vector<std::string> neededStrategies() {
    return {"set", "push", "dynamic", "buffer", "inline", "address-4", "address-16"};
}

std::vector<std::string> neededRows() {
    return {"ByteAddressBuffer.Load4 linear",
            "StructuredBuffer<float4>.Load linear",
            "cbuffer{float4[16]} load uniform",
            "ByteAddressBuffer.4xLoad4 matrix copy linear",
            "ByteAddressBuffer.16xLoad matrix copy linear",
            "StructuredBuffer<float4> matrix copy linear",
            "StructuredBuffer<float4x4> matrix copy linear"};
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

// The first strategy's time over the second's; nothing unless both were measured.
std::optional<PairedRatio> strategyOver(const RunResult& run, const RowResult& row, std::size_t first,
                                        std::size_t second) {
    const std::optional<PairedRatio> ofFirst = ratioToBaseline(run, row, first);
    const std::optional<PairedRatio> ofSecond = ratioToBaseline(run, row, second);
    if (!ofFirst || !ofSecond) return std::nullopt;
    return quotient(*ofSecond, *ofFirst);
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

// Why equal times say nothing about the row's loads; empty if they do. Copies are said to be copies.
std::string whySameSaysNothing(const RunResult& run, const RowResult& row, std::size_t strategy) {
    return isCopy(row) ? "" : loadTrouble(run, row, strategy);
}

// The strategies of one row by what is to be said of them: "push (1.00x)".
struct Sorted {
    std::array<std::vector<std::string>, 4> byVerdict;

    const std::vector<std::string>& of(BindingVerdict verdict) const {
        return byVerdict[static_cast<std::size_t>(verdict)];
    }
};

Sorted sortStrategies(const RunResult& run, const RowResult& row, std::size_t set) {
    Sorted sorted;
    for (std::size_t s = 0; s < row.strategies.size(); ++s) {
        const std::optional<PairedRatio> time = s != set ? strategyOver(run, row, s, set) : std::nullopt;
        if (!time) continue;
        sorted.byVerdict[static_cast<std::size_t>(judge(*time))].push_back(
            fmt::format("{} ({:.2f}x)", row.strategies[s].strategy, time->median));
    }
    return sorted;
}

std::string sentenceOf(const Sorted& sorted) {
    const std::pair<BindingVerdict, std::string> texts[] = {
        {BindingVerdict::Slower, "slower than set: "},
        {BindingVerdict::Faster, "faster than set: "},
        {BindingVerdict::Same, "as fast as set: "},
        {BindingVerdict::CannotSay, cannotSay(kScatters) + ": "},
    };
    std::vector<std::string> parts;
    for (const auto& [verdict, text] : texts) {
        if (!sorted.of(verdict).empty()) parts.push_back(text + join(sorted.of(verdict), ", "));
    }
    return join(parts, "; ");
}

BindingVerdict verdictOf(const Sorted& sorted) {
    for (const BindingVerdict verdict :
         {BindingVerdict::Slower, BindingVerdict::Faster, BindingVerdict::CannotSay}) {
        if (!sorted.of(verdict).empty()) return verdict;
    }
    return BindingVerdict::Same;
}

std::optional<BindingFinding> judgeRow(const RunResult& run, const RowResult& row, std::size_t set) {
    BindingFinding finding{.subject = row.name};
    if (row.strategies[set].status != Status::Measured) {
        finding.sentence =
            cannotSay(fmt::format("'{}' under set is {}", row.name, because(row.strategies[set])));
        return finding;
    }
    const Sorted sorted = sortStrategies(run, row, set);
    finding.sentence = sentenceOf(sorted);
    if (finding.sentence.empty())
        return std::nullopt; // nothing but set: the strategies' own findings say why
    finding.verdict = verdictOf(sorted);
    const std::optional<PairedRatio> overFloor = isCopy(row) ? timeOverFloor(run, row, set) : std::nullopt;
    if (overFloor) finding.sentence += fmt::format("; its stores alone take {:.2f}x", 1 / overFloor->median);
    const std::string trouble = whySameSaysNothing(run, row, set);
    if (finding.verdict == BindingVerdict::Same && !trouble.empty()) {
        finding.verdict = BindingVerdict::CannotSay;
        finding.sentence = cannotSay(fmt::format("{} ({})", trouble, finding.sentence));
    }
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

// `time`: with 4 bytes of alignment over that with 16, which is strategy number `wide`.
BindingFinding judgeAlignmentOf(const RunResult& run, const RowResult& row, std::size_t wide,
                                const PairedRatio& time) {
    BindingFinding finding{row.name + ", alignment", judge(time), ""};
    const std::string times = fmt::format("{:.2f}x the time with 16", time.median);
    std::string trouble(kScatters);
    if (finding.verdict == BindingVerdict::Same) {
        trouble = whySameSaysNothing(run, row, wide);
        if (!trouble.empty()) finding.verdict = BindingVerdict::CannotSay;
    }
    switch (finding.verdict) {
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
        finding.sentence = cannotSay(fmt::format("{} ({})", trouble, times));
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

std::vector<BindingFinding> judgeStrategies(const RunResult& run) {
    std::vector<BindingFinding> findings;
    const std::optional<std::size_t> set = strategyNumber(run, "set");
    if (!set) return findings;
    for (const RowResult& row : run.rows) {
        if (isFloor(row)) continue;
        if (std::optional<BindingFinding> finding = judgeRow(run, row, *set)) findings.push_back(*finding);
    }
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const std::string reason = whyUnmeasured(run, s);
        if (reason.empty()) continue;
        findings.push_back({.subject = run.settings.strategies[s],
                            .sentence = cannotSay("no row was measured under it: " + reason)});
    }
    return findings;
}

std::vector<BindingFinding> judgeAlignment(const RunResult& run) {
    std::vector<BindingFinding> findings;
    const std::optional<std::size_t> narrow = strategyNumber(run, "address-4");
    const std::optional<std::size_t> wide = strategyNumber(run, "address-16");
    if (!narrow || !wide) return findings;
    for (const RowResult& row : run.rows) {
        const std::optional<PairedRatio> time = strategyOver(run, row, *narrow, *wide);
        if (!time || isFloor(row)) continue;
        findings.push_back(judgeAlignmentOf(run, row, *wide, *time));
    }
    if (findings.empty()) {
        const std::string why = whyUnmeasured(run, *wide);
        findings.push_back(
            {.subject = "alignment",
             .sentence = cannotSay(why.empty() ? "no row was measured under both address-4 and address-16"
                                               : "address-16 is " + why)});
    }
    return findings;
}

Result<std::vector<Finding>> bindingFindings(const RunResult& run) {
    VKPERFTEST_TRY(checkComplete(run));
    std::vector<Finding> findings;
    for (const auto& judged : {judgeStrategies(run), judgeAlignment(run)}) {
        for (const BindingFinding& finding : judged)
            findings.push_back(
                {finding.subject, std::string(bindingVerdictName(finding.verdict)), finding.sentence});
    }
    for (Finding& finding : recordingFindings(run)) findings.push_back(std::move(finding));
    return findings;
}

} // namespace vkperftest
