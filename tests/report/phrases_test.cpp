// Phrases and remarks; the sentences are in tests/golden/report.txt.
#include "report/phrases.h"

#include <fmt/format.h>

#include "base/text.h"
#include "golden.h"
#include "matchers.h"
#include "report/results_json.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest::phrases_test {

const PairedRatio kRatio{.median = 1.002, .interval = Interval{0.998, 1.006}};
const PairedRatio kShort{.median = 1.002};

// The remarks that hold the part.
void expectRemarks(const RunResult& run, const std::string& part = "") {
    for (const std::string& remark : remarks(analyse(run))) {
        EXPECT_THAT(remark, EndsWith("."));
        if (remark.find(part) != std::string::npos) expectGolden(remark);
    }
}

std::vector<std::string> remarksOn(const RunResult& run) {
    return remarks(analyse(run));
}

TEST(Phrases, Figures) {
    EXPECT_EQ(ratioText(3.9114), "3.911x");
    EXPECT_EQ(plusMinus(kRatio) + plusMinus(kShort), "±0.4 %±?");
    EXPECT_EQ(ratioWithInterval(kRatio), "1.002x [0.998, 1.006]");
    EXPECT_EQ(ratioWithInterval(kShort), "1.002x");
    for (const auto& [loads, text] : {std::pair(29.94, "29.9"),
                                      {0.1871, "0.187"},
                                      {7.658, "7.66"},
                                      {1234.4, "1234"},
                                      {100, "100"},
                                      {0.01234, "0.0123"}})
        EXPECT_EQ(loadsText(loads), text);
    for (const auto& [milliseconds, text] : {std::pair(7842.9431, "7842.943"),
                                             {8.9634, "8.963"},
                                             {0.53612, "0.5361"},
                                             {0.012345, "0.01235"},
                                             {0.1, "0.1000"}})
        EXPECT_EQ(millisecondsText(milliseconds), text);
    EXPECT_EQ(marks({.limiter = Limiter::Instructions}), "") << "that has a column";
    EXPECT_EQ(marks({.imprecise = true, .footnote = FootnoteEffect::Unknown}), "*~");
}

TEST(Phrases, LongNamesAreShortened) {
    EXPECT_EQ(shortened("RTX 3090"), "RTX 3090");
    EXPECT_EQ(shortened(std::string(61, 'x')), std::string(60, 'x') + "…");
    std::string umlauts;
    for (int i = 0; i < 61; ++i) umlauts += "ä";
    EXPECT_EQ(shortened(umlauts), umlauts.substr(0, 60) + "…"); // no character is cut in two
}

TEST(Phrases, DeviceLine) {
    RunResult run = sampleRun(), printed = printedRun();
    expectGolden(deviceLine(run));
    run.device.driverInfo = "";
    expectGolden(deviceLine(run));
    run.device.driverName = "";
    run.device.driverVersion = 0x1234;
    expectGolden(deviceLine(run));
    printed.device.name = "";
    expectGolden(deviceLine(printed));
}

TEST(Remarks, OfRunsAreThese) {
    for (const RunResult& run : {sampleRun(), sampleRunWithControls(), emptyRun(), printedRun()})
        expectRemarks(run);
    RunResult odd = sampleRun();
    odd.rows.resize(2); // without marks
    for (double& sample : odd.aaControl.strategies[0].nanoseconds) sample /= 1.01;
    odd.warmedUp = false;
    odd.settings.validated = true;
    odd.aborted = "the device was lost";
    expectRemarks(odd);
}

TEST(Remarks, CountFiguresInTheHostsTime) {
    RunResult run = sampleRun();
    run.wallSeconds = 2;
    expectRemarks(run, " in 2.0 s");
}

TEST(Remarks, CountControlsThatWereNotMeasuredApartFromRows) {
    RunResult run = sampleRunWithControls();
    for (std::vector<RowResult>* const all : {&run.rows, &run.controls})
        for (RowResult& row : *all)
            for (StrategyResult& strategy : row.strategies)
                strategy = {.strategy = strategy.strategy, .status = Status::NotMeasured};
    const std::string counts =
        fmt::format("{} and {}", counted(run.rows.size(), "row"), counted(run.controls.size(), "control"));
    EXPECT_THAT(remarks(analyse(run)), Contains(HasSubstr("not measured under set: " + counts)));
}

TEST(Remarks, DoNotCountTheBaselinesMarks) {
    RunResult run = sampleRun();
    run.rows.resize(2);
    run.rows[1].strategies[0] = measuredStrategy("set", 35.054, 0.05); // the table shows no marks there
    EXPECT_THAT(remarksOn(run), Not(Contains(testing::AnyOf(StartsWith("* "), StartsWith("! ")))));
}

