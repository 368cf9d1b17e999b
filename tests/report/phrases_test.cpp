#include "report/phrases.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/text.h"
#include "sample_run.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const PairedRatio kRatio{.median = 1.002, .interval = Interval{0.998, 1.006}, .ofFastest = 1};
const PairedRatio kShort{.median = 1.002, .interval = std::nullopt, .ofFastest = 1};

TEST(Phrases, Ratios) {
    EXPECT_EQ(ratioText(3.9114), "3.911x");
    EXPECT_EQ(ratioText(1), "1.000x");
    EXPECT_EQ(plusMinus(kRatio), "±0.4 %");
    EXPECT_EQ(plusMinus(kShort), "±?");
    EXPECT_EQ(ratioWithInterval(kRatio), "1.002x [0.998, 1.006]");
    EXPECT_EQ(ratioWithInterval(kShort), "1.002x [too few samples]");
    EXPECT_EQ(ratioWithInterval({.median = 1.002}), "1.002x");
}

TEST(Phrases, SidesHaveOtherNames) {
    const auto named = [](std::string_view text) { return withSides(text, "the first file", "this file"); };
    EXPECT_EQ(named("BASE and NEW have the same figures."),
              "The first file and this file have the same figures.");
    EXPECT_EQ(named("queues differ: main in BASE, compute in NEW."),
              "Queues differ: main in the first file, compute in this file.");
    EXPECT_EQ(named("Different devices (BASE ran on A, NEW on B)."),
              "Different devices (the first file ran on A, this file on B).");
    EXPECT_EQ(named("NEWER BASELINE"), "NEWER BASELINE");
}

TEST(Phrases, LongNamesAreShortened) {
    EXPECT_EQ(shortened("RTX 3090"), "RTX 3090");
    EXPECT_EQ(shortened(std::string(61, 'x')), std::string(60, 'x') + "…");
    std::string umlauts;
    for (int i = 0; i < 61; ++i) umlauts += "ä";
    EXPECT_EQ(shortened(umlauts), umlauts.substr(0, 60) + "…") << "no character is cut in two";
}

TEST(Phrases, AWrongTimersTimeIsNoShareOfTheHosts) {
    RunResult run = sampleRun();
    run.wallSeconds = 2;
    run.busyNanoseconds = 1.5e9;
    EXPECT_THAT(remarks(analyse(run)), Contains(EndsWith(" figures in 2.0 s; the device was busy with timed "
                                                         "or warm-up dispatches for 75 % of this time.")));
    run.timerRate = {1.99, 2.01, 5};
    EXPECT_THAT(remarks(analyse(run)), Contains(EndsWith(" figures in 2.0 s.")));
}

TEST(Phrases, OneFigureAndTimesOfWindowsAreCounted) {
    RunResult run = sampleRun();
    run.wallSeconds = 2;
    run.timerRate = {1.99, 2.01, 5};
    run.rows.resize(1);
    run.rows[0].strategies.resize(1);
    EXPECT_THAT(remarks(analyse(run)), Contains("1 figure in 2.0 s."));
    run.windows.resize(3, {.status = Status::Measured});
    run.windows[0].status = Status::Unsupported;
    EXPECT_THAT(remarks(analyse(run)), Contains("1 figure and 2 times of windows in 2.0 s."));
}

TEST(Phrases, LoadsHaveThreeDigits) {
    EXPECT_EQ(loadsText(29.94), "29.9");
    EXPECT_EQ(loadsText(0.1871), "0.187");
    EXPECT_EQ(loadsText(7.658), "7.66");
    EXPECT_EQ(loadsText(1234.4), "1234");
    EXPECT_EQ(loadsText(100), "100");
}

// "three significant digits or more"
TEST(Phrases, SmallLoadsKeepThreeDigits) {
    EXPECT_EQ(loadsText(0.01234), "0.0123");
}

TEST(Phrases, MillisecondsHaveFourDigits) {
    EXPECT_EQ(millisecondsText(7842.9431), "7842.943");
    EXPECT_EQ(millisecondsText(8.9634), "8.963");
    EXPECT_EQ(millisecondsText(0.53612), "0.5361");
    EXPECT_EQ(millisecondsText(0.012345), "0.01235");
    EXPECT_EQ(millisecondsText(0.1), "0.1000");
}

TEST(Phrases, Marks) {
    EXPECT_EQ(marks({}), "");
    EXPECT_EQ(marks({.imprecise = true}), "*");
    EXPECT_EQ(marks({.fastestDisagree = true}), "!");
    EXPECT_EQ(marks({.imprecise = true, .fastestDisagree = true}), "*!");
    EXPECT_EQ(marks({.incomparable = true}), "~");
    EXPECT_EQ(marks({.bound = Bound::Adds}), "") << "that has a column";
}

