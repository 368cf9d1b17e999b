#include "report/findings.h"

#include "base/text.h"
#include "golden.h"
#include "matchers.h"
#include "report/documents.h"
#include "report/phrases.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest::findings_test {

const Experiment kExperiment{"weather", "does it rain?", nullptr};

// `times`: as long as the reference.
FoundRow rowOf(const char* at, Verdict verdict, double times) {
    return {.name = std::string("row ") + at,
            .strategy = "set",
            .reference = "the other",
            .referenceStrategy = "set",
            .value = PairedRatio{times, Interval{times * 0.99, times * 1.01}},
            .at = at,
            .verdict = verdict};
}

Finding findingWith(const char* subject, Verdict verdict, double times) {
    return judgedByMost(
        {.topic = "rain", .subject = subject, .reference = "sun", .rows = {rowOf("", verdict, times)}});
}

Answer answerOf(std::vector<Finding> findings) {
    return {.findings = std::move(findings)};
}

const Answer kAnswer =
    answerOf({findingWith("A.Load2", Verdict::Better, 0.5), findingWith("A.Load3", Verdict::Better, 0.25),
              findingWith("B", Verdict::Worse, 2), findingWith("C", Verdict::Same, 1),
              unknownFinding("rain", "a|b", {Inconclusive::Missing, "hail"})});

std::string written(std::string_view format, const RunResult& run, bool color = false) {
    return written(format, findingsDocument(kExperiment, analyse(run), kAnswer), color);
}

// Every template once; the sentences are in tests/golden/report.txt.
TEST(FindingTexts, AreOfOneTemplate) {
    const auto line = [](const Finding& finding) { expectGolden(findingText(finding)); };
    for (const Finding& finding : kAnswer.findings) line(finding);
    Finding byHand = findingWith("A", Verdict::Better, 0.5);
    byHand.way = "shuffle";
    byHand.seen = Seen::NotShared;
    byHand.scope = "under push";
    line(byHand);
    FoundRow unknown = rowOf("12", Verdict::Unknown, 1.05);
    unknown.why = {Inconclusive::Scatters, "a", "b", {1.0, 1.2, 1.1}};
    line(judgedByMost({.reference = "offset 0",
                       .rows = {rowOf("4", Verdict::Worse, 1.5), rowOf("8", Verdict::Same, 1), unknown}}));
    line(judgedByMost({.reference = "offset 0", .rows = {rowOf("8", Verdict::Same, 1), unknown}}));
    line(judgedAsClaim(
        {.reference = "offset 0", .rows = {rowOf("4", Verdict::Worse, 1.5), rowOf("8", Verdict::Same, 1)}}));
    line({.verdict = Verdict::Better,
          .way = "bind only",
          .evidence = {{.name = "bind only", .value = PairedRatio{50, Interval{48, 53}}}}});
    line({.subject = "chain, one lane",
          .verdict = Verdict::Worse,
          .rows = {{.name = "level",
                    .value = PairedRatio{33, Interval{32.8, 33.2}},
                    .at = "2 KB",
                    .verdict = Verdict::Worse},
                   {.name = "level", .value = PairedRatio{215, Interval{214, 216}}, .at = "32 KB"}}});
    line({.verdict = Verdict::Worse,
          .factor = PairedRatio{4, {}},
          .reference = "one of 128 bits",
          .seen = Seen::WordLoads});
}

TEST(FindingTexts, EachReasonHasOne) {
    for (int kind = 0; kind <= static_cast<int>(Inconclusive::Reported); ++kind)
        expectGolden(inconclusiveText({static_cast<Inconclusive>(kind), "A", "B", {1, 2, 3}}));
}

// As few decimals, two or more, as print different figures differently.
TEST(FindingTexts, FiguresNearAThresholdHaveMoreDecimals) {
    EXPECT_THAT(inconclusiveText({Inconclusive::Scatters, "A", "B", {1.2496, 1.2504, 1.25}}),
                AllOf(HasSubstr("1.2496"), HasSubstr("1.2504")));
}

TEST(VerdictLine, CountsByTopic) {
    expectGolden(verdictLine(kAnswer));
    Answer disturbed = kAnswer;
    disturbed.missing = 3;
    disturbed.rows = 73;
    expectGolden(verdictLine(disturbed));
    expectGolden(verdictLine(answerOf({unknownFinding("rain", "A", {Inconclusive::Scatters, "A", "B"}),
                                       unknownFinding("rain", "B", {Inconclusive::Scatters, "A", "B"})})));
}

// Ranges and counts of rows; what is the same or unknown is named, too.
TEST(VerdictLine, OfAKnownTopicLosesNoFinding) {
    const auto finding = [](const char* topic, const char* subject, std::vector<FoundRow> rows) {
        return judgedByMost(
            {.topic = topic, .subject = subject, .reference = "sun", .rows = std::move(rows)});
    };
    FoundRow unknown = rowOf("4", Verdict::Unknown, 1.05);
    unknown.why = {Inconclusive::Scatters, "a", "b", {1.0, 1.2, 1.1}};
    const FoundRow same = rowOf("8", Verdict::Same, 1);
    for (const char* topic : {"alignment", "splitting the loop", "addresses against set"})
        expectGolden(verdictLine(answerOf(
            {finding(topic, "A", {rowOf("1", Verdict::Worse, 1.4), rowOf("2", Verdict::Worse, 3.9), same}),
             finding(topic, "B", {same}), finding(topic, "C", {unknown}),
             finding(topic, "D", {rowOf("1", Verdict::Better, 0.5)})})));
    expectGolden(verdictLine(answerOf({finding("two arrays", "inside L1", {same})})));
    const FoundRow better = rowOf("1", Verdict::Better, 0.5);
    expectGolden(verdictLine(answerOf({finding("against set", "push", {same, same}),
                                       finding("against set", "pull", {same, same, better})})));
}

// With what went wrong at their end, but without the marks of figures that are not shown.
TEST(FindingsDocument, HasTheVerdictTheQuestionAndTheFindings) {
    for (const char* format : {"table", "markdown", "csv"}) expectGolden(written(format, sampleRun()));
    EXPECT_THAT(written("table", sampleRun()), Not(HasSubstr("\x1b")));
    EXPECT_EQ(findingsDocument(kExperiment, analyse(sampleRun()), kAnswer).notes.at(0), verdictLine(kAnswer));
    EXPECT_THAT(written("table", sampleRun(), true), StartsWith("\x1b[1mweather: "));
    // That of the experiment `binding` names the rows behind each figure.
    const RunResult run = sampleRun();
    expectGolden(written(
        "table", findingsDocument({"binding", "what does each cost?", nullptr}, analyse(run), kAnswer)));
}

TEST(FindingsJson, IsOneObject) {
    RunResult run = sampleRun();
    run.started = "2026-11-21T09:30:00Z";
    run.device.name = "A \"GPU\"\xff";
    expectGolden(written("json", run));
}

} // namespace vkperftest::findings_test
