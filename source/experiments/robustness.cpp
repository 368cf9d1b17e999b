#include "experiments/robustness.h"

#include <algorithm>

#include <fmt/format.h>

#include "cases/families/families.h"
#include "cases/pipeline_robustness.h"
#include "cases/strategy.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr Robustness kChecks[] = {Robustness::Buffer, Robustness::Two};

std::string_view checksName(Robustness robustness) {
    return robustness == Robustness::Two ? "robustness 2" : "robustBufferAccess";
}

std::vector<CheckedLoad> checkedLoads() {
    std::vector<CheckedLoad> all;
    for (const Case& row : robustnessRows()) {
        if (row.robustness == Robustness::Off) continue;
        Case without = row;
        without.robustness = Robustness::Off;
        all.push_back({{caseName(row), caseName(without)},
                       row.operation.name,
                       patternName(row.pattern),
                       row.robustness});
    }
    return all;
}

// "5 %"
std::string thresholdText() {
    return fmt::format("{:.0f} %", 100 * (kChecksCost - 1));
}

// "1.12x the time (1.10 to 1.14)", "1.304x the time (1.303 to 1.305)"
std::string timeText(const CheckedLoad& load) {
    const Interval interval = load.ratio->interval.value_or(Interval{load.time, load.time});
    const double ends[] = {interval.low, interval.high};
    const int decimals = decimalsApart(ends);
    return fmt::format("{:.{}f}x the time{}", load.time, decimals,
                       interval.low < interval.high ? fmt::format(" ({})", rangeOf(ends, decimals)) : "");
}

// The one that may cost most, by its interval.
const CheckedLoad& costliest(const std::vector<CheckedLoad>& loads) {
    return *std::ranges::max_element(loads, {}, &CheckedLoad::mostTimes);
}

// By what is known of their cost.
struct ByCost {
    std::vector<CheckedLoad> slower, others, atThreshold, unclear;

    explicit ByCost(const std::vector<CheckedLoad>& all)
        : slower(those(all, &CheckedLoad::slower, std::optional(true))),
          others(those(all, &CheckedLoad::slower, std::optional(false))),
          unclear(those(all, &CheckedLoad::slower, std::optional<bool>())) {
        atThreshold = those(unclear, &CheckedLoad::isAtThreshold);
        std::erase_if(unclear, &CheckedLoad::isAtThreshold);
    }
};

// `rows`: of one load under one kind of checks, at least one.
Finding judgeChecks(const std::vector<CheckedLoad>& rows) {
    const std::string subject = fmt::format("{} ({})", rows[0].load, checksName(rows[0].robustness));
    const ByCost by(rows);
    if (by.slower.empty() && !by.unclear.empty()) return undecided(subject, *by.unclear[0].trouble);
    if (by.slower.empty() && !by.atThreshold.empty()) return undecided(subject, *by.atThreshold[0].trouble);
    const auto patterns = [](const std::string& before, const std::vector<CheckedLoad>& some) {
        return some.empty() ? "" : before + listOf(some, &CheckedLoad::pattern);
    };
    constexpr const char* kReference = "the same row without bounds checks";
    if (!by.slower.empty()) {
        const CheckedLoad& most = costliest(by.slower);
        std::vector<CheckedLoad> more = by.slower;
        std::erase_if(more, [&](const CheckedLoad& row) { return row.row == most.row; });
        return {subject, Found::Slower,
                fmt::format("{} of {}: {}{}{}{}{}", timeText(most), kReference, most.pattern,
                            patterns("; also slower: ", more),
                            patterns(fmt::format("; less than {} longer: ", thresholdText()), by.others),
                            patterns(fmt::format("; about {} longer: ", thresholdText()), by.atThreshold),
                            patterns("; no verdict: ", by.unclear))};
    }
    if (std::ranges::all_of(rows, [](const CheckedLoad& row) { return row.faster == true; })) {
        return {subject, Found::Faster,
                fmt::format("at most {:.2f}x the time of {}, by the intervals: {}",
                            costliest(rows).mostTimes(), kReference, patterns("", rows))};
    }
    return {subject, Found::NotSlower,
            fmt::format("at most {:.1f} % longer than {}, by the intervals: {}",
                        costliest(rows).mostPercent(), kReference, patterns("", rows))};
}

// `loads`: under one kind of checks, at least one.
std::string concludeChecks(const std::vector<CheckedLoad>& loads) {
    const std::string_view name = checksName(loads[0].robustness);
    const ByCost by(loads);
    if (by.unclear.size() == loads.size())
        return fmt::format("{}: none of {} rows could be judged", name, loads.size());
    const std::size_t judged = loads.size() - by.unclear.size();
    std::vector<std::string> clauses;
    if (!by.slower.empty()) {
        const CheckedLoad& most = costliest(by.slower);
        clauses.push_back(fmt::format("{} slows {} of {} rows down, most of all '{}': {}", name,
                                      by.slower.size(), judged, most.row, timeText(most)));
    }
    if (!by.others.empty()) {
        const std::string least =
            fmt::format("none of {} rows takes more than {:.1f} % longer, by the intervals", by.others.size(),
                        costliest(by.others).mostPercent());
        const std::string scope =
            by.others.size() == judged ? "" : fmt::format(" in {} of {} rows", by.others.size(), judged);
        clauses.push_back(by.slower.empty() ? fmt::format("{} costs less than {}{}: {}", name,
                                                          thresholdText(), scope, least)
                                            : "of the others, " + least);
    }
    if (!by.atThreshold.empty()) {
        clauses.push_back(fmt::format("{}about {} in {}",
                                      clauses.empty() ? fmt::format("{} costs ", name) : "", thresholdText(),
                                      rowCount(by.atThreshold.size())));
    }
    return join(clauses, "; ") + noVerdictOn(by.unclear.size(), "row");
}

