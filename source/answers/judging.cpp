#include "answers/judging.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "analysis/strategy_rows.h"

namespace vkperftest {
namespace {

std::optional<InconclusiveReason> whyNoTime(const RowResult& row, std::size_t strategy) {
    if (resultUnder(row, strategy).status == Status::Measured) return std::nullopt;
    return unmeasured(row, strategy);
}

// Why isAtLeast gives nothing; `row` takes `ratio` times as long as `reference`.
InconclusiveReason whyNeither(const PairedRatio& ratio, double bound, const std::string& row,
                              const std::string& reference) {
    if (!ratio.interval) return {Inconclusive::TooFewSamples, row, reference};
    if (ratio.interval->low < bound && ratio.interval->high >= bound)
        return {Inconclusive::Scatters, row, reference, {ratio.interval->low, ratio.interval->high, bound}};
    return {Inconclusive::FastestDisagree, row, reference, {ratio.median, ratio.ofFastest.value_or(0)}};
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

double mostOf(const PairedRatio& times) {
    return times.interval ? times.interval->high : times.median;
}

bool isPlanned(const RunFigures& figures, const Planned& planned) {
    return findRow(*figures.run, planned.row) != nullptr;
}

// The finding's factor is that of the row. If all are the same, it does not matter which row that is.
void decideBy(const FoundRow* row, Finding& finding) {
    if (row == nullptr) return;
    finding.factor = row->value;
    if (finding.rows.size() > 1 && finding.verdict != Verdict::Same)
        finding.way = row->at.empty() ? row->name : row->at;
}

} // namespace

Finding unknownFinding(std::string topic, std::string subject, InconclusiveReason why) {
    return {.topic = std::move(topic), .subject = std::move(subject), .why = std::move(why)};
}

void Tally::add(Verdict verdict) {
    ++(verdict == Verdict::Better  ? better
       : verdict == Verdict::Same  ? same
       : verdict == Verdict::Worse ? worse
                                   : unknown);
}

Tally tallyOf(const std::vector<FoundRow>& rows) {
    Tally tally;
    for (const FoundRow& row : rows) tally.add(row.verdict);
    return tally;
}

const FoundRow* greatest(const std::vector<FoundRow>& rows, Verdict verdict) {
    const FoundRow* found = nullptr;
    const auto reach = [&](const FoundRow& row) {
        return verdict == Verdict::Better ? 1 / row.value->median : mostOf(*row.value);
    };
    for (const FoundRow& row : rows) {
        if (row.verdict != verdict || !row.value) continue;
        if (found == nullptr || reach(row) > reach(*found)) found = &row;
    }
    return found;
}

Finding judgedByMost(Finding finding) {
    StrategyRows rows;
    for (const FoundRow& row : finding.rows) rows.rows.push_back({.name = row.name, .verdict = row.verdict});
    const ReasonedVerdict mostly = rows.mostly();
    finding.verdict = mostly.verdict;
    if (finding.verdict == Verdict::Unknown)
        finding.why = rows.judged() > 0 || finding.rows.empty() ? mostly.why : finding.rows[0].why;
    const bool unknown = finding.verdict == Verdict::Unknown;
    const FoundRow* const shown = greatest(finding.rows, unknown ? Verdict::Worse : finding.verdict);
    decideBy(shown != nullptr ? shown : greatest(finding.rows, Verdict::Unknown), finding);
    return finding;
}

Finding judgedAsClaim(Finding finding) {
    const Tally tally = tallyOf(finding.rows);
    const auto number = [](std::size_t count) { return static_cast<double>(count); };
    const bool differ = tally.worse > 0 && tally.worse < tally.judged();
    if (differ)
        finding.why = InconclusiveReason{Inconclusive::RowsDiffer};
    else if (tally.judged() == 0)
        finding.why = finding.rows.empty() ? InconclusiveReason{Inconclusive::Missing, finding.subject}
                                           : finding.rows[0].why;
    else if (tally.unknown > 0)
        finding.why = {Inconclusive::SomeUnknown, "", "", {number(tally.unknown), number(tally.all())}};
    finding.verdict = finding.why                           ? Verdict::Unknown
                      : tally.worse > 0                     ? Verdict::Worse
                      : tally.better == finding.rows.size() ? Verdict::Better
                                                            : Verdict::Same;
    const Verdict shown = tally.worse > 0    ? Verdict::Worse
                          : tally.same > 0   ? Verdict::Same
                          : tally.better > 0 ? Verdict::Better
                                             : Verdict::Unknown;
    decideBy(greatest(finding.rows, shown), finding);
    return finding;
}

Error needsWholeSuite(std::string cause, std::string_view suite, std::string_view option) {
    return {ErrorKind::Usage, std::move(cause),
            fmt::format(
                "`vkperftest experiment {0}` measures all; so does `vkperftest run --suite {0}` without {1}",
                suite, option)};
}

Error noRows(std::string_view suite, std::string_view example) {
    return needsWholeSuite(
        fmt::format("the run has no row of the experiment '{}' (for example '{}')", suite, example), suite,
        "--filter");
}

std::size_t judgedStrategy(const RunResult& run, std::span<const std::string> names) {
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const bool any = std::ranges::any_of(names, [&](const std::string& name) {
            const RowResult* row = findRow(run, name);
            return row != nullptr && row->strategies[s].status == Status::Measured;
        });
        if (any) return s;
    }
    return 0;
}

std::string statusText(Status status, const Reason& reason) {
    return fmt::format("{} ({})", statusName(status), reasonText(reason));
}

InconclusiveReason unmeasured(const RowResult& row, std::size_t strategy) {
    const StrategyResult& result = resultUnder(row, strategy);
    return {Inconclusive::Unmeasured, row.name, statusText(result.status, result.reason)};
}

std::optional<InconclusiveReason> whyNotLoads(const RowFigures& row, std::size_t strategy) {
    const std::string& name = row.row->name;
    if (row.noLoads == nullptr) return InconclusiveReason{Inconclusive::MissingControl, name};
    const StrategyFigures* const figures = row.under(strategy);
    if (figures == nullptr || !figures->overNoLoads) return unmeasured(*row.noLoads, strategy);
    if (figures->isOfLoads()) return {};
    if (figures->alone && figures->limiter == Limiter::Unknown)
        return InconclusiveReason{Inconclusive::OneInFlightLimit, name};
    if (figures->limiter == Limiter::Unknown && !isAtLeast(*figures->overNoLoads, kLoadLimited))
        return whyNeither(*figures->overNoLoads, kLoadLimited, name, row.noLoads->name);
    return InconclusiveReason{figures->limiter == Limiter::Instructions ? Inconclusive::AdditionsLimit
                                                                        : Inconclusive::LimitUnclear,
                              name,
                              "",
                              {figures->overNoLoads->median}};
}

std::optional<InconclusiveReason> whyNoCost(const RowFigures& row, std::size_t strategy) {
    const StrategyFigures* const figures = row.noLoads != nullptr ? row.under(strategy) : nullptr;
    const bool shows =
        figures != nullptr && figures->overNoLoads && isAtLeast(*figures->overNoLoads, kLoadLimited) == true;
    return shows ? std::nullopt : whyNotLoads(row, strategy);
}

TimeOf measuredTimeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                        std::size_t strategy, bool asPrinted) {
    TimeOf time{.row = row, .reference = reference};
    for (const std::string& name : {reference, row}) {
        const RowFigures* const each = figures.find(name);
        time.why = each == nullptr ? InconclusiveReason{Inconclusive::Missing, name}
                                   : whyNoTime(*each->row, strategy);
        if (time.why) return time;
    }
    const StrategyFigures &one = *figures.find(row)->under(strategy),
                          &other = *figures.find(reference)->under(strategy);
    time.ratio = asPrinted ? quotient(other.ratio, one.ratio) : alikeTimes(one, other);
    time.mixed = !asPrinted && areMixed(one, other);
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
        std::optional<InconclusiveReason> why = whyNoTime(*each->row, strategy);
        if (!why) why = tie ? whyNoCost(*each, strategy) : whyNotLoads(*each, strategy);
        if (why) return {.row = row, .reference = reference, .why = why};
    }
    return measured;
}