TEST(Phrases, DeviceLine) {
    RunResult run = sampleRun();
    EXPECT_EQ(deviceLine(run), "Some GPU (discrete GPU), radv Mesa 22.3.6, Vulkan 1.3.230");
    run.device.driverInfo = "";
    EXPECT_EQ(deviceLine(run), "Some GPU (discrete GPU), radv, Vulkan 1.3.230");
    run.device.driverName = "";
    run.device.driverVersion = 0x1234;
    EXPECT_EQ(deviceLine(run), "Some GPU (discrete GPU), driver 0x1234, Vulkan 1.3.230");
    EXPECT_EQ(deviceLine(printedRun()), "Some GPU, somebody's text");
    run = printedRun();
    run.device.name = "";
    EXPECT_EQ(deviceLine(run), "device not named, somebody's text");
}

TEST(Remarks, BeginWithTheNullRowAndTheDrift) {
    RunResult run = sampleRun();
    for (double& sample : run.nullRow.strategies[0].nanoseconds) sample /= 1.01;
    std::fill(run.baselineSeries.begin() + 40, run.baselineSeries.end(), 0.13 * 1.05);
    const std::vector<std::string> all = remarks(analyse(run));
    ASSERT_GE(all.size(), 2u);
    EXPECT_THAT(all[0], StartsWith("null row (Buffer<RGBA8>.Load random against itself): 1.010x ["));
    EXPECT_THAT(all[0], HasSubstr("+1.0 %"));
    EXPECT_THAT(all[1], AllOf(HasSubstr("drift"), HasSubstr("+5.0 %")));
}

TEST(Remarks, CountTheMarks) {
    const std::vector<std::string> all = remarks(analyse(sampleRun()));
    EXPECT_THAT(all,
                Contains(AllOf(StartsWith("* "), HasSubstr("goal of ±0.5 %"), HasSubstr(": 1 figure."))));
    EXPECT_THAT(all, Contains(AllOf(StartsWith("! "), HasSubstr(": 1 figure."))));
    RunResult good = sampleRun();
    good.rows.resize(2);
    for (const std::string& remark : remarks(analyse(good))) {
        EXPECT_THAT(remark, Not(AnyOf(StartsWith("* "), StartsWith("! "))));
    }
}

TEST(Remarks, DoNotCountTheBaselinesMarks) {
    RunResult run = sampleRun();
    run.rows.resize(2);
    run.rows[1].strategies[0] = measuredStrategy("set", 35.054, 0.05); // the table shows no marks there
    EXPECT_THAT(remarks(analyse(run)), Not(Contains(AnyOf(StartsWith("* "), StartsWith("! ")))));
}

TEST(Remarks, CountWhatBoundsTheRows) {
    EXPECT_THAT(remarks(analyse(sampleRun())), Not(Contains(HasSubstr("bound adds"))));
    EXPECT_THAT(remarks(analyse(sampleRun())),
                Contains("bound `?` (7 figures): unclear whether loads or instructions limit the row: no "
                         "floor was measured (7)."));
    RunResult run = sampleRunWithTwins();
    EXPECT_THAT(
        remarks(analyse(run)),
        Contains(StartsWith("bound `adds` (1 figure): additions, or a copy's stores, limit the row (it takes "
                            "less than 1.25 times as long as its floor")));
    run.codes["row"].summary = {.loops = true, .instructions = 40};
    run.codes["floor"].summary = {.loops = true, .instructions = 10};
    run.rows[0].strategies[0].code = "row";
    run.twins[0].strategies[0].code = "floor";
    run.rows[1].strategies[1] = measuredStrategy("push", 8.148 * 1.25, 0.05);
    EXPECT_THAT(remarks(analyse(run)),
                Contains("bound `?` (6 figures): unclear whether loads or instructions limit the row: no "
                         "floor was measured (3), row and floor compiled to different loops (1), "
                         "its time is too near its floor's, or the samples scatter too much (2)."));
    EXPECT_THAT(remarks(analyse(run)), Not(Contains(HasSubstr("bound adds"))));
}

// Or nobody would know why the bound is not known.
TEST(Remarks, TellOfFloorsThatFailed) {
    RunResult run = sampleRunWithTwins();
    run.twins[0].strategies[0] = {
        .strategy = "set", .status = Status::WrongValues, .reason = {ReasonKind::WrongValues, "wrong sums"}};
    EXPECT_THAT(remarks(analyse(run)),
                Contains("failed under set: Buffer<R8>.Load uniform, floor: wrong sums."));
}

TEST(Remarks, WithoutMarksAreTheOthersInTheirOrder) {
    std::vector<std::string> expected = remarks(analyse(sampleRunWithTwins()));
    std::erase_if(expected, [](const std::string& remark) {
        return remark.starts_with("* ") || remark.starts_with("! ") || remark.starts_with("bound ");
    });
    EXPECT_EQ(remarksWithoutMarks(analyse(sampleRunWithTwins())), expected);
    EXPECT_EQ(remarks(analyse(sampleRunWithTwins())).size(), expected.size() + 4);
}

