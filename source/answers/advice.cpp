#include "answers/advice.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "analysis/l1_limit.h"
#include "base/text.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr double kWorthAvoiding = 1.5;
constexpr std::size_t kMostAvoided = 4;

// One load against the fastest under each pattern.
struct Loss {
    LoadKind kind = LoadKind::Raw;
    TopicFinding finding;
    double most = 0; // times as long
};

Loss lossOf(const std::vector<Row>& rows, const std::vector<LoadChoice>& choices, LoadKind kind,
            std::uint32_t bytes, std::uint32_t comparedWith) {
    Loss loss{.kind = kind, .finding = {.topic = "avoid", .title = {}, .suite = "matrix", .claims = {}}};
    Factors factors;
    std::vector<std::string> patterns;
    for (const LoadChoice& choice : choices) {
        if (choice.bytes != comparedWith) continue;
        for (const Row& row : rows) {
            const LoadFacts& load = row.load();
            if (load.kind != kind || load.bytes != bytes || load.pattern != choice.pattern || !isChoice(load))
                continue;
            const Cost cost = costOf(row, choice.all.front().cost.reference);
            if (outcomeOf(cost, kWorthAvoiding) != Outcome::Slower) continue;
            loss.finding.title = "Avoid " + loadName(row);
            loss.finding.claims.push_back(claimOf(cost, Outcome::Slower));
            factors.add(loss.finding.claims.back());
            patterns.emplace_back(patternName(load.pattern));
        }
    }
    loss.most = factors.high;
    loss.finding.text = factors.text("as long") +
                        (patterns.size() == kEveryPattern.size() ? "" : ", " + join(patterns, ", "));
    return loss;
}

std::vector<TopicFinding> lossesOf(const std::vector<Row>& rows, const std::vector<LoadChoice>& choices) {
    constexpr std::uint32_t kOfLoad3 = 12; // other loads fetch 16 bytes in less time
    std::vector<Loss> worst;
    for (const std::uint32_t bytes : {4u, 8u, 16u, kOfLoad3}) {
        for (const LoadKindChoice& kind : kLoadKinds) {
            if (bytes == kOfLoad3 && kind.kind != LoadKind::Raw) continue;
            if (!hasSize(kind.kind, bytes)) continue;
            Loss loss = lossOf(rows, choices, kind.kind, bytes, bytes == kOfLoad3 ? 16 : bytes);
            if (loss.finding.claims.empty()) continue;
            const auto known = std::ranges::find(worst, loss.kind, &Loss::kind);
            if (known == worst.end())
                worst.push_back(std::move(loss));
            else if (known->most * kOtherPromise < loss.most)
                *known = std::move(loss);
        }
    }
    std::ranges::stable_sort(worst, std::greater(), &Loss::most);
    std::vector<TopicFinding> all;
    for (Loss& loss : worst)
        if (all.size() < kMostAvoided) all.push_back(std::move(loss.finding));
    return all;
}

struct Delivered {
    Row row;
    double bytes = 0; // relative to the baseline's loads
};

// "126 of 128 bytes per clock and multiprocessor"; empty where the clock or the units are not known.
std::string perClock(const RunResult& run, const Row& best) {
    const std::optional<double> loads = best.figures->loadsPerClock;
    if (!loads) return {};
    const double bytes = *loads * best.ratio() / best.figures->ratio.median * best.load().bytes;
    const std::optional<L1Limit> limit = l1Limit(run);
    // Lanes at random read the same bytes many times over.
    const bool limited = limit && best.load().pattern == Pattern::Linear && bytes <= limit->bytesPerClock;
    const std::string of = limited ? fmt::format(" of {:g}", limit->bytesPerClock) : "";
    return fmt::format("{:.0f}{} bytes per clock and {}", bytes, of, unitName(run.device));
}