std::optional<bool> TimeOf::atLeast(double bound) const {
    return ratio ? isAtLeast(*ratio, bound) : std::nullopt;
}

InconclusiveReason TimeOf::whyUnclear(double bound) const {
    if (!ratio) return *why;
    InconclusiveReason reason = whyNeither(*ratio, bound, row, reference);
    if (mixed && reason.kind == Inconclusive::Scatters) reason.kind = Inconclusive::OneInFlight;
    return reason;
}

FoundRow judgedRow(const TimeOf& time, double bound, bool twoSided) {
    FoundRow row{.name = time.row, .reference = time.reference, .value = time.ratio};
    const std::optional<bool> slower = time.atLeast(bound), notFaster = time.atLeast(1 / bound);
    if (slower == true)
        row.verdict = Verdict::Worse;
    else if (slower == false && notFaster == false)
        row.verdict = Verdict::Better;
    else if (slower == false && (notFaster == true || !twoSided))
        row.verdict = Verdict::Same;
    else
        row.why = time.whyUnclear(slower ? 1 / bound : bound);
    return row;
}

std::size_t plannedStrategy(const RunFigures& figures, const std::vector<Planned>& all) {
    std::vector<std::string> names;
    for (const Planned& planned : all)
        if (isPlanned(figures, planned)) names.insert(names.end(), {planned.row, planned.other});
    return judgedStrategy(*figures.run, names);
}

std::vector<Finding> judgePlanned(const RunFigures& figures, const std::vector<Planned>& all,
                                  std::size_t strategy) {
    std::vector<Finding> findings;
    for (const Planned& planned : all) {
        if (!isPlanned(figures, planned)) continue;
        const TimeOf time =
            planned.whateverLimits
                ? measuredTimeOver(figures, planned.row, planned.other, strategy, planned.asPrinted)
                : timeOver(figures, planned.row, planned.other, strategy, planned.bound);
        FoundRow row = judgedRow(time, planned.bound, planned.twoSided);
        row.at = planned.at;
        const bool same = !findings.empty() && findings.back().topic == planned.topic &&
                          findings.back().subject == planned.subject;
        if (!same)
            findings.push_back(
                {.topic = planned.topic, .subject = planned.subject, .reference = planned.reference});
        findings.back().rows.push_back(std::move(row));
    }
    for (Finding& finding : findings) finding = judgedByMost(std::move(finding));
    return findings;
}

void nameStrategy(const RunResult& run, std::size_t strategy, std::vector<Finding>& findings) {
    const std::vector<std::string>& all = run.settings.strategies;
    if (all.empty()) return;
    for (Finding& finding : findings) {
        for (std::vector<FoundRow>* const rows : {&finding.rows, &finding.evidence})
            for (FoundRow& row : *rows) row.strategy = row.referenceStrategy = all[strategy];
        if (all.size() > 1) finding.scope = "under " + all[strategy];
    }
}

} // namespace vkperftest