TEST(Remarks, CountTheFiguresOfALimiter) {
    RunResult run = sampleRunWithControls();
    run.rows[1].strategies[1] = measuredStrategy("push", 8.148 * 1.25, 0.05);
    expectRemarks(run, "limiter `");
    run.controls[0].strategies[0] = {
        .strategy = "set", .status = Status::WrongValues, .reason = {ReasonKind::WrongValues, "wrong sums"}};
    expectRemarks(run, "no-load control: wrong sums");
}

TEST(Remarks, WithoutMarksAreTheOthersInTheirOrder) {
    std::vector<std::string> expected = remarksOn(sampleRunWithControls());
    std::erase_if(expected, [](const std::string& remark) {
        return remark.starts_with("* ") || remark.starts_with("limiter ");
    });
    EXPECT_EQ(remarks(analyse(sampleRunWithControls()), false), expected);
    EXPECT_EQ(remarksOn(sampleRunWithControls()).size(), expected.size() + 3);
}

TEST(Remarks, GroupRowsOfOneReason) {
    RunResult run = sampleRun();
    for (RowResult& row : run.rows)
        row.strategies[1] = {
            .strategy = "push", .status = Status::Unsupported, .reason = {ReasonKind::DeviceLacks, "none"}};
    expectRemarks(run, "unsupported");
    run.rows.resize(2);
    expectRemarks(run, "unsupported");
    for (RowResult& row : run.rows) {
        const char* const size = &row == &run.rows[0] ? "16" : "64";
        row.name = fmt::format("A.Load uniform, subgroup {}", size); // names that hold commas
        row.strategies[1].reason = {ReasonKind::DeviceLacks, "subgroups have 32 lanes", size};
    }
    expectRemarks(run, "unsupported");
}

TEST(Remarks, TellOfASoftwareDriverThatWasMeasuredAsAGpuIs) {
    const auto tells = Contains(HasSubstr("were a GPU"));
    RunResult run = sampleRun();
    run.rows.clear(); // their samples have no places in the run, which those of software drivers need
    run.aaControl = {};
    EXPECT_THAT(remarksOn(run), Not(tells));
    run.device.kind = DeviceKind::Cpu;
    EXPECT_THAT(remarksOn(run), tells);
    run.settings.cpu = true;
    EXPECT_THAT(remarksOn(run), Not(tells));
    run = printedRun();
    run.device.kind = DeviceKind::Cpu;
    EXPECT_THAT(remarksOn(run), Not(tells)); // nobody knows how it was measured
}

// Conditions -----------------------------------------------------------------

Conditions reading(double clock, double temperature, std::vector<std::string> throttling = {}) {
    return {.clock = clock, .temperature = temperature, .throttling = std::move(throttling)};
}

std::vector<std::string> remarksOf(std::vector<Conditions> readings, std::string missing = {}) {
    RunResult run;
    run.conditions = std::move(readings);
    run.conditionsMissing = std::move(missing);
    return conditionRemarks(run);
}

TEST(ConditionRemarks, SayWhatReadingsMean) {
    std::vector<Conditions> ofARow = {reading(1500, 61), reading(2505, 61)}; // it rises at first
    ofARow[1].row = "StructuredBuffer<float4>.Load linear";
    const CounterReading slow{2, 4}, fast{2.4, 4};
    for (const std::vector<std::string>& all :
         {remarksOf({reading(2000, 61), reading(2101, 61), reading(2050, 61)}),
          remarksOf({reading(2000, 61), reading(1500, 83, {"temperature", "power cap"}),
                     reading(1500, 84, {"temperature"})}),
          remarksOf({}, "not supported")})
        expectGolden(join(all, "\n"));
    EXPECT_THAT(remarksOf(ofARow), IsEmpty());
    EXPECT_THAT(remarksOf({reading(2000, 61), reading(2100, 61)}), IsEmpty()) << "5 % are usual";
    EXPECT_THAT(remarksOf({{.counter = slow}, {.counter = fast}}), ElementsAre(HasSubstr("by 20 %")));
    RunResult moved = sampleRun();
    moved.conditions = {reading(2000, 61), reading(1500, 83)};
    EXPECT_THAT(doubts(analyse(moved)), Contains(StartsWith("the clock moved")));
    EXPECT_THAT(remarksOf({}), IsEmpty()) << "nobody asked";
}

// Known rates ----------------------------------------

RunResult runOnH100() {
    RunResult run = sampleRun();
    run.settings.cpu = false;
    run.device.vendorId = kVendorNvidia;
    run.device.name = "NVIDIA H100";
    run.device.computeUnits = 10;
    return run;
}

