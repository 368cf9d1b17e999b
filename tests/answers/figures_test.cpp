// What findings rest on, over the stored files of experiments: their figures are those of the rows that they
// name, and they contradict neither each other nor the advice on the same device.
#include <optional>
#include <utility>

#include "answers/advice.h"
#include "answers/experiment.h"
#include "cases/binding.h"
#include "contradiction.h"
#include "matchers.h"
#include "model/published.h"
#include "paths.h"

namespace vkperftest::figures_test {

RunResult stored(const std::string& name) {
    return readResultsFile(repositoryFile("results/" + name + ".json")).value();
}

const std::vector<std::string> kSuites = {"uniform", "binding", "vector", "stride"};

std::vector<Finding> findingsOf(const std::string& suite, const RunFigures& figures) {
    return valueOf(judgeRun(*findExperiment(suite).value(), figures)).findings;
}

std::vector<FoundRow> figuresOf(const Finding& finding) {
    std::vector<FoundRow> figures = finding.rows;
    figures.insert(figures.end(), finding.evidence.begin(), finding.evidence.end());
    std::erase_if(figures, [](const FoundRow& row) { return !row.value; });
    return figures;
}

// Computed once more by the rows' own times, without the baseline. Nothing for a row of which one load
// in flight is faster than several: its figure may be of that one.
std::optional<double> timesOf(const RunFigures& figures, const FoundRow& figure) {
    const StrategyFigures &one = *figures.find(figure.name)
                                      ->under(strategyNumber(*figures.run, figure.strategy).value()),
                          &two = *figures.find(figure.reference)
                                      ->under(strategyNumber(*figures.run, figure.referenceStrategy).value());
    if (one.alone || two.alone) return std::nullopt;
    return *one.milliseconds / *two.milliseconds;
}

TEST(FoundFigures, AreThoseOfTheRowsThatTheyName) {
    std::size_t figuresSeen = 0;
    for (const std::string& suite : kSuites) {
        const RunResult run = stored("nvidia-h100-" + suite);
        const RunFigures figures = analyse(run);
        for (const Finding& finding : findingsOf(suite, figures)) {
            for (const FoundRow& figure : figuresOf(finding)) {
                const std::optional<Interval>& interval = figure.value->interval;
                ASSERT_TRUE(interval) << suite << ": " << finding.subject;
                EXPECT_TRUE(interval->low <= figure.value->median && figure.value->median <= interval->high)
                    << suite << ": " << finding.subject;
                if (figure.reference.empty() || finding.topic == "the reason")
                    continue; // of the CPU, or a rate
                const std::optional<double> times = timesOf(figures, figure);
                if (!times) continue;
                ++figuresSeen;
                EXPECT_NEAR(figure.value->median / *times, 1, 0.01)
                    << suite << ": " << finding.subject << ": " << figure.name;
            }
            const bool judged = finding.verdict != Verdict::Unknown;
            EXPECT_TRUE(!judged || !figuresOf(finding).empty()) << suite << ": " << finding.subject;
        }
    }
    EXPECT_GT(figuresSeen, 200u);
}

// A row under another strategy is another one.
TEST(FoundFigures, ContradictNeitherEachOtherNorTheAdvice) {
    std::vector<TimesClaim> claims;
    for (const std::string& suite : kSuites) {
        const RunResult run = stored("nvidia-h100-" + suite);
        for (const Finding& finding : findingsOf(suite, analyse(run))) {
            for (const FoundRow& figure : figuresOf(finding)) {
                if (figure.reference.empty() || finding.verdict == Verdict::Unknown) continue;
                claims.push_back({figure.name + " under " + figure.strategy,
                                  figure.reference + " under " + figure.referenceStrategy,
                                  figure.value->median});
            }
        }
    }
    const RunResult matrix = stored("nvidia-h100");
    const RunFigures figures = analyse(matrix);
    const std::string under = " under " + matrix.settings.strategies.front();
    const Advice advice = advise(figures);
    for (const std::vector<Finding>& findings : {advice.avoid, advice.topics})
        for (const Finding& finding : findings)
            for (const FoundRow& row : finding.rows)
                if (row.verdict != Verdict::Unknown && row.name != row.reference)
                    claims.push_back({row.name + under, row.reference + under, row.value->median});
    EXPECT_GT(claims.size(), 100u);
    EXPECT_EQ(contradiction(claims), "");
    // A wrong one among them is found wherever others say the contrary.
    constexpr std::size_t kEach = 5; // to try every one takes seconds
    std::size_t found = 0;
    for (std::size_t i = 0; i < claims.size(); i += kEach) {
        const double times = std::exchange(claims[i].times, 1.5 * claims[i].times);
        found += !contradiction(claims).empty();
        claims[i].times = times;
    }
    EXPECT_GT(found, claims.size() / kEach / 10);
}

} // namespace vkperftest::figures_test
