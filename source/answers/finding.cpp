#include "answers/finding.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cases/case.h"

namespace vkperftest {
namespace {

InconclusiveReason unmeasured(const RowResult& row, std::size_t strategy) {
    const StrategyResult& result = resultUnder(row, strategy);
    return {Inconclusive::Unmeasured, row.name,
            result.status == Status::Measured ? "impossible: less time than the hardware needs"
                                              : unmeasuredText({result.status, result.reason})};
}

// Why isAtLeast gives nothing; `row` takes `ratio` times as long as `reference`.
InconclusiveReason whyNeither(const PairedRatio& ratio, double bound, const std::string& row,
                              const std::string& reference) {
    if (!ratio.interval) return {Inconclusive::TooFewSamples, row, reference};
    return {Inconclusive::Scatters, row, reference, {ratio.interval->low, ratio.interval->high, bound}};
}

// How many times as long the row takes. If one load in flight is faster than several for only one of the two, their
// kernels differ in more than their loads. Of the two ways to compare, the figure is then the one that claims less, and
// its interval covers both.
PairedRatio alikeTimes(const StrategyFigures& row, const StrategyFigures& reference) {
    const PairedRatio fastest = quotient(reference.best(), row.best());
    if (row.alone.has_value() == reference.alone.has_value()) return fastest;
    const PairedRatio direct = quotient(reference.ratio, row.ratio);
    const bool less = std::abs(std::log(direct.median)) <= std::abs(std::log(fastest.median));
    PairedRatio times = less ? direct : fastest;
    if (!direct.interval || !fastest.interval) return times;
    times.interval = {std::min(direct.interval->low, fastest.interval->low),
                      std::max(direct.interval->high, fastest.interval->high)};
    return times;
}

std::size_t countOf(const std::vector<FoundRow>& rows, Verdict verdict) {
    return static_cast<std::size_t>(std::ranges::count(rows, verdict, &FoundRow::verdict));
}

// The finding with the verdict of its rows, if any has one; unknown if the rows differ, or if too few are known. Its
// factor is that of the row of that verdict (of an unknown one, of a slower row, if there is any) whose factor is the
// greatest, as far as its interval reaches. If all are the same, it does not matter which row that is.
Finding decided(Finding finding, Verdict verdict, bool tooFew) {
    const std::vector<FoundRow>& rows = finding.rows;
    const std::size_t unknown = countOf(rows, Verdict::Unknown);
    if (unknown == rows.size())
        finding.why = rows.empty() ? InconclusiveReason{Inconclusive::Missing, finding.subject} : rows[0].why;
    else if (verdict == Verdict::Unknown)
        finding.why = InconclusiveReason{Inconclusive::RowsDiffer};
    else if (tooFew)
        finding.why = InconclusiveReason{Inconclusive::SomeUnknown,
                                         "",
                                         "",
                                         {static_cast<double>(unknown), static_cast<double>(rows.size())}};
    else
        finding.verdict = verdict;
    const auto reach = [&](const FoundRow& row) {
        const auto [low, high] = row.value->interval.value_or(Interval{row.value->median, row.value->median});
        return row.verdict == Verdict::Better ? 1 / row.value->median : high;
    };
    const bool known = finding.verdict != Verdict::Unknown;
    const FoundRow* row = nullptr;
    for (const Verdict shown :
         {known ? finding.verdict : Verdict::Worse, known ? finding.verdict : Verdict::Unknown})
        for (const FoundRow& each : rows)
            if (each.verdict == shown && each.value &&
                (row == nullptr || (row->verdict == shown && reach(each) > reach(*row))))
                row = &each;
    if (row == nullptr) return finding;
    finding.factor = row->value;
    if (rows.size() > 1 && finding.verdict != Verdict::Same)
        finding.way = row->at.empty() ? row->name : row->at;
    return finding;
}

} // namespace

Finding unknownFinding(std::string topic, std::string subject, InconclusiveReason why) {
    return {.topic = std::move(topic), .subject = std::move(subject), .why = std::move(why)};
}

Finding judgedByMost(Finding finding) {
    const std::vector<FoundRow>& rows = finding.rows;
    const std::size_t unknown = countOf(rows, Verdict::Unknown), judged = rows.size() - unknown;
    Verdict most = Verdict::Unknown;
    for (const Verdict verdict : {Verdict::Better, Verdict::Same, Verdict::Worse})
        if (2 * countOf(rows, verdict) > judged) most = verdict;
    return decided(std::move(finding), most, most != Verdict::Same && judged < unknown);
}

Finding judgedAsClaim(Finding finding) {
    const std::vector<FoundRow>& rows = finding.rows;
    const std::size_t worse = countOf(rows, Verdict::Worse), better = countOf(rows, Verdict::Better),
                      unknown = countOf(rows, Verdict::Unknown), judged = rows.size() - unknown;
    const Verdict all = worse > 0 && worse == judged ? Verdict::Worse
                        : worse > 0                  ? Verdict::Unknown
                        : better == judged           ? Verdict::Better
                                                     : Verdict::Same;
    return decided(std::move(finding), all, unknown > 0);
}

std::size_t judgedStrategy(const RunResult& run) {
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s)
        for (const RowResult& row : run.rows)
            if (row.name != run.settings.baseline && row.strategies[s].status == Status::Measured) return s;
    return 0;
}

