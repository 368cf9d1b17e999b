#include "experiments/judging.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

std::optional<Trouble> statusTrouble(const RowResult& row, std::size_t strategy) {
    if (resultUnder(row, strategy).status == Status::Measured) return std::nullopt;
    return unmeasured(row, strategy);
}

// Why isAtLeast gives nothing; `row` takes `ratio` times as long as `reference`.
Trouble whyNeither(const PairedRatio& ratio, double bound, const std::string& row,
                   const std::string& reference) {
    if (!ratio.interval) return {&kTooFewSamples, row, reference};
    if (ratio.interval->low < bound && ratio.interval->high >= bound)
        return {&kScatters, row, reference, {ratio.interval->low, ratio.interval->high, bound}};
    return {&kFastestDisagree, row, reference, {ratio.median, ratio.ofFastest.value_or(0)}};
}

double floorBound(const StrategyFigures& figures) {
    return figures.otherLoop ? kLoadBoundOfOtherLoop : kLoadBound;
}

// Whether one load in flight is faster than several for only one of the two.
bool areMixed(const StrategyFigures& one, const StrategyFigures& other) {
    return one.alone.has_value() != other.alone.has_value();
}

// How many times as long the row takes. If the rows are mixed, their kernels differ in more than their loads.
// Of the two ways to compare, the figure is then the one that claims less, and its interval covers both.
PairedRatio alikeTimes(const StrategyFigures& row, const StrategyFigures& reference) {
    const PairedRatio fastest = quotient(reference.best(), row.best());
    if (!areMixed(row, reference)) return fastest;
    const PairedRatio direct = quotient(reference.ratio, row.ratio);
    const bool less = std::abs(std::log(direct.median)) <= std::abs(std::log(fastest.median));
    PairedRatio times = less ? direct : fastest;
    if (!direct.interval || !fastest.interval) return times;
    times.interval = {std::min(direct.interval->low, fastest.interval->low),
                      std::max(direct.interval->high, fastest.interval->high)};
    return times;
}

} // namespace

Error needsWholeSuite(std::string cause, std::string_view suite, std::string_view option) {
    return {ErrorKind::Usage, std::move(cause),
            fmt::format(
                "`vkperftest experiment {0}` measures all; so does `vkperftest run --suite {0}` without {1}",
                suite, option)};
}

Error noRows(std::string_view suite, std::string_view example) {
    const Trouble trouble{&kNoRows, std::string(suite), std::string(example)};
    return needsWholeSuite(trouble.sentence(), suite, "--filter");
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
    const std::vector<std::string>& all = run.settings.strategies;
    const std::string under = all.size() < 2 ? "" : fmt::format(" (under {})", all[strategy]);
    for (Finding& finding : findings) {
        for (FoundFigure& figure : finding.figures)
            figure.strategy = figure.referenceStrategy = all[strategy];
        finding.sentence += under;
        if (!finding.before.empty() || !finding.behind.empty()) finding.behind += under;
    }
}

std::string statusText(Status status, const Reason& reason) {
    return fmt::format("{} ({})", statusName(status), reasonText(reason));
}

Trouble unmeasured(const RowResult& row, std::size_t strategy) {
    const StrategyResult& result = resultUnder(row, strategy);
    return {&kUnmeasured, row.name, statusText(result.status, result.reason)};
}

std::optional<Trouble> loadTrouble(const RowFigures& row, std::size_t strategy) {
    const std::string& name = row.row->name;
    if (row.floor == nullptr) return Trouble{&kMissingFloor, name};
    const StrategyFigures* const figures = row.under(strategy);
    if (figures == nullptr || !figures->overFloor) return unmeasured(*row.floor, strategy);
    if (isOfLoads(figures->bound)) return {};
    if (figures->boundDoubt == BoundDoubt::FasterAlone) return Trouble{&kAloneUnclear, name};
    const double bound = floorBound(*figures);
    if (figures->bound == Bound::Unknown && !isAtLeast(*figures->overFloor, bound))
        return whyNeither(*figures->overFloor, bound, name, row.floor->name);
    return Trouble{
        figures->bound == Bound::Adds ? &kAddsLimit : &kLimitUnclear, name, "", {figures->overFloor->median}};
}

std::optional<Trouble> costTrouble(const RowFigures& row, std::size_t strategy) {
    const StrategyFigures* const figures = row.floor != nullptr ? row.under(strategy) : nullptr;
    const bool shows = figures != nullptr && figures->overFloor &&
                       isAtLeast(*figures->overFloor, floorBound(*figures)) == true;
    return shows ? std::nullopt : loadTrouble(row, strategy);
}

