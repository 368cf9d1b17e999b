#include "answers/topics.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/binding.h"

namespace vkperftest {
namespace {

constexpr std::size_t kMostNamed = 2; // rows of an outcome, beside other outcomes

Outcome judged(const Topic& topic, Cost cost, double count) {
    const std::optional<double> ofFastest = cost.times.ofFastest;
    cost.times = scaled(cost.times, 1 / count);
    if (ofFastest) cost.times.ofFastest = *ofFastest / count;
    if (topic.judging == TopicJudging::Code) cost.sense = Sense::Exact;
    const Outcome outcome = outcomeOf(cost, topic.threshold, topic.perValue ? topic.threshold : kSameKernel);
    if (topic.judging == TopicJudging::NeverFaster && outcome == Outcome::Faster) return Outcome::NoSlower;
    const bool gain = topic.judging == TopicJudging::Gain || topic.judging == TopicJudging::Code;
    return gain && outcome == Outcome::Unclear && cost.isAtLeast(1 / kSameKernel) ? Outcome::NoFaster
                                                                                  : outcome;
}

std::vector<Row> referencesOf(const Topic& topic, const Row& subject, const std::vector<Row>& rows) {
    std::vector<Row> found;
    for (const Row& row : rows)
        if (isPlain(row.load()) && topic.isReference(subject.load(), row.load())) found.push_back(row);
    if (found.size() < topic.references) return {};
    if (topic.against == Against::Fastest)
        found = {*std::ranges::max_element(found, {}, [](const Row& row) { return row.ratio(); })};
    return found;
}

TopicFinding& findingFor(std::vector<TopicFinding>& all, const Topic& topic, const Row& reference) {
    const std::string title =
        topic.perLoad ? fmt::format("{}, {}", topic.title, loadName(reference)) : std::string(topic.title);
    const auto known = std::ranges::find(all, title, &TopicFinding::title);
    if (known != all.end()) return *known;
    return all.emplace_back(
        TopicFinding{.topic = std::string(topic.name), .title = title, .suite = topic.suite, .claims = {}});
}

std::vector<TopicFinding> findingsOn(const Topic& topic, const std::vector<Row>& rows) {
    std::vector<TopicFinding> all;
    std::size_t subjects = 0;
    for (const Row& subject : rows) {
        if (!(topic.anyRows || isPlain(subject.load())) || !topic.isSubject(subject.load())) continue;
        const std::vector<Row> references = referencesOf(topic, subject, rows);
        subjects += references.empty() ? 0u : 1u;
        for (const Row& reference : references) {
            if (reference.result == subject.result) continue; // the fastest itself
            const Cost cost = costOf(subject, reference);
            TopicClaim claim = claimOf(cost, Outcome::Unclear);
            if (topic.perValue) claim.count = subject.load().values;
            claim.outcome = judged(topic, cost, claim.count);
            findingFor(all, topic, reference).claims.push_back(std::move(claim));
        }
    }
    if (subjects < topic.subjects) return {};
    std::erase_if(all, [](const TopicFinding& finding) {
        return std::ranges::all_of(finding.claims,
                                   [](const TopicClaim& claim) { return claim.outcome == Outcome::Unclear; });
    });
    return all;
}

// A number that may be larger must not be rounded up.
std::string number(double value, bool atLeast) {
    const int decimals = value >= 9.95 ? 0 : value >= 1.095 ? 1 : 2;
    const double unit = std::pow(10, -decimals);
    return fmt::format("{:.{}f}", atLeast ? std::floor(value / unit + 1e-6) * unit : value, decimals);
}

// "5 of 9 rows", "9 rows" for all; of few beside others, their names. A subject that is compared with several rows
// leaves its name to them.
std::string rowsText(const std::vector<TopicClaim>& all, Outcome outcome, bool first) {
    const bool oneSubject = all.size() > 1 && std::ranges::all_of(all, [&](const TopicClaim& claim) {
                                return claim.subject == all[0].subject;
                            });
    std::vector<std::string> names;
    for (const TopicClaim& claim : all)
        if (claim.outcome == outcome) names.push_back(oneSubject ? claim.reference : claim.subject);
    const std::size_t count = names.size();
    if (count <= kMostNamed) return enumerated(names);
    if (count == all.size()) return fmt::format("{} rows", count);
    return first ? fmt::format("{} of {} rows", count, all.size()) : std::to_string(count);
}

} // namespace

TopicClaim claimOf(const Cost& cost, Outcome outcome) {
    return {cost.subject.name(), cost.reference.name(), cost.times, cost.sense, outcome};
}

void Factors::add(const TopicClaim& claim) {
    const PairedRatio times = scaled(claim.times, 1 / claim.count);
    const bool slower = times.median >= 1, isFirst = low == 0, open = claim.sense != Sense::Exact;
    const double factor = slower ? times.median : 1 / times.median;
    if (isFirst || factor < low) low = factor, lowIsLeast = open;
    if (factor > high) high = factor, highIsLeast = open;
    isLeast = isLeast || open;
    std::optional<Interval> own = times.interval;
    if (own && !slower) own = Interval{1 / own->high, 1 / own->low};
    if (isFirst || !own || !interval)
        interval = isFirst ? own : std::nullopt;
    else
        interval = Interval{std::min(interval->low, own->low), std::max(interval->high, own->high)};
}

std::string Factors::text(std::string_view unit) const {
    const std::string last = number(high, highIsLeast);
    std::string first = number(low, lowIsLeast);
    if (std::stod(first) > std::stod(last)) first = last; // 1.96, and at least 1.97
    return fmt::format("{}{}{}x {}{}", isLeast ? "≥" : "", first == last ? "" : first + " to ", last, unit,
                       interval ? fmt::format(" [{:.2f}, {:.2f}]", interval->low, interval->high) : "");
}

std::string TopicFinding::line() const {
    if (!text.empty()) return fmt::format("{}: {}", title, text);
    std::vector<std::string> parts;
    for (const Outcome outcome :
         {Outcome::Faster, Outcome::Slower, Outcome::NoSlower, Outcome::NoFaster, Outcome::Same}) {
        Factors factors;
        for (const TopicClaim& claim : claims)
            if (claim.outcome == outcome) factors.add(claim);
        if (factors.low == 0) continue;
        const std::string what = outcome == Outcome::Faster   ? factors.text("as fast")
                                 : outcome == Outcome::Slower ? factors.text("as long")
                                                              : std::string(kOutcomeNames[outcome]);
        parts.push_back(fmt::format("{}, {}", what, rowsText(claims, outcome, parts.empty())));
    }
    return fmt::format("{}: {}", title, join(parts, "; "));
}

std::vector<TopicFinding> findingsOf(const std::vector<Row>& rows) {
    std::vector<TopicFinding> all;
    for (const Topic& topic : topics())
        for (TopicFinding& finding : findingsOn(topic, rows)) all.push_back(std::move(finding));
    return all;
}

std::vector<TopicFinding> strategyTopics(const RunFigures& figures) {
    std::vector<TopicFinding> all;
    for (const std::string& strategy : figures.run->settings.strategies) {
        if (strategy == kSetName) continue;
        const StrategyRows rows = rowsUnder(figures, strategy);
        if (rows.judged() == 0) continue;
        TopicFinding& finding =
            all.emplace_back(TopicFinding{.topic = strategy,
                                          .title = fmt::format("{} against {}", strategy, kSetName),
                                          .suite = "",
                                          .claims = {}});
        for (const JudgedRow& row : rows.rows) {
            constexpr auto kOutcomes = enumTable<Verdict, Outcome>(
                {Outcome::Faster, Outcome::Same, Outcome::Slower, Outcome::Unclear});
            finding.claims.push_back({.subject = row.name,
                                      .reference = row.name,
                                      .times = row.ratio,
                                      .outcome = kOutcomes[row.verdict]});
        }
    }
    return all;
}

} // namespace vkperftest
