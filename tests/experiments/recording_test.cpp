#include "experiments/recording.h"

#include <utility>

#include <gmock/gmock.h>

#include "experiments/binding.h"
#include "golden.h"
#include "made_up_rows.h"

namespace vkperftest {
namespace recording_findings_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

Finding cheapest(std::vector<RecordingResult> recording) {
    RunResult run;
    run.recording = std::move(recording);
    const std::vector<Finding> findings = recordingFindings(run);
    EXPECT_FALSE(findings.empty());
    return findings.empty() ? Finding() : findings[0];
}

TEST(RecordingFindings, NameTheCheapestWay) {
    const Finding finding = cheapest(
        {recordedIn("dispatch only", 20), recordedIn("write + bind", 200), recordedIn("bind only", 50)});
    EXPECT_EQ(finding.subject, "CPU, 1000 dispatches");
    EXPECT_EQ(verdictText(finding), "bind only");
    EXPECT_THAT(finding.sentence, AllOf(HasSubstr("cheapest to record: bind only; then write + bind; time "
                                                  "beyond a bare dispatch (20 ns): bind only 30 "
                                                  "ns [29, 31]"),
                                        HasSubstr("write + bind 178 ns")));
}

// As on an H100, where descriptor buffers are 158 ns below it.
TEST(RecordingFindings, ABareDispatchThatTakesLongerIsNoBaselineButTheOrderIsTold) {
    const Finding finding = cheapest({recordedIn("dispatch only", 700), recordedIn("descriptor buffer", 550),
                                      recordedIn("bind only", 800), recordedIn("push descriptors", 804),
                                      recordedIn("write + bind", 1000)});
    EXPECT_EQ(verdictText(finding), "descriptor buffer");
    expectGolden(finding.sentence);
    expectGolden(concludeBinding({}, {finding}));
}

TEST(RecordingFindings, ATieIsNotToldApart) {
    const Finding finding = cheapest({recordedIn("dispatch only", 20), recordedIn("bind only", 50),
                                      recordedIn("dynamic offset", 50.4), recordedIn("write + bind", 90)});
    EXPECT_EQ(verdictText(finding), "no clear order");
    EXPECT_THAT(finding.sentence,
                HasSubstr("cheapest to record (no clear order among these): bind only, dynamic "
                          "offset; then write + bind; time beyond"));
}

// Each overlaps its neighbour; the last is dearer than the first all the same.
TEST(RecordingFindings, AChainOfOverlapsIsNoTie) {
    const Finding finding =
        cheapest({recordedIn("dispatch only", 20), recordedIn("bind only", 50, 0.2),
                  recordedIn("dynamic offset", 65, 0.2), recordedIn("write + bind", 85, 0.2)});
    EXPECT_THAT(finding.sentence, HasSubstr("cheapest to record (no clear order among these): bind only, "
                                            "dynamic offset; then write + bind; "));
}

TEST(RecordingFindings, NoiseIsATie) {
    EXPECT_EQ(cheapest({recordedIn("dispatch only", 20), recordedIn("bind only", 50, 0.2),
                        recordedIn("dynamic offset", 60, 0.2)})
                  .verdict,
              Found::TooClose);
}

TEST(RecordingFindings, WithoutTwoWaysOrEnoughSamplesNothingCanBeSaid) {
    EXPECT_EQ(cheapest({recordedIn("dispatch only", 20), recordedIn("bind only", 50)}).verdict,
              Found::CannotSay);
    EXPECT_THAT(cheapest({recordedIn("bind only", 50), recordedIn("write + bind", 90)}).sentence,
                HasSubstr("'dispatch only', the baseline for binding costs, was not measured"));
    const Finding few = cheapest({recordedIn("dispatch only", 20), recordedIn("bind only", 50, 0, 5),
                                  recordedIn("write + bind", 90, 0, 5)});
    EXPECT_EQ(few.verdict, Found::CannotSay);
    EXPECT_THAT(few.sentence, HasSubstr("'bind only' has too few samples"));
}

TEST(RecordingFindings, WaysThatAreMissingSayWhy) {
    RunResult run;
    run.recording = {recordedIn("bind only", 50),
                     recordedIn("write + bind", 90),
                     {.way = "push descriptors",
                      .status = Status::Unsupported,
                      .reason = {ReasonKind::DeviceLacks, "no push"}},
                     {.way = "descriptor buffer",
                      .status = Status::Failed,
                      .reason = {ReasonKind::Broke, "vkMapMemory: no memory"}}};
    const std::vector<Finding> findings = recordingFindings(run);
    ASSERT_THAT(findings, SizeIs(3));
    EXPECT_EQ(findings[1].subject, "CPU, push descriptors");
    expectGolden(findings[1].sentence);
    EXPECT_EQ(findings[2].trouble->common(), "failed (vkMapMemory: no memory)");
}

} // namespace recording_findings_test
} // namespace vkperftest