// Ticks a nanosecond, and in a step.
RunResult counted(double rate, double step) {
    RunResult run = runOnH100();
    run.device.timestampPeriod = 10;
    run.conditions = {{.counter = CounterReading{rate, step}}, {.counter = CounterReading{rate, step}}};
    return run;
}

TEST(LimitPhrases, NameTheRatesAndTheirSources) {
    expectGolden(rateText(runOnH100()));
    RunResult unknown = runOnH100();
    unknown.device.name = "NVIDIA GeForce RTX 4090";
    EXPECT_EQ(rateText(unknown), "");
}

TEST(LimitPhrases, FiguresAtAClockHaveColumnsIfTheyAreKnown) {
    for (const RunResult& run : {counted(1.75, 4), runOnH100()}) {
        expectGolden(writtenRun("markdown", run));
        expectGolden(writtenRun("csv", run));
    }
    RunResult unknownL1 = counted(1.75, 4);
    unknownL1.device.name = "NVIDIA GeForce RTX 4090";
    expectRemarks(unknownL1, "clocks: ");
    const RunResult run = counted(2, 4);
    const RunFigures figures = analyse(run);
    const StrategyFigures& first = *figures.rows[0].under(0);
    ASSERT_TRUE(first.loadsPerClock && first.loadsPerNanosecond);
    EXPECT_DOUBLE_EQ(*first.loadsPerClock, *first.loadsPerNanosecond / 20);
    EXPECT_THAT(runToJson(run, true),
                AllOf(HasSubstr("\"gigahertz\": 2,"), HasSubstr("\"source\": \"counter\""),
                      HasSubstr("\"architecture\": \"Hopper (9.0)\""), HasSubstr("\"loads_per_clock\": ")));
    EXPECT_THAT(runToJson(runOnH100(), true),
                AllOf(Not(HasSubstr("core_clock")), HasSubstr("\"clocks\": null"),
                      HasSubstr("\"loads_per_clock\": null")));
}

// Quality --------------------------------------------------------------------

TEST(QualityLine, SaysWhatIsWrongAndWhatToDo) {
    const auto expectOf = [](const RunResult& run) { expectGolden(qualityLine(analyse(run))); };
    RunResult run = sampleRun();
    expectOf(run);
    EXPECT_EQ(qualityRemedy(analyse(run)) + qualityLine(analyse(printedRun())), "");
    for (double& sample : run.aaControl.strategies[0].nanoseconds) sample *= 1.05; // it ought to be 1
    expectOf(run);
    run.conditions = {{.restart = 0, .clock = 1980}, {.restart = 1, .clock = 1980}};
    expectOf(run);
    run.conditions[1].clock = 1600;
    expectOf(run);
    const RunFigures figures = analyse(run);
    run.settings.cpu = true;
    run.host.cpuThreads = 8;
    for (const std::uint32_t threads : {0u, 7u, 1u}) {
        run.host.driverThreads = threads;
        expectGolden(qualityLine(figures));
    }
}

// Progress -------------------------------------------------------------------

TEST(Progress, DurationsAreMinutesAndSeconds) {
    for (const auto& [seconds, text] : {std::pair(0.0, "0:00"),
                                        {43, "0:43"},
                                        {59.2, "1:00"}, // rounded up: "0:00 left" would say that it is over
                                        {0.1, "0:01"},
                                        {600, "10:00"},
                                        {3599, "59:59"},
                                        {3599.5, "1:00:00"},
                                        {3723, "1:02:03"},
                                        {-5, "0:00"}})
        EXPECT_EQ(durationText(seconds), text);
}

TEST(Progress, ShowsTheShareOfTimeAndWhatIsAtWork) {
    RowResult row{.name = "cbuffer{float4} load linear",
                  .baselineLoads = 1000,
                  .baselineNanoseconds = std::vector<double>(8, 3911.0),
                  .strategies = {{.strategy = "set",
                                  .status = Status::Measured,
                                  .loads = 1000,
                                  .nanoseconds = {996, 996, 996, 996, 1004, 1004, 1004, 1004}}}};
    expectGolden(progressLine(0.25, 15, &row));
    row.strategies[0].status = Status::NotMeasured;
    for (const std::string& line : // at the beginning no time is known
         {progressLine(0.5, 3, &row), progressLine(0, 0), progressLine(0.01, 1), progressLine(1, 50),
          stageLine(RunStage::ReadingCode, 0, 0), stageLine(RunStage::BuildingPipelines, 37, 276),
          stageLine(RunStage::WarmingUp, 0, 0), stageLine(RunStage::VerifyingRows, 12, 138, 0.389)})
        expectGolden(line);
}

} // namespace vkperftest::phrases_test