// The strategies with bounds checks under which any row was measured; if there is none, any one strategy.
std::vector<std::size_t> checkedStrategies(const RunResult& run, const std::vector<CheckedLoad>& loads) {
    std::vector<std::size_t> checked;
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const bool any = std::ranges::any_of(loads, [&](const CheckedLoad& load) {
            return findRow(run, load.row)->strategies[s].status == Status::Measured;
        });
        if (any && !loadsByAddress(run.settings.strategies[s])) checked.push_back(s);
    }
    return checked.empty() ? std::vector{strategyOfPairs(run, loads)} : checked;
}

// Why the row cannot be judged, whatever its time; nothing if it can.
std::optional<Trouble> troubleOf(const RunResult& run, const CheckedLoad& load, std::size_t strategy) {
    if (loadsByAddress(run.settings.strategies[strategy])) return Trouble{&kNeverChecked};
    const StrategyResult& result = resultUnder(*findRow(run, load.row), strategy);
    if (result.status == Status::Unsupported) {
        const bool single =
            result.reason.kind == ReasonKind::DeviceLacks && result.reason.detail == kNoPipelineRobustness;
        return Trouble{single ? &kNoChecksOfRows : &kUnsupportedChecks, reasonText(result.reason)};
    }
    return std::nullopt;
}

void judge(CheckedLoad& load, const RunFigures& figures, std::size_t strategy) {
    load.trouble = troubleOf(*figures.run, load, strategy);
    if (load.trouble) return;
    load.judge(measuredTimeOver(figures, load.row, load.reference, strategy), kChecksCost);
    if (load.isAtThreshold()) {
        const Interval& interval = *load.ratio->interval;
        load.trouble =
            Trouble{&kAtThreshold, load.row, load.reference, {interval.low, interval.high, kChecksCost}};
    }
}

// `loads`: ordered by their checks.
Answer answerUnder(const RunFigures& figures, std::vector<CheckedLoad> loads, std::size_t strategy) {
    for (CheckedLoad& load : loads) judge(load, figures, strategy);
    Answer answer{concludeRobustness(loads), {}};
    for (const CheckedLoad& first : loads) {
        std::vector<CheckedLoad> rows = those(loads, &CheckedLoad::load, first.load);
        rows = those(rows, &CheckedLoad::robustness, first.robustness);
        if (rows[0].row == first.row) answer.findings.push_back(restingOn(rows, judgeChecks(rows)));
    }
    nameStrategy(*figures.run, strategy, answer.findings);
    return answer;
}

} // namespace

double CheckedLoad::mostTimes() const {
    return ratio && ratio->interval ? ratio->interval->high : time;
}

double CheckedLoad::mostPercent() const {
    return std::max(0.0, 100 * (mostTimes() - 1));
}

bool CheckedLoad::isAtThreshold() const {
    if (slower || !ratio || !ratio->interval) return false;
    const Interval& interval = *ratio->interval;
    return interval.low < kChecksCost && interval.high >= kChecksCost &&
           interval.low >= kChecksCost * (1 - kAboutThreshold) &&
           interval.high <= kChecksCost * (1 + kAboutThreshold);
}

std::string concludeRobustness(const std::vector<CheckedLoad>& loads) {
    const bool any = std::ranges::any_of(
        loads, [](const CheckedLoad& load) { return load.slower.has_value() || load.isAtThreshold(); });
    if (!any) return noConclusion(loads, "comparisons");
    std::vector<std::string> clauses;
    for (const Robustness robustness : kChecks) {
        const std::vector<CheckedLoad> its = those(loads, &CheckedLoad::robustness, robustness);
        if (!its.empty()) clauses.push_back(concludeChecks(its));
    }
    return join(clauses, "; ");
}

Result<Answer> answerRobustness(const RunFigures& figures) {
    std::vector<CheckedLoad> loads = checkedLoads();
    std::erase_if(loads, [&](const CheckedLoad& load) { return findRow(*figures.run, load.row) == nullptr; });
    if (loads.empty()) {
        return noRows(
            "robustness",
            caseName({.operation = rawLoad(4), .pattern = Pattern::Linear, .robustness = Robustness::Two}));
    }
    // By kind of checks: lists of findings name each load with its checks, the same checks together.
    std::ranges::stable_sort(loads, {}, &CheckedLoad::robustness);
    const std::vector<std::size_t> strategies = checkedStrategies(*figures.run, loads);
    Answer answer;
    std::vector<std::string> conclusions;
    for (const std::size_t strategy : strategies) {
        const Answer one = answerUnder(figures, loads, strategy);
        const std::string& name = figures.run->settings.strategies[strategy];
        conclusions.push_back((strategies.size() > 1 ? fmt::format("under {}, ", name) : "") +
                              one.conclusion);
        answer.findings.insert(answer.findings.end(), one.findings.begin(), one.findings.end());
    }
    answer.conclusion = strategies.size() > 1 ? sentenceOf(conclusions) : conclusions[0];
    return answer;
}

} // namespace vkperftest
