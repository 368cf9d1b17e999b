#include "experiments/binding.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/suite.h"
#include "experiments/recording.h"
#include "stats/paired.h"

namespace vkperftest {
namespace {

constexpr std::string_view kFloor = ", floor";
constexpr std::string_view kSuite = "binding";

std::vector<std::string> neededStrategies() {
    return {"set", "push", "dynamic", "buffer", "inline", "address-4", "address-16"};
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
    return statusText(result.status, reasonText(result.reason));
}

// Why the row's time under that strategy says nothing about its loads; empty if it does.
std::string loadsHidden(const RowFigures& row, std::size_t strategy) {
    const StrategyFigures* const figures = row.under(strategy);
    if (isCopy(*row.row) && figures != nullptr && figures->bound == Bound::Adds) {
        return fmt::format("stores take nearly all of the time: of '{}'", row.row->name);
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
    return {verdict, fmt::format("{}: of '{}'", fastestDecide ? kFastestDisagree : kScatters, row.row->name)};
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

// Why the strategy has no figure in the whole run; empty if it has one.
std::string whyUnmeasured(const RunResult& run, std::size_t strategy) {
    std::string reason;
    for (const RowResult& row : run.rows) {
        const StrategyResult& result = row.strategies[strategy];
        if (result.status == Status::Measured) return {};
        // That a row has nothing for a strategy to bind says less than what the device lacks.
        if (reason.empty() || !isOfStrategy(result.reason.kind)) reason = because(result);
    }
    return reason;
}

// `time`: with 4 bytes of alignment, strategy number `narrow`, over that with 16, number `wide`.
Finding judgeAlignmentOf(const RowFigures& row, std::size_t narrow, std::size_t wide,
                         const PairedRatio& time) {
    const std::string subject = "alignment: " + row.row->name;
    const std::string stores = storesShare(row, wide);
    const Judged judged = judgePair(row, time, narrow, wide);
    if (judged.verdict == kCannotSay) {
        return undecided(
            subject, fmt::format("{} ({:.2f}x the time with 16 bytes{})", judged.why, time.median, stores));
    }
    const char* costs = judged.verdict == kSame     ? "costs nothing"
                        : judged.verdict == kSlower ? "is slower"
                                                    : "is faster";
    return findingWith(subject, judged.verdict,
                       fmt::format("4-byte alignment {}: {{}}x the time with 16 bytes{}", costs, stores),
                       time.median);
}

using Times = std::span<const StrategyTime>;

std::vector<StrategyTime> those(Times times, std::string_view strategy, std::string_view verdict) {
    std::vector<StrategyTime> some;
    std::copy_if(times.begin(), times.end(), std::back_inserter(some), [&](const StrategyTime& time) {
        return time.strategy == strategy && time.verdict == verdict;
    });
    return some;
}

std::string rowCount(std::size_t count) {
    return fmt::format("{} {}", count, count == 1 ? "row" : "rows");
}

// "A uniform (1.41x as fast), linear (3.91x as fast)"; of many rows "12 rows (1.06 to 1.07x the time)". At least one.
std::string rowsText(const std::vector<StrategyTime>& times) {
    constexpr std::size_t kMostNames = 4;
    const char* const unit = times[0].verdict == kFaster ? "as fast" : "the time";
    std::vector<std::string> rows;
    std::vector<double> factors;
    for (const StrategyTime& time : times) {
        factors.push_back(time.verdict == kFaster ? 1 / time.time : time.time);
        rows.push_back(fmt::format("{} ({:.2f}x {})", time.row, factors.back(), unit));
    }
    if (rows.size() <= kMostNames) return namesTogether(rows);
    return fmt::format("{} ({}x {})", rowCount(rows.size()), rangeOf(factors, 2), unit);
}

// "not judged: 3 rows (the samples scatter too much)"
std::string unclearText(const std::vector<StrategyTime>& unclear) {
    std::map<std::string, std::size_t> reasons;
    for (const StrategyTime& time : unclear) ++reasons[time.trouble.substr(0, time.trouble.find(": "))];
    std::vector<std::string> texts;
    for (const auto& [reason, count] : reasons)
        texts.push_back(fmt::format("{} ({})", rowCount(count), reason));
    return "not judged: " + join(texts, ", ");
}

Finding strategyFinding(Times times, const std::string& strategy) {
    const std::vector<StrategyTime> slower = those(times, strategy, kSlower);
    const std::vector<StrategyTime> faster = those(times, strategy, kFaster);
    const std::vector<StrategyTime> same = those(times, strategy, kSame);
    const std::vector<StrategyTime> unclear = those(times, strategy, kCannotSay);
    std::vector<std::string> parts;
    if (!slower.empty()) parts.push_back("slower than set: " + rowsText(slower));
    if (!faster.empty()) parts.push_back("faster than set: " + rowsText(faster));
    if (!same.empty()) parts.push_back("as fast as set: " + rowCount(same.size()));
    if (!unclear.empty()) parts.push_back(unclearText(unclear));
    const std::string_view verdict = !slower.empty() && !faster.empty() ? kDepends
                                     : !slower.empty()                  ? kSlower
                                     : !faster.empty()                  ? kFaster
                                     : !same.empty()                    ? kSame
                                                                        : kCannotSay;
    return {strategy, std::string(verdict), join(parts, "; ")};
}

} // namespace

std::vector<StrategyTime> judgeStrategies(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::vector<StrategyTime> times;
    const std::optional<std::size_t> set = strategyNumber(run, "set");
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        for (const RowFigures& row : figures.rows) {
            if (!set || s == *set || isFloor(*row.row) || !row.strategies[s]) continue;
            StrategyTime judged{.strategy = run.settings.strategies[s], .row = row.row->name};
            if (const std::optional<PairedRatio> time = row.timeOver(s, *set)) {
                judged.time = time->median;
                const Judged pair = judgePair(row, *time, s, *set);
                judged.verdict = pair.verdict;
                judged.trouble = pair.why;
            } else {
                judged.trouble = unmeasured(*row.row, *set);
            }
            times.push_back(std::move(judged));
        }
    }
    return times;
}

std::vector<Finding> strategyFindings(const RunResult& run, Times times) {
    std::vector<Finding> findings;
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const std::string& strategy = run.settings.strategies[s];
        const auto measured = [&](const StrategyTime& time) { return time.strategy == strategy; };
        if (const std::string reason = whyUnmeasured(run, s); !reason.empty())
            findings.push_back(undecided(strategy, "no row was measured: " + reason, Ground::Status));
        else if (std::any_of(times.begin(), times.end(), measured))
            findings.push_back(strategyFinding(times, strategy));
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
                                                 : "address-16 was not measured: " + why,
                                     Ground::Status));
    }
    return findings;
}

Result<Answer> answerBinding(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const std::vector<Case> rows = bindingRows();
    // Runs of all suites hold the baseline, which comes first: only under the strategies does it tell something here.
    const Result<void> measured = requireStrategies(run, neededStrategies(), kSuite);
    const auto ofSuite = [&](const RowResult& row) {
        return std::any_of(rows.begin() + (measured.ok() ? 0 : 1), rows.end(),
                           [&](const Case& other) { return caseName(other) == row.name; });
    };
    if (std::none_of(run.rows.begin(), run.rows.end(), ofSuite)) return noRows(kSuite, caseName(rows.back()));
    VKPERFTEST_TRY(measured);
    const std::vector<StrategyTime> times = judgeStrategies(figures);
    const std::vector<Finding> recording = recordingFindings(run);
    Answer answer{concludeBinding(times, recording), strategyFindings(run, times)};
    for (const auto& more : {judgeAlignment(figures), recording})
        answer.findings.insert(answer.findings.end(), more.begin(), more.end());
    return answer;
}

} // namespace vkperftest