FoundRow timeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                  std::size_t strategy, bool asPrinted) {
    FoundRow found{.name = row, .reference = reference};
    for (const std::string& name : {reference, row}) {
        const RowFigures* const each = figures.find(name);
        if (each == nullptr)
            found.why = InconclusiveReason{Inconclusive::Missing, name};
        else if (each->under(strategy) == nullptr)
            found.why = unmeasured(*each->row, strategy);
        if (found.why) return found;
    }
    const StrategyFigures &one = *figures.find(row)->under(strategy),
                          &other = *figures.find(reference)->under(strategy);
    found.value = asPrinted ? quotient(other.ratio, one.ratio) : alikeTimes(one, other);
    return found;
}

std::optional<InconclusiveReason> whyNotLoads(const RowFigures& row, std::size_t strategy) {
    const std::string& name = row.row->name;
    if (row.noLoads == nullptr) return InconclusiveReason{Inconclusive::MissingControl, name};
    const StrategyFigures* const figures = row.under(strategy);
    if (figures == nullptr || !figures->overNoLoads) return unmeasured(*row.noLoads, strategy);
    const PairedRatio& times = *figures->overNoLoads;
    const std::optional<bool> shows = isAtLeast(times, kLoadLimited);
    if (!shows) return whyNeither(times, kLoadLimited, name, row.noLoads->name);
    if (*shows) return std::nullopt;
    return InconclusiveReason{Inconclusive::AdditionsLimit, name, "", {times.median}};
}

InconclusiveReason whyUnclear(const FoundRow& row, double bound) {
    return row.value ? whyNeither(*row.value, bound, row.name, row.reference) : *row.why;
}

FoundRow judgedRow(FoundRow row, double bound) {
    row.verdict = verdictOnTime(row.value, bound);
    if (row.verdict == Verdict::Unknown)
        row.why = whyUnclear(row, isAtLeast(row.value, bound) == false ? 1 / bound : bound);
    return row;
}

FoundRow judgedByLoads(const RunFigures& figures, FoundRow time, std::size_t strategy, double bound) {
    FoundRow row = judgedRow(std::move(time), bound);
    if (!row.value) return row;
    const Verdict verdict = row.verdict;
    for (const auto& [name, slower] :
         {std::pair(row.reference, Verdict::Better), {row.name, Verdict::Worse}}) {
        if (isChanged(verdict) && verdict != slower) continue;
        if (auto why = whyNotLoads(*figures.find(name), strategy); why && !row.why) {
            row.verdict = Verdict::Unknown;
            row.why = std::move(why);
        }
    }
    return row;
}

std::string linearRow(const Operation& operation) {
    return caseName({operation, Pattern::Linear});
}

std::vector<Finding> judgePlanned(const RunFigures& figures, const std::vector<Planned>& all,
                                  std::size_t strategy, bool asClaim) {
    std::vector<Finding> findings;
    for (const Planned& planned : all) {
        if (findRow(*figures.run, planned.row) == nullptr) continue;
        const FoundRow time = timeOver(figures, planned.row, planned.other, strategy, planned.asPrinted);
        FoundRow row = planned.whateverLimits ? judgedRow(time, planned.bound)
                                              : judgedByLoads(figures, time, strategy, planned.bound);
        row.at = planned.at;
        const bool same = !findings.empty() && findings.back().topic == planned.topic &&
                          findings.back().subject == planned.subject;
        if (!same)
            findings.push_back({.topic = planned.topic,
                                .subject = planned.subject,
                                .reference = planned.reference,
                                .way = planned.way});
        findings.back().rows.push_back(std::move(row));
    }
    for (Finding& finding : findings)
        finding = asClaim ? judgedAsClaim(std::move(finding)) : judgedByMost(std::move(finding));
    return findings;
}

} // namespace vkperftest
