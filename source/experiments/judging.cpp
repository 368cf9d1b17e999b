#include "experiments/judging.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

// `option`: what leaves some out.
std::string remedy(std::string_view suite, std::string_view option) {
    return fmt::format(
        "`vkperftest experiment {0}` measures all, `vkperftest run --suite {0}` without {1} too", suite,
        option);
}

// Empty if it was measured.
std::string statusTrouble(const RowResult& row, std::size_t strategy) {
    return resultUnder(row, strategy).status == Status::Measured ? "" : unmeasured(row, strategy);
}

std::string troubleOf(const RowFigures& row, std::size_t strategy) {
    const std::string trouble = statusTrouble(*row.row, strategy);
    return trouble.empty() ? loadTrouble(row, strategy) : trouble;
}

// Why isAtLeast says nothing; `row` takes `ratio` times as long as `reference`.
std::string whyNeither(const PairedRatio& ratio, double bound, std::string_view row,
                       std::string_view reference) {
    if (!ratio.interval) return fmt::format("{}: of '{}' or '{}'", kTooFewSamples, row, reference);
    if (ratio.interval->low < bound && ratio.interval->high >= bound) {
        return fmt::format("{}: '{}' takes {:.2f} to {:.2f}x the time of '{}', and the bound is {:.2f}x",
                           kScatters, row, ratio.interval->low, ratio.interval->high, reference, bound);
    }
    return fmt::format("{}: '{}' takes {:.2f}x the time of '{}', but {:.2f}x by the fastest samples",
                       kFastestDisagree, row, ratio.median, reference, ratio.ofFastest.value_or(0));
}

struct Remedy {
    std::string_view reason;
    std::string_view remedy;
};

constexpr std::string_view kMeasureAgain = "measure again on a quieter machine, or with --precise";
constexpr std::string_view kLittleToGain =
    "their time is mostly that of other instructions, so little can be gained";

constexpr Remedy kRemedies[] = {
    {kScatters, kMeasureAgain},
    {kFastestDisagree, kMeasureAgain},
    {kTooFewSamples, kMeasureAgain},
    {kLoadsHidden, kLittleToGain},
    {kLoadsUnclear, kLittleToGain},
    {kUnmeasured, "see below why, and measure it with --resume"},
    {kMissing, "measure it, too, with another --filter"},
};

} // namespace

Result<void> requireStrategies(const RunResult& run, std::span<const std::string> needed,
                               std::string_view suite) {
    const std::vector<std::string>& all = run.settings.strategies;
    std::vector<std::string> missing;
    for (const std::string& name : needed) {
        if (std::find(all.begin(), all.end(), name) == all.end()) missing.push_back(name);
    }
    if (missing.empty()) return {};
    return Error{ErrorKind::Usage, fmt::format("the run lacks strategies: '{}'", join(missing, "', '")),
                 remedy(suite, "--strategy")};
}

Error noRows(std::string_view suite, std::string_view example) {
    return {ErrorKind::Usage,
            fmt::format("the run holds no row of the experiment '{}', such as '{}'", suite, example),
            remedy(suite, "--filter")};
}

std::size_t judgedStrategy(const RunResult& run, std::span<const std::string> names) {
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const bool any = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            const RowResult* row = findRow(run, name);
            return row != nullptr && row->strategies[s].status == Status::Measured;
        });
        if (any) return s;
    }
    return 0;
}

void nameStrategy(const RunResult& run, std::size_t strategy, std::vector<Finding>& findings) {
    if (run.settings.strategies.size() < 2) return;
    for (Finding& finding : findings)
        for (std::string* text : {&finding.sentence, &finding.pattern})
            if (!text->empty()) *text += fmt::format(" (under {})", run.settings.strategies[strategy]);
}

std::string cannotSay(std::string_view reason) {
    return fmt::format("{}: {}", kCannotSay, reason);
}

Finding undecided(std::string subject, std::string_view reason, Ground ground) {
    // Which row is missing must be known to measure it.
    const bool whole = reason.starts_with(kMissing);
    return {std::move(subject), std::string(kCannotSay), cannotSay(reason), ground,
            cannotSay(whole ? reason : reason.substr(0, reason.find(": ")))};
}

std::string statusText(Status status, std::string_view reason) {
    return fmt::format("{} ({})", statusName(status), reason);
}

