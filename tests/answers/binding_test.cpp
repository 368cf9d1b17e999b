#include "answers/experiment.h"
#include "cases/suite.h"
#include "judged.h"
#include "made_up_rows.h"
#include "matchers.h"

namespace vkperftest::binding_test {

constexpr const char* kRow = "ByteAddressBuffer.Load4 linear";

StrategyResult measuredIn(const std::string& strategy, double nanoseconds, double spread) {
    StrategyResult result = madeUpTimes(nanoseconds, spread);
    result.strategy = strategy;
    return result;
}

RowResult rowNamed(const std::string& operation, const std::string& pattern, const std::string& technique) {
    RunResult run;
    addMadeUpRow(run, operation, pattern, technique, 1, 0);
    run.rows[0].noLoads.clear();
    return run.rows[0];
}

// A row under set (4 ns) and one other strategy, which is off the other way, and its no-load control.
RunResult runOf(const std::string& strategy, double nanoseconds, double spread = 0.001) {
    RunResult run;
    run.settings.strategies = {"set", strategy};
    RowResult row = rowNamed("ByteAddressBuffer.Load4", "linear", "");
    row.strategies = {measuredIn("set", 4, spread), measuredIn(strategy, nanoseconds, -spread)};
    RowResult noLoads = rowNamed("ByteAddressBuffer.Load4", "linear", ", no loads");
    noLoads.strategies = {measuredIn("set", 1, 0.001), measuredIn(strategy, 1, 0.001)};
    row.noLoads = noLoads.name;
    run.rows = {row, noLoads};
    return run;
}

void addStrategy(RunResult& run, const std::string& name, double nanoseconds, double spread = 0.001) {
    run.settings.strategies.push_back(name);
    run.rows[0].strategies.push_back(measuredIn(name, nanoseconds, spread));
    run.rows[1].strategies.push_back(measuredIn(name, 1, 0.001));
}

// Of the only strategy beside set.
Finding strategyOf(const RunResult& run) {
    const std::vector<Finding> findings = judgeStrategies(analyse(run));
    EXPECT_THAT(findings, SizeIs(1));
    return findings.front();
}

std::vector<Finding> alignmentOf(double narrow, double wide, double spread = 0.001) {
    RunResult run = runOf("address-4", narrow, spread);
    addStrategy(run, "address-16", wide, spread);
    return judgeAlignment(analyse(run));
}

TEST(Binding, StrategiesAgainstSet) {
    for (const double nanoseconds : {4.0, 4.02, 3.98, 4.08, 3.9, 5.0, 2.0})
        expectText(strategyOf(runOf("push", nanoseconds)));
    expectText(strategyOf(runOf("push", 4 * 1.01, 0.02)));
    expectText(strategyOf(runOf("push", 8, 0.1))); // far from the threshold
}

TEST(Binding, MostRowsDecideAndTheirGreatestFigureIsNamed) {
    RunResult run = runOf("push", 6);
    const auto add = [&](const char* pattern, double nanoseconds) {
        RowResult row = rowNamed("ByteAddressBuffer.Load2", pattern, "");
        row.strategies = {measuredIn("set", 4, 0.001), measuredIn("push", nanoseconds, -0.001)};
        run.rows.push_back(row);
    };
    add("linear", 8);
    add("random", 4);
    expectText(strategyOf(run));
    add("uniform", 2);
    expectText(strategyOf(run));
}

TEST(Binding, StrategiesThatNoRowHasSayWhy) {
    RunResult run = runOf("push", 4);
    run.rows[0].strategies[1] = unsupported("push");
    run.rows[1] = run.rows[0];
    run.rows[1].name = "Buffer<R8>.Load uniform";
    run.rows[1].strategies[1].reason = {ReasonKind::NeedsStorageBuffer};
    for (int order = 0; order < 2; ++order, std::swap(run.rows[0], run.rows[1])) {
        expectUnknown(strategyOf(run), Inconclusive::NothingMeasured);
        EXPECT_EQ(strategyOf(run).why->first, "unsupported (no such bit)");
    }
}

TEST(Binding, Alignment) {
    for (const double narrow : {4.0, 4.1, 8.0, 4.6, 3.0}) {
        const std::vector<Finding> findings = alignmentOf(narrow, 4);
        ASSERT_THAT(findings, SizeIs(1));
        EXPECT_EQ(findings[0].subject, "4 bytes: " + std::string(kRow));
        expectText(findings[0]);
    }
    expectText(alignmentOf(4.2, 4, 0.02)[0]);
}

// The widest promise that the row allows is what the others are held against.
TEST(Binding, AlignmentOfEightBytesIsComparedWithTheWidest) {
    RunResult run = runOf("address-4", 4);
    addStrategy(run, "address-8", 2);
    addStrategy(run, "address-16", 1.5);
    const auto expectAll = [&] {
        for (const Finding& finding : judgeAlignment(analyse(run))) {
            expectGolden(finding.subject);
            expectText(finding);
        }
    };
    expectAll();
    run.rows[0].strategies.back() = unsupported("address-16");
    expectAll();
}

// Both compute addresses of 64 bits, so whatever limits the row, the promises make the difference.
TEST(Binding, WhatAddressesCostIsSaidByCause) {
    const auto causesOf = [](double set, double address, double control, const char* operation) {
        RunResult run = runOf("address-4", address);
        for (RowResult& row : run.rows)
            row.load->kind = factsOfName(std::string(operation) + " linear")->kind;
        run.rows[0].strategies[0] = measuredIn("set", set, 0.001);
        run.rows[1].strategies[1] = measuredIn("address-4", control, 0.001);
        std::string causes;
        for (const Finding& finding : judgeStrategies(analyse(run))) causes += finding.subject;
        return causes;
    };
    const char *raw = "ByteAddressBuffer.Load4", *structured = "StructuredBuffer<float4>.Load";
    EXPECT_EQ(causesOf(4, 5, 2.5, raw), "address-4: 64-bit addresses")
        << "the control loses 1.5 ns, the row 1";
    EXPECT_EQ(causesOf(4, 5, 1.5, raw), "address-4: unclear");
    EXPECT_EQ(causesOf(4, 5, 1.5, structured), "address-4: narrow loads");
    EXPECT_EQ(causesOf(4, 3, 2, raw), "address-4: no bounds checks");
    EXPECT_EQ(causesOf(4, 4, 2, raw), "address-4: no difference");
}

TEST(Binding, AlignmentWithoutAddressesSaysWhy) {
    RunResult run = runOf("address-4", 4);
    EXPECT_THAT(judgeAlignment(analyse(run)), IsEmpty()); // nobody asked for address-16
    run.settings.strategies.emplace_back("address-16");
    for (RowResult& row : run.rows) row.strategies.push_back(unsupported("address-16"));
    EXPECT_THAT(judgeAlignment(analyse(run)), IsEmpty());
    expectUnknown(judgeStrategies(analyse(run)).at(0), Inconclusive::NothingMeasured);
}

// Recording -----------------------------------------------------------------

Finding recorded(std::vector<RecordingResult> recording) {
    RunResult run;
    run.recording = std::move(recording);
    return recordingFindings(run).at(0);
}

TEST(Recording, TheCheapestWayIsNamedIfItIsOne) {
    const std::vector<RecordingResult> kRecorded[] = {
        {recordedIn("dispatch only", 20), recordedIn("write + bind", 200), recordedIn("bind only", 50)},
        // As on an H100, where descriptor buffers are below a bare dispatch.
        {recordedIn("dispatch only", 700), recordedIn("descriptor buffer", 550),
         recordedIn("bind only", 800)},
        {recordedIn("dispatch only", 20), recordedIn("bind only", 50), recordedIn("dynamic offset", 50.4)},
        {recordedIn("dispatch only", 20), recordedIn("bind only", 50, 0.2),
         recordedIn("dynamic offset", 60, 0.2)},
        {recordedIn("bind only", 50), recordedIn("dynamic offset", 60, 0.4)}, // which may be as cheap
        // Without two ways or enough samples of the cheapest:
        {recordedIn("dispatch only", 20), recordedIn("bind only", 50)},
        {recordedIn("bind only", 50), recordedIn("write + bind", 90)},
        {recordedIn("dispatch only", 20), recordedIn("bind only", 50, 0, 5),
         recordedIn("write + bind", 90, 0, 5)}};
    for (const std::vector<RecordingResult>& each : kRecorded) expectText(recorded(each));
}

TEST(Recording, WaysThatAreMissingSayWhy) {
    RunResult run;
    run.recording = {recordedIn("bind only", 50),
                     {.way = "push descriptors",
                      .status = Status::Unsupported,
                      .reason = {ReasonKind::DeviceLacks, "no push"}}};
    const std::vector<Finding> findings = recordingFindings(run);
    ASSERT_THAT(findings, SizeIs(2));
    EXPECT_EQ(findings[1].subject, "push descriptors");
    EXPECT_EQ(findings[1].why.value().first, "unsupported (no push)");
}

// The whole ------------------------------------------------------------------

// The suite's rows and strategies, and every way of recording.
RunResult wholeRun() {
    RunResult run = suiteRun(*findSuite("binding").value(), bindingRows());
    for (const std::string& way : recordingWays()) run.recording.push_back(recordedIn(way, 50));
    return run;
}

TEST(BindingFindings, JudgeTheWholeSuite) {
    const std::vector<Finding> findings = answerOf("binding", analyse(wholeRun())).value().findings;
    std::size_t direct = 0;
    for (const Case& row : bindingRows()) direct += row.technique == Technique::Direct;
    const std::size_t bound = direct - 1;                                 // all but push constants
    EXPECT_EQ(findings.size(), (kStrategies.size() - 1) + 2 * bound + 1); // all as fast: one cause
    EXPECT_EQ(findings.front().subject, "push");
    EXPECT_EQ(findings.front().verdict, Verdict::Same);
    EXPECT_THAT(findings.front().rows, SizeIs(direct));
    expectUnknown(findings.back(), Inconclusive::NoClearOrder);
    RunResult interrupted = wholeRun();
    interrupted.recording.clear();
    expectUnknown(answerOf("binding", analyse(interrupted)).value().findings.back(),
                  Inconclusive::NoRecording);
}

TEST(BindingFindings, WhatIsMissingIsNamed) {
    RunResult run = wholeRun();
    std::erase_if(run.rows, [](const RowResult& row) { return row.name != kRow; }); // as --filter leaves it
    EXPECT_TRUE(answerOf("binding", analyse(run)).ok());
    run.rows.clear();
    const Result<Answer> none = answerOf("binding", analyse(run));
    EXPECT_EQ(none.error().kind, ErrorKind::Usage);
    EXPECT_THAT(none.error().cause, HasSubstr("'binding'"));
}

} // namespace vkperftest::binding_test
