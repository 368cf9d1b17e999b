#include "experiments/binding.h"

#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/suite.h"
#include "experiments/judging.h"
#include "experiments/recording.h"

namespace vkperftest {
namespace {

// The strategies that the experiment's verdicts need.
constexpr std::string_view kNeeded[] = {kSetName, "push",           "dynamic",     "buffer",
                                        "inline", kNarrowAddresses, kWideAddresses};

bool isFloor(const RowResult& row) {
    return row.load && row.load->technique == Technique::Floor;
}

// Its time includes its stores, which may hide its loads.
bool isCopy(const RowResult& row) {
    return row.load && row.load->copies;
}

Found judgeStrategy(const PairedRatio& time) {
    const std::optional<bool> slower = isAtLeast(time, kBindingDifference);
    const std::optional<bool> notFaster = isAtLeast(time, 1 / kBindingDifference);
    if (slower == true) return Found::Slower;
    if (notFaster == false) return Found::Faster;
    return slower == false && notFaster == true ? Found::Same : Found::CannotSay;
}

// Why the row's time under that strategy says nothing about its loads (in a tie: about them and what they
// need); nothing if it does.
std::optional<Trouble> loadsHidden(const RowFigures& row, std::size_t strategy, bool tie) {
    const StrategyFigures* const figures = row.under(strategy);
    if (isCopy(*row.row) && figures != nullptr && figures->bound == Bound::Adds)
        return Trouble{&kStoresHideLoads, row.row->name};
    std::optional<Trouble> trouble = tie ? costTrouble(row, strategy) : loadTrouble(row, strategy);
    if (trouble) trouble->first += fmt::format(" under {}", row.row->strategies[strategy].strategy);
    return trouble;
}

// `time`: under `strategy` over that under `reference`.
StrategyTime judgeUnder(const RowFigures& row, const PairedRatio& time, std::size_t strategy,
                        std::size_t reference) {
    StrategyTime judged{.strategy = {}, .row = row.row->name, .time = time.median, .ratio = time};
    // A tie may hide the loads behind additions, and a small difference may come from the kernels; a large
    // one is what the strategy costs.
    const bool far = isAtLeast(time, kLoadBound) == true || isAtLeast(time, 1 / kLoadBound) == false;
    const Found verdict = judgeStrategy(time);
    const bool tie = verdict == Found::Same;
    // If the two differ, loads need to limit only the slower one.
    if (!far && verdict != Found::Slower) judged.trouble = loadsHidden(row, reference, tie);
    if (!far && verdict != Found::Faster && !judged.trouble) judged.trouble = loadsHidden(row, strategy, tie);
    if (judged.trouble) return judged;
    judged.verdict = verdict;
    if (judged.verdict != Found::CannotSay) return judged;
    PairedRatio medians = time;
    medians.ofFastest.reset();
    const bool fastestDecide = judgeStrategy(medians) != Found::CannotSay;
    judged.trouble = {fastestDecide ? &kStrategiesDisagree : &kStrategiesScatter, judged.row};
    return judged;
}

// The row of structured elements of the same width, if it is no slower under `set` than `row` is under
// `strategy`; otherwise empty.
std::string alikeUnderSet(const RunFigures& figures, const RowFigures& row, std::size_t strategy,
                          std::size_t set) {
    constexpr std::pair<LoadKind, LoadKind> kKinds[] = {{LoadKind::Raw, LoadKind::Structured},
                                                        {LoadKind::RawCopy, LoadKind::StructuredCopy}};
    for (const RowFigures& other : figures.rows) {
        if (!row.row->load || !other.row->load || other.under(set) == nullptr) continue;
        const LoadFacts &one = *row.row->load, &two = *other.row->load;
        const bool same = std::ranges::count(kKinds, std::pair(one.kind, two.kind)) > 0 &&
                          one.bytes == two.bytes && one.pattern == two.pattern &&
                          one.technique == two.technique && one.byteOffset == 0;
        if (!same) continue;
        const PairedRatio time = quotient(other.under(set)->ratio, row.under(strategy)->ratio);
        if (isAtLeast(time, 1 / kBindingDifference) != false) return other.row->name;
    }
    return {};
}

AgainstSet againstSet(const StrategyTime& time) {
    switch (time.verdict) {
    case Found::Faster:
        return time.alikeUnderSet.empty() ? AgainstSet::Faster : AgainstSet::Same;
    case Found::Same:
        return AgainstSet::Same;
    case Found::Slower:
        return AgainstSet::Slower;
    default:
        return AgainstSet::Unknown;
    }
}

// What the stores of a copy take; empty unless that is known within 10 %.
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
std::string whyNothingMeasured(const RunResult& run, std::size_t strategy) {
    std::string reason;
    for (const RowResult& row : run.rows) {
        const StrategyResult& result = row.strategies[strategy];
        if (result.status == Status::Measured) return {};
        // What the device lacks says more than that a row has nothing for the strategy to bind.
        if (reason.empty() || !isOfStrategy(result.reason.kind))
            reason = statusText(result.status, result.reason);
    }
    return reason;
}

// `time`: with the narrower promise, strategy number `narrow`, over that with the wider one, number `wide`.
Finding judgeAlignmentOf(const RowFigures& row, std::size_t narrow, std::size_t wide,
                         const PairedRatio& time) {
    const auto promise = [&](std::size_t strategy) {
        return promisedAlignment(row.row->strategies[strategy].strategy);
    };
    const std::string subject = alignmentSubject(row.row->name, promise(narrow));
    const std::string stores = storesShare(row, wide);
    StrategyTime judged = judgeUnder(row, time, narrow, wide);
    if (judged.trouble) {
        judged.trouble->remark =
            fmt::format("{:.2f}x as long as with {} bytes{}", time.median, promise(wide), stores);
        return undecided(subject, *judged.trouble);
    }
    const std::string with = fmt::format("{} bytes of alignment", promise(narrow));
    const std::string costs = judged.verdict == Found::Same     ? with + " cost nothing: "
                              : judged.verdict == Found::Slower ? fmt::format("slower with {}: ", with)
                                                                : fmt::format("faster with {}: ", with);
    return findingWith(subject, judged.verdict, costs, time.median,
                       fmt::format("x as long as with {}{}", promise(wide), stores));
}

using Times = std::vector<StrategyTime>;

// "A uniform (1.41x as fast), linear (3.91x as fast)"; for many rows "12 rows (1.06 to 1.07x the time)".
// `times`: at least one.
std::string differentRows(const Times& times) {
    constexpr std::size_t kMostNames = 4;
    const bool faster = times[0].verdict == Found::Faster;
    const char* const unit = faster ? "as fast" : "the time";
    std::vector<std::string> rows;
    std::vector<double> factors;
    for (const StrategyTime& time : times) {
        factors.push_back(faster ? 1 / time.time : time.time);
        const std::string alike =
            time.alikeUnderSet.empty() ? "" : fmt::format(", like {} under set", time.alikeUnderSet);
        rows.push_back(fmt::format("{} ({:.2f}x {}{})", time.row, factors.back(), unit, alike));
    }
    if (rows.size() <= kMostNames) return namesTogether(rows);
    return fmt::format("{} ({}x {})", rowCount(rows.size()), rangeOf(factors, 2), unit);
}

// "no verdict: 3 rows (the samples scatter too much)"
std::string unclearRows(const Times& unclear) {
    std::map<std::string, std::size_t> reasons;
    for (const StrategyTime& time : unclear) ++reasons[time.trouble->summary()];
    std::vector<std::string> texts;
    for (const auto& [reason, count] : reasons)
        texts.push_back(fmt::format("{} ({})", rowCount(count), reason));
    return "no verdict: " + join(texts, ", ");
}

// The finding with the figures of rows under one strategy over those under another.
Finding underStrategies(const Times& times, std::string_view strategy, std::string_view reference,
                        Finding finding) {
    for (const StrategyTime& time : times) {
        if (!time.ratio) continue;
        finding.figures.push_back(
            {time.row, std::string(strategy), time.row, std::string(reference), *time.ratio});
    }
    return finding;
}

constexpr VerdictText<StrategyTime> kTexts[] = {
    {Found::Slower, [](const Times& some) { return "slower than set: " + differentRows(some); }},
    {Found::Faster, [](const Times& some) { return "faster than set: " + differentRows(some); }},
    {Found::Same, [](const Times& some) { return "as fast as set: " + rowCount(some.size()); }},
    {Found::CannotSay, unclearRows},
};

} // namespace

std::string alignmentSubject(std::string_view row, std::uint32_t bytes) {
    return bytes == 4 ? fmt::format("alignment: {}", row) : fmt::format("alignment {}: {}", bytes, row);
}

std::vector<StrategyTime> judgeStrategies(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    Times times;
    const std::optional<std::size_t> set = strategyNumber(run, kSetName);
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        for (const RowFigures& row : figures.rows) {
            if (!set || s == *set || isFloor(*row.row) || !row.strategies[s]) continue;
            const std::optional<PairedRatio> time = row.timeOver(s, *set);
            times.push_back(time ? judgeUnder(row, *time, s, *set)
                                 : StrategyTime{.strategy = {},
                                                .row = row.row->name,
                                                .trouble = unmeasured(*row.row, *set)});
            times.back().strategy = run.settings.strategies[s];
            if (times.back().verdict == Found::Faster && promisedAlignment(run.settings.strategies[s]) > 4)
                times.back().alikeUnderSet = alikeUnderSet(figures, row, s, *set);
        }
    }
    return times;
}

