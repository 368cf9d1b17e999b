// What findings rest on, over the stored files of experiments: their figures are those of the rows that they name, and they
// contradict neither each other nor the advice on the same device.
#include <gmock/gmock.h>

#include "advice/advice.h"
#include "base/atomic_file.h"
#include "cases/strategy.h"
#include "contradiction.h"
#include "experiments/experiment.h"
#include "model/json_read.h"
#include "paths.h"

namespace vkperftest {
namespace {

RunResult stored(const std::string& name) {
    const std::string path = repositoryFile("results/" + name + ".json");
    const Result<std::string> text = readFile(path);
    EXPECT_TRUE(text.ok()) << path;
    Result<RunResult> run = runFromJson(text.value(), path);
    EXPECT_TRUE(run.ok()) << path;
    return std::move(run.value());
}

const std::vector<std::string> kSuites = {"uniform", "binding", "vector", "stride"};

std::vector<Finding> findingsOf(const std::string& suite, const RunFigures& figures) {
    const Result<Answer> answer = judgeRun(*findExperiment(suite).value(), figures);
    EXPECT_TRUE(answer.ok()) << suite;
    return answer.ok() ? answer.value().findings : std::vector<Finding>();
}

// Computed once more: from sample to sample where one row was measured under two strategies, else by the ratios of both.
double timesOf(const RunFigures& figures, const FoundFigure& figure) {
    const RowFigures &row = *figures.find(figure.name), &reference = *figures.find(figure.reference);
    const std::size_t strategy = strategyNumber(*figures.run, figure.strategy).value(),
                      other = strategyNumber(*figures.run, figure.referenceStrategy).value();
    if (&row == &reference) return row.timeOver(strategy, other)->median;
    const StrategyFigures &one = *row.under(strategy), &two = *reference.under(other);
    const bool alone = one.alone && two.alone;
    return (alone ? two.alone : two.ratio)->median / (alone ? one.alone : one.ratio)->median;
}

TEST(FoundFigures, AreThoseOfTheRowsThatTheyName) {
    std::size_t figuresSeen = 0;
    for (const std::string& suite : kSuites) {
        const RunResult run = stored("nvidia-h100-" + suite);
        const RunFigures figures = analyse(run);
        for (const Finding& finding : findingsOf(suite, figures)) {
            for (const FoundFigure& figure : finding.figures) {
                if (figure.reference.empty()) continue; // of the CPU
                ++figuresSeen;
                EXPECT_NEAR(figure.value.median / timesOf(figures, figure), 1, 1e-9)
                    << suite << ": " << finding.subject << ": " << figure.name;
                EXPECT_TRUE(figure.value.interval) << suite << ": " << finding.subject;
            }
            const bool judged = finding.ground == Ground::RowTimes && finding.verdict != Found::CannotSay;
            EXPECT_TRUE(!judged || !finding.figures.empty()) << suite << ": " << finding.subject;
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
            for (const FoundFigure& figure : finding.figures) {
                if (figure.reference.empty() || finding.verdict == Found::CannotSay) continue;
                claims.push_back({figure.name + " under " + figure.strategy,
                                  figure.reference + " under " + figure.referenceStrategy,
                                  figure.value.median});
            }
        }
    }
    const RunResult matrix = stored("nvidia-h100");
    const RunFigures figures = analyse(matrix);
    const std::string under = " under " + matrix.settings.strategies.front();
    for (const Advice& advice : advise(figures).said) {
        for (const CostClaim& claim : advice.claims) {
            if (claim.outcome == Outcome::Same) continue;
            claims.push_back({claim.cost.subject.name + under, claim.cost.reference.name + under,
                              claim.cost.times.median, claim.cost.hasLeast(), claim.cost.hasMost()});
        }
    }
    EXPECT_GT(claims.size(), 100u);
    EXPECT_EQ(contradiction(claims), "");
}

} // namespace
} // namespace vkperftest
