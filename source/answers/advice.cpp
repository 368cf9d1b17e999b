#include "answers/advice.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "analysis/thresholds.h"
#include "answers/experiment.h"
#include "answers/finding.h"
#include "base/text.h"
#include "cases/binding.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

void addScope(Finding& finding, std::string_view scope) {
    if (scope.empty() || finding.scope.find(scope) != std::string::npos) return;
    finding.scope += (finding.scope.empty() ? "" : "; ") + std::string(scope);
}

// Only topics that compare patterns need the rows of others.
bool isCommon(Pattern pattern) {
    return pattern == Pattern::Uniform || pattern == Pattern::Linear || pattern == Pattern::Hashed ||
           pattern == Pattern::Scattered;
}

Finding findingOn(const Topic& topic, const std::vector<Row>& rows) {
    const double threshold = topic.oneKernel ? kSameKernel : kOtherKernel;
    Finding finding{.topic = std::string(topic.name), .subject = std::string(topic.title)};
    addScope(finding, topic.scope);
    for (const Row& subject : rows) {
        const LoadFacts& load = subject.load();
        if (isPlain(load) == topic.notPlain || !topic.isSubject(load) ||
            (!topic.oneKernel && !isCommon(load.pattern)) ||
            (!topic.notPlain && load.pattern == Pattern::Random))
            continue;
        for (const Row& reference : rows) {
            const bool plain = topic.notPlain || isPlain(reference.load());
            if (!plain || !topic.isReference(load, reference.load())) continue;
            FoundRow found = compared(subject, reference, threshold, topic.oneKernel);
            const Verdict verdict = found.verdict;
            const bool noted = subject.figures->footnote || reference.figures->footnote;
            if (noted && verdict == Verdict::Unknown) continue; // it says nothing
            finding.rows.push_back(std::move(found));
            if (!isChanged(verdict)) continue;
            addScope(finding, scopeOf(load));
            addScope(finding, scopeOf(reference.load()));
        }
    }
    return finding;
}

double most(const Finding& finding) {
    double times = 0;
    for (const FoundRow& row : finding.rows) times = std::max(times, row.value->median);
    return times;
}

// Of each kind the load that loses most against the fastest of its size, if it loses much.
std::vector<Finding> lossesOf(const std::vector<LoadChoice>& choices) {
    constexpr double kMuch = 1.5;
    constexpr std::size_t kMostNamed = 3;
    std::vector<Finding> worst;
    for (const LoadKindChoice& kind : kLoadKinds) {
        std::vector<Finding> sizes;
        for (const LoadChoice& choice : choices) {
            for (const Alternative& each : choice.all) {
                if (each.kind != &kind || each.cost.verdict != Verdict::Worse ||
                    each.cost.value->median < kMuch)
                    continue;
                const LoadFacts& load = each.row.load();
                const std::string name = fmt::format(
                    "Avoid {}{}", each.row.result->operation,
                    load.kind == LoadKind::Constants ? " of " + sizeText(load.resourceBytes) : "");
                if (sizes.empty() || sizes.back().subject != name)
                    sizes.push_back({.topic = "avoid", .subject = name});
                sizes.back().rows.push_back(each.cost);
                addScope(sizes.back(), scopeOf(load));
            }
        }
        if (!sizes.empty()) worst.push_back(*std::ranges::max_element(sizes, {}, most));
    }
    std::ranges::stable_sort(worst, std::greater(), most);
    if (worst.size() > kMostNamed) worst.resize(kMostNamed);
    return worst;
}

// Why nothing was found, and what to do.
std::string whyNone(const RunFigures& figures) {
    const std::string& suite = figures.run->settings.suite;
    if (!hasChoices(suite))
        return fmt::format(
            "No advice: the rows of the suite '{}' give none. Measure those of the suite '{}': "
            "`vkperftest run --output FILE.json`.",
            suite, kDefaultSuite);
    if (figures.run->interrupted) return "No advice so far: too few rows were measured.";
    return "No advice: too few rows were measured, or the intervals are too wide to distinguish loads. "
           "Measure all rows "
           "(omit --filter) with nothing else running, or with --precise.";
}

} // namespace

bool hasChoices(std::string_view suite) {
    return suite.empty() || suite == kDefaultSuite || suite == kAllSuites;
}

Advice advise(const RunFigures& figures) {
    Advice advice;
    const std::vector<Row> rows = measuredRows(figures);
    advice.choices = choicesOf(figures, rows);
    advice.avoid = lossesOf(advice.choices);
    for (const Topic& topic : topics()) advice.topics.push_back(findingOn(topic, rows));
    for (Finding& finding : judgeStrategies(figures)) {
        if (finding.verdict == Verdict::Same && finding.subject.find(": ") != std::string::npos)
            continue; // addresses
        finding.topic = finding.subject;
        finding.subject += fmt::format(" against {}", kSetName);
        advice.topics.push_back(std::move(finding));
    }
    std::erase_if(advice.topics, [](const Finding& finding) {
        return std::ranges::count(finding.rows, Verdict::Unknown, &FoundRow::verdict) ==
               std::ssize(finding.rows);
    });
    if (advice.empty()) advice.notes = {whyNone(figures)};
    return advice;
}

} // namespace vkperftest