std::vector<StrategyRows> rowsByStrategy(const Times& times) {
    std::vector<StrategyRows> all;
    for (const StrategyTime& time : times) {
        if (all.empty() || all.back().strategy != time.strategy)
            all.push_back({.strategy = time.strategy, .rows = {}});
        all.back().rows.push_back({.name = time.row, .verdict = againstSet(time), .times = time.time});
    }
    return all;
}

std::vector<Finding> strategyFindings(const RunResult& run, const Times& times) {
    std::vector<Finding> findings;
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const std::string& strategy = run.settings.strategies[s];
        const Times its = those(times, &StrategyTime::strategy, strategy);
        if (const std::string reason = whyNothingMeasured(run, s); !reason.empty())
            findings.push_back(undecided(strategy, {&kNothingMeasured, reason}, Ground::Status));
        else if (!its.empty())
            findings.push_back(
                underStrategies(its, strategy, kSetName, verdictByVerdict(strategy, its, kTexts)));
    }
    return findings;
}

std::vector<Finding> judgeAlignment(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::vector<Finding> findings;
    const std::vector<std::string>& strategies = run.settings.strategies;
    std::vector<std::size_t> addressed; // the narrowest promise first
    for (std::size_t s = 0; s < strategies.size(); ++s)
        if (loadsByAddress(strategies[s])) addressed.push_back(s);
    if (addressed.size() < 2) return findings;
    std::ranges::sort(addressed, {}, [&](std::size_t s) { return promisedAlignment(strategies[s]); });
    for (const RowFigures& row : figures.rows) {
        std::vector<std::size_t> measured = addressed;
        std::erase_if(measured, [&](std::size_t s) { return row.under(s) == nullptr; });
        for (std::size_t i = 0; i + 1 < measured.size() && !isFloor(*row.row); ++i) {
            const std::size_t narrow = measured[i], wide = measured.back();
            const std::optional<PairedRatio> time = row.timeOver(narrow, wide);
            if (!time) continue;
            const std::vector<StrategyTime> its = {{.strategy = {}, .row = row.row->name, .ratio = time}};
            findings.push_back(underStrategies(its, strategies[narrow], strategies[wide],
                                               judgeAlignmentOf(row, narrow, wide, *time)));
        }
    }
    if (findings.empty()) {
        const std::string why = whyNothingMeasured(run, addressed.back());
        const Trouble trouble = why.empty() ? Trouble{&kNeverBoth} : Trouble{&kWideUnmeasured, why};
        findings.push_back(undecided("alignment", trouble, Ground::Status));
    }
    return findings;
}