std::string unmeasured(const RowResult& row, std::size_t strategy) {
    const StrategyResult& result = resultUnder(row, strategy);
    return fmt::format("{}: '{}', {}", kUnmeasured, row.name,
                       statusText(result.status, reasonText(result.reason)));
}

std::string loadTrouble(const RowFigures& row, std::size_t strategy) {
    const std::string& name = row.row->name;
    if (row.floor == nullptr) return fmt::format("{}: the floor of '{}'", kMissing, name);
    const StrategyFigures* const figures = row.under(strategy);
    if (figures == nullptr || !figures->overFloor) return unmeasured(*row.floor, strategy);
    if (figures->bound == Bound::Loads) return {};
    const double bound = figures->otherLoop ? kLoadBoundOfOtherLoop : kLoadBound;
    const bool below = isAtLeast(*figures->overFloor, bound) == false;
    if (figures->otherLoop && below) {
        return fmt::format(
            "{}: '{}' takes {:.2f}x the time of its floor, which was compiled to another loop, so "
            "that they show from {:g}x on",
            kLoadsUnclear, name, figures->overFloor->median, bound);
    }
    if (figures->bound == Bound::Unknown)
        return whyNeither(*figures->overFloor, bound, name, row.floor->name);
    return fmt::format("{}: '{}' takes {:.2f}x the time of its floor, and they show from {:g}x on",
                       kLoadsHidden, name, figures->overFloor->median, bound);
}

TimeOf measuredTimeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                        std::size_t strategy) {
    TimeOf time{.row = row, .reference = reference, .ratio = {}, .trouble = {}};
    for (const std::string& name : {reference, row}) {
        const RowFigures* const each = figures.find(name);
        time.trouble =
            each == nullptr ? fmt::format("{}: '{}'", kMissing, name) : statusTrouble(*each->row, strategy);
        if (!time.trouble.empty()) return time;
    }
    time.ratio =
        quotient(figures.find(reference)->under(strategy)->ratio, figures.find(row)->under(strategy)->ratio);
    return time;
}

TimeOf timeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                std::size_t strategy) {
    for (const std::string& name : {reference, row}) {
        const RowFigures* const each = figures.find(name);
        const std::string trouble = each != nullptr ? troubleOf(*each, strategy) : "";
        if (!trouble.empty()) return {.row = row, .reference = reference, .ratio = {}, .trouble = trouble};
    }
    return measuredTimeOver(figures, row, reference, strategy);
}

std::optional<bool> TimeOf::atLeast(double bound) const {
    return ratio ? isAtLeast(*ratio, bound) : std::nullopt;
}

std::string TimeOf::whyUnclear(double bound) const {
    return ratio ? whyNeither(*ratio, bound, row, reference) : trouble;
}

std::string_view claimWords(std::string_view verdict) {
    if (verdict == kHolds) return "claim confirmed";
    return verdict == kHoldsInPart ? "claim confirmed in part" : "claim not confirmed";
}

std::string noConclusion(std::size_t judgedOf, std::string_view what, std::span<const Finding> findings) {
    std::map<std::string, std::size_t> reasons;
    for (const Finding& finding : findings)
        if (finding.verdict == kCannotSay) ++reasons[finding.pattern];
    std::string text = judgedOf == 1
                           ? "No conclusion: nothing could be judged"
                           : fmt::format("No conclusion: none of {} {} could be judged", judgedOf, what);
    const auto most = std::max_element(reasons.begin(), reasons.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == reasons.end()) return text;
    const std::string reason = most->first.substr(std::min(most->first.size(), cannotSay("").size()));
    text += fmt::format(", {} {}", reasons.size() > 1 ? "mostly because" : "because", reason);
    for (const Remedy& each : kRemedies)
        if (reason.starts_with(each.reason)) text += fmt::format(": {}", each.remedy);
    return text;
}

std::string notJudged(std::size_t count) {
    return count == 0 ? "" : fmt::format("; {} not judged", count);
}

std::string_view claimVerdict(const ClaimRows& rows) {
    if (rows.bearOut > 0 && rows.refute > 0) return kHoldsInPart;
    if (rows.unclear > 0 || rows.judged() == 0) return kCannotSay;
    return rows.bearOut > 0 ? kHolds : kDoesNotHold;
}

} // namespace vkperftest