TimeOf measuredTimeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                        std::size_t strategy) {
    TimeOf time{.row = row, .reference = reference, .ratio = {}, .trouble = {}};
    for (const std::string& name : {reference, row}) {
        const RowFigures* const each = figures.find(name);
        time.trouble = each == nullptr ? Trouble{&kMissing, name} : statusTrouble(*each->row, strategy);
        if (time.trouble) return time;
    }
    const StrategyFigures &one = *figures.find(row)->under(strategy),
                          &other = *figures.find(reference)->under(strategy);
    time.ratio = alikeTimes(one, other);
    time.mixed = areMixed(one, other);
    return time;
}

TimeOf timeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                std::size_t strategy, std::optional<double> bound) {
    TimeOf measured = measuredTimeOver(figures, row, reference, strategy);
    const bool slower = bound && measured.atLeast(*bound) == true,
               faster = bound && measured.atLeast(1 / *bound) == false,
               tie = bound && measured.atLeast(*bound) == false && measured.atLeast(1 / *bound) == true;
    for (const std::string& name : {reference, row}) {
        const RowFigures* const each = figures.find(name);
        if (each == nullptr || (slower && name != row) || (faster && name != reference)) continue;
        std::optional<Trouble> trouble = statusTrouble(*each->row, strategy);
        if (!trouble) trouble = tie ? costTrouble(*each, strategy) : loadTrouble(*each, strategy);
        if (trouble) return {.row = row, .reference = reference, .ratio = {}, .trouble = trouble};
    }
    return measured;
}

std::optional<bool> TimeOf::atLeast(double bound) const {
    return ratio ? isAtLeast(*ratio, bound) : std::nullopt;
}

Trouble TimeOf::whyUnclear(double bound) const {
    if (!ratio) return *trouble;
    const Trouble why = whyNeither(*ratio, bound, row, reference);
    return mixed && why.kind == &kScatters ? Trouble{&kFormsDiffer, row, reference, why.figures} : why;
}

void Compared::judge(const TimeOf& measured, double bound) {
    ratio = measured.ratio;
    if (ratio) time = ratio->median;
    slower = measured.atLeast(bound);
    if (const std::optional<bool> notFaster = measured.atLeast(1 / bound)) faster = !*notFaster;
    if (!slower || !faster) trouble = measured.whyUnclear(slower ? 1 / bound : bound);
}

std::string noConclusion(std::size_t judgedOf, std::string_view what, std::span<const Trouble> troubles) {
    struct Common {
        std::size_t count = 0;
        std::string_view remedy;
    };
    std::map<std::string, Common> reasons;
    for (const Trouble& trouble : troubles) {
        Common& reason = reasons[trouble.common()];
        ++reason.count;
        reason.remedy = trouble.kind->remedy;
    }
    std::string text = judgedOf == 1
                           ? "No conclusion: nothing could be judged"
                           : fmt::format("No conclusion: none of {} {} could be judged", judgedOf, what);
    if (reasons.empty()) return text;
    const auto& [common, reason] =
        *std::ranges::max_element(reasons, {}, [](const auto& one) { return one.second.count; });
    text += fmt::format(", {} {}", reasons.size() > 1 ? "mostly because" : "because", common);
    return text + (reason.remedy.empty() ? "" : fmt::format(": {}", reason.remedy));
}

std::string noVerdictOn(std::size_t count, std::string_view what) {
    return count == 0 ? "" : fmt::format("; no verdict on {} {}{}", count, what, count == 1 ? "" : "s");
}

std::string sentenceOf(std::span<const std::string> clauses) {
    std::string text = join(clauses, "; ");
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string rowCount(std::size_t count) {
    return fmt::format("{} {}", count, count == 1 ? "row" : "rows");
}

std::string fewRows(const std::vector<std::string>& names) {
    constexpr std::size_t kMostNames = 4;
    return names.size() <= kMostNames ? namesTogether(names) : rowCount(names.size());
}

void ClaimRows::add(Found verdict) {
    const bool inPart = verdict == Found::HoldsInPart;
    bearOut += verdict == Found::Holds || inPart;
    refute += verdict == Found::DoesNotHold || inPart;
    unclear += verdict == Found::CannotSay;
}

Found ClaimRows::verdict() const {
    if (bearOut > 0 && refute > 0) return Found::HoldsInPart;
    if (unclear > 0 || judged() == 0) return Found::CannotSay;
    return bearOut > 0 ? Found::Holds : Found::DoesNotHold;
}

Trouble ClaimRows::whyUnclear(std::string what, std::string_view details) const {
    const auto number = [](std::size_t count) { return static_cast<double>(count); };
    return {&kSomeUnclear,
            std::move(what),
            fmt::format("{}{}", bearOut > 0 ? "all are slower" : "none is slower", details),
            {number(unclear), number(all()), number(judged())}};
}

std::string claimWords(Found verdict) {
    return fmt::format("claim {}", verdictWords(verdict));
}

} // namespace vkperftest