Times alignmentTimes(const RunFigures& figures, std::string_view strategy) {
    Times times;
    const std::optional<std::size_t> narrow = strategyNumber(*figures.run, strategy);
    const std::optional<std::size_t> wide = strategyNumber(*figures.run, kWideAddresses);
    if (!narrow || !wide) return times;
    for (const RowFigures& row : figures.rows) {
        const std::optional<PairedRatio> time = row.timeOver(*narrow, *wide);
        if (time && !isFloor(*row.row)) times.push_back(judgeUnder(row, *time, *narrow, *wide));
    }
    return times;
}

Result<Answer> answerBinding(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::vector<std::string> lacking;
    for (const std::string_view name : kNeeded)
        if (!strategyNumber(run, name)) lacking.emplace_back(name);
    // Runs of all suites hold the baseline, which comes first. Here it counts only if it was measured under
    // all strategies.
    const std::vector<Case> rows = bindingRows();
    const auto ofSuite = [&](const RowResult& row) {
        return std::any_of(rows.begin() + (lacking.empty() ? 0 : 1), rows.end(),
                           [&](const Case& other) { return caseName(other) == row.name; });
    };
    if (std::ranges::none_of(run.rows, ofSuite)) return noRows(kBindingSuite, caseName(rows.back()));
    if (!lacking.empty()) {
        return needsWholeSuite(fmt::format("the run lacks strategies: '{}'", join(lacking, "', '")),
                               kBindingSuite, "--strategy");
    }
    const Times times = judgeStrategies(figures);
    const std::vector<Finding> recording = recordingFindings(run);
    Answer answer{concludeBinding(times, recording, alignmentTimes(figures, kNarrowAddresses),
                                  alignmentTimes(figures, kEightByteAddresses)),
                  strategyFindings(run, times)};
    for (const auto& more : {judgeAlignment(figures), recording})
        answer.findings.insert(answer.findings.end(), more.begin(), more.end());
    return answer;
}

} // namespace vkperftest