// The load that delivers most bytes, the widest of those that deliver as many; nothing unless all were measured.
std::vector<TopicFinding> mostDelivered(const RunFigures& figures, const std::vector<Row>& rows) {
    constexpr double kBaselineBytes = 4; // of RGBA8
    std::vector<Delivered> all;
    for (const std::uint32_t bytes : {16u, 8u, 4u}) {
        for (const Pattern pattern : {Pattern::Linear, Pattern::Random}) {
            const std::vector<Candidate> found = candidates(rows, bytes, pattern);
            if (found.size() < kLoadKinds.size() - (bytes == 16 ? 0 : 1)) return {};
            for (const Candidate& each : found)
                all.push_back({each.row, each.row.ratio() * bytes / kBaselineBytes});
        }
    }
    const double most = std::ranges::max_element(all, {}, &Delivered::bytes)->bytes;
    const auto best = std::ranges::find_if(all, [&](const Delivered& each) {
        return showsLoads(*each.row.result, *each.row.figures) && !each.row.figures->incomparable &&
               each.bytes * kSameKernel >= most;
    });
    if (best == all.end()) return {};
    const std::string clock = perClock(*figures.run, best->row);
    const std::string amount =
        clock.empty() ? fmt::format("{:.1f} times those of {}", best->bytes, figures.run->settings.baseline)
                      : clock;
    return {{"bytes", "Most bytes", "matrix", {}, fmt::format("{}, {}", amount, best->row.name())}};
}

// Printed figures have no no-load control, which could show that a compiler removed the additions of uniform rows, too.
bool gainsMuch(const std::vector<Row>& rows) {
    constexpr double kMuch = 5;
    for (const std::uint32_t bytes : kChoiceBytes) {
        for (const Candidate& each : candidates(rows, bytes, Pattern::Uniform)) {
            if (each.kind == "constant" || each.row.figures->loadsPerNanosecond) continue;
            double other = 0;
            for (const Pattern pattern : {Pattern::Linear, Pattern::Random})
                for (const Candidate& its : candidates(rows, bytes, pattern))
                    if (its.kind == each.kind) other = std::max(other, its.row.ratio());
            if (other > 0 && each.row.ratio() > kMuch * other) return true;
        }
    }
    return false;
}

// Why nothing was found, and what to do.
std::string whyNone(const RunFigures& figures) {
    const std::string& suite = figures.run->settings.suite;
    if (!hasChoices(suite))
        return fmt::format(
            "No advice: the rows of the suite '{}' give none. Measure those of the suite '{}': "
            "`vkperftest run --output FILE.json`.",
            suite, kDefaultSuite);
    const std::size_t all = findSuite(kDefaultSuite).value()->rows().size();
    if (figures.rows.size() < all)
        return fmt::format(
            "No advice: {} of {} rows are too few to compare. Measure all rows: omit --filter.",
            figures.rows.size(), all);
    return "No advice: the intervals are too wide to distinguish loads. Measure again with nothing else "
           "running, "
           "or with --precise.";
}

} // namespace

bool hasChoices(std::string_view suite) {
    return suite.empty() || suite == kDefaultSuite || suite == kAllSuites;
}

std::vector<TopicFinding> Advice::findingsOf(std::string_view suite) const {
    std::vector<TopicFinding> some;
    for (const TopicFinding& finding : findings)
        if (finding.suite == suite || finding.suite.empty()) some.push_back(finding);
    return some;
}

Advice advise(const RunFigures& figures) {
    Advice advice;
    const std::vector<Row> rows = measuredRows(figures);
    advice.choices = choicesOf(rows);
    advice.avoid = lossesOf(rows, advice.choices);
    advice.findings = findingsOf(rows);
    for (std::vector<TopicFinding> more : {mostDelivered(figures, rows), strategyTopics(figures)})
        std::ranges::move(more, std::back_inserter(advice.findings));
    for (const Topic& topic : topics())
        if (std::ranges::count(advice.findings, topic.name, &TopicFinding::topic) == 0)
            advice.silent.emplace_back(topic.name);
    if (gainsMuch(rows))
        advice.notes.emplace_back(
            "Uniform gains may be smaller elsewhere: additions may have been removed, too.");
    if (advice.empty()) advice.notes = {whyNone(figures)};
    return advice;
}

} // namespace vkperftest