TEST(Remarks, ListReasons) {
    const std::vector<std::string> all = remarks(analyse(sampleRun()));
    EXPECT_THAT(
        all,
        Contains("unsupported under push: ByteAddressBuffer.Load2 unaligned linear: no \"push\", none."));
    EXPECT_THAT(all, Contains("failed under set: cbuffer{float4} load uniform: wrong values."));
    EXPECT_THAT(all, Contains("not measured under push: cbuffer{float4} load uniform: time ran out."));
}

TEST(Remarks, GroupRowsOfOneReason) {
    RunResult run = sampleRun();
    for (RowResult& row : run.rows)
        row.strategies[1] = {
            .strategy = "push", .status = Status::Unsupported, .reason = {ReasonKind::DeviceLacks, "none"}};
    EXPECT_THAT(remarks(analyse(run)), Contains("unsupported under push: 5 rows: none."));
    run.rows.resize(3);
    EXPECT_THAT(remarks(analyse(run)),
                Contains(AllOf(StartsWith("unsupported under push: Buffer<R8>.Load uniform, "),
                               HasSubstr(": none."))));
}

TEST(Remarks, PartNamesThatHoldCommasBySemicolons) {
    RunResult run = sampleRun();
    run.rows.resize(2);
    for (const char* asked : {"16", "64"}) {
        RowResult& row = run.rows[asked == std::string("16") ? 0 : 1];
        row.name = fmt::format("A.Load uniform, subgroup {}", asked);
        row.strategies[1] = {.strategy = "push",
                             .status = Status::Unsupported,
                             .reason = {ReasonKind::DeviceLacks, "subgroups have 32 lanes", asked}};
    }
    EXPECT_THAT(remarks(analyse(run)),
                Contains("unsupported under push: A.Load uniform, subgroup 16; A.Load uniform, subgroup 64: "
                         "subgroups have 32 lanes."));
}

TEST(Remarks, TellWhatElseWasOdd) {
    RunResult run = sampleRun();
    const auto all = [&] { return join(remarks(analyse(run)), "\n"); };
    EXPECT_THAT(all(), Not(AnyOf(HasSubstr("warm-up"), HasSubstr("validation"), HasSubstr("abort"),
                                 HasSubstr("interrupt"))));
    run.warmedUp = false;
    run.settings.validated = true;
    run.interrupted = true;
    run.aborted = "the device was lost";
    EXPECT_THAT(all(), HasSubstr("warm-up"));
    EXPECT_THAT(all(), HasSubstr("validation layers were on"));
    EXPECT_THAT(all(), HasSubstr("interrupted"));
    EXPECT_THAT(all(), HasSubstr("aborted: the device was lost."));
}

TEST(Remarks, OfNothingMeasured) {
    EXPECT_THAT(remarks(analyse(emptyRun())), Contains(HasSubstr("null row: not measured")));
}

TEST(Remarks, OfPrintedFiguresTellTheirSourceAndCaveats) {
    EXPECT_THAT(
        remarks(analyse(printedRun())),
        testing::ElementsAre("figures from somebody's text: no samples, so no intervals.",
                             "~ not comparable: 2 rows: it reads no memory.",
                             "unsupported under push: ByteAddressBuffer.Load3 linear: no such thing."));
}

TEST(Remarks, AreSentences) {
    for (const RunResult& run : {sampleRun(), emptyRun(), printedRun()}) {
        for (const std::string& remark : remarks(analyse(run)))
            EXPECT_THAT(remark, testing::EndsWith(".")) << remark;
    }
}

TEST(Remarks, TellOfAComputeOnlyQueue) {
    RunResult run = sampleRun();
    EXPECT_THAT(remarks(analyse(run)), Not(Contains(HasSubstr("compute-only queue"))));
    run.settings.queue = QueueKind::Compute;
    EXPECT_THAT(remarks(analyse(run)), Contains("measured on a compute-only queue."));
}

TEST(Remarks, TellOfASoftwareDriverThatWasMeasuredAsAGpuIs) {
    const auto tells =
        Contains("a software driver was measured as if it were a GPU: the figures mean nothing.");
    RunResult run = sampleRun();
    run.rows.clear(); // their samples have no places in the run, which those of software drivers need
    run.nullRow = {};
    EXPECT_THAT(remarks(analyse(run)), Not(tells));
    run.device.kind = DeviceKind::Cpu;
    EXPECT_THAT(remarks(analyse(run)), tells);
    run.settings.cpu = true;
    EXPECT_THAT(remarks(analyse(run)), Not(tells));
    run = printedRun();
    run.device.kind = DeviceKind::Cpu;
    EXPECT_THAT(remarks(analyse(run)), Not(tells)) << "nobody knows how it was measured";
}

} // namespace
} // namespace vkperftest
