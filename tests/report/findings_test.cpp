#include <gmock/gmock.h>

#include "base/named.h"
#include "model/json_layout.h"
#include "regular_expressions.h"
#include "report/phrases.h"
#include "sample_run.h"
#include "written.h"

namespace vkperftest {
namespace findings_test {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const Experiment kExperiment{"weather", "does it rain?", nullptr};

// Any words can be a verdict: the name of a way of recording.
Finding found(const char* subject, const char* way, const char* sentence,
              std::vector<FoundFigure> figures = {}) {
    return {.subject = subject,
            .verdict = Found::Cheapest,
            .sentence = sentence,
            .way = way,
            .figures = std::move(figures)};
}

const Answer kAnswer = {"Take an \"umbrella\"",
                        {found("cbuffer{float4} load", "no", "it does not"),
                         found("a|b", "yes, a \"little\"", "it does: 2.00x",
                               {{"rain", "set", "sun", "push", {.median = 2, .interval = Interval{1.5, 2.5}}},
                                {.name = "hail", .value = {.median = 90}}}),
                         found("push constants", "no", "it does not")}};

std::string written(std::string_view format, const RunResult& run, bool color = false) {
    return written(format, findingsDocument(kExperiment, analyse(run), kAnswer), color);
}

TEST(FindingsTable, HasTheConclusionTheQuestionAndWhatIsAlikeToldTogether) {
    EXPECT_THAT(written("table", sampleRun()),
                StartsWith("Take an \"umbrella\"\n"
                           "weather: does it rain?\n"
                           "Some GPU (discrete GPU), radv Mesa 22.3.6, Vulkan 1.3.230\n"
                           "Run quality: good.\n"
                           "\n"
                           "cbuffer{float4} load, push constants  it does not\n"
                           "a|b                                   it does: 2.00x\n"
                           "\n"
                           "null row ("));
}

TEST(FindingsTable, ColourOnlyWhenAsked) {
    EXPECT_THAT(written("table", sampleRun()), Not(HasSubstr("\x1b")));
    EXPECT_THAT(written("table", sampleRun(), true), StartsWith("\x1b[1mTake an \"umbrella\"\x1b[0m\n"));
}

TEST(FindingsTable, EndsWithWhatWentWrong) {
    const std::string text = written("table", sampleRun());
    for (const std::string& remark : remarksWithoutMarks(analyse(sampleRun())))
        EXPECT_THAT(text, HasSubstr("\n" + remark + "\n"));
    EXPECT_THAT(text, HasSubstr("unsupported under push: "));
    EXPECT_THAT(text, Not(HasSubstr("wider than the goal"))) << "marks of figures that are not shown";
}

TEST(FindingsTable, OfBindingNamesTheRowsBehindEachFigure) {
    const Experiment binding{"binding", "what does each cost?", nullptr};
    const RunResult run = sampleRun();
    EXPECT_THAT(
        written("table", findingsDocument(binding, analyse(run), kAnswer)),
        AllOf(HasSubstr("\nTimes as long as under set, by kind of load, ± half of the 95 % interval\n"),
              ContainsRegex("\nstrategy +loads +times as long +rows\n"
                            "push +typed +1\\.41 ±[0-9.]+ % +2\n"
                            " +sampled +1\\.00 ±[0-9.]+ % +1\n")));
}

TEST(FindingsMarkdown, IsATableWithRemarks) {
    EXPECT_THAT(written("markdown", sampleRun()),
                AllOf(StartsWith("**Take an \"umbrella\"**\n\nweather: does it rain?\n\nSome GPU"),
                      HasSubstr("\n| subject | verdict | finding |\n|---|---|---|\n"
                                "| cbuffer{float4} load, push constants | no | it does not |\n"
                                "| a\\|b | yes, a \"little\" | it does: 2.00x |\n\n- null row")));
}

TEST(FindingsCsv, HasALineForEachFigure) {
    EXPECT_EQ(written("csv", sampleRun()),
              "experiment,device,subject,verdict,sentence,name,strategy,reference,reference_strategy,"
              "times,times_low,times_high,nanoseconds,nanoseconds_low,nanoseconds_high\n"
              "weather,Some GPU,cbuffer{float4} load,no,it does not,,,,,,,,,,\n"
              "weather,Some GPU,a|b,\"yes, a \"\"little\"\"\",it does: 2.00x,rain,set,sun,push,2,1.5,2.5,,,\n"
              "weather,Some GPU,a|b,\"yes, a \"\"little\"\"\",it does: 2.00x,hail,,,,,,,90,,\n"
              "weather,Some GPU,push constants,no,it does not,,,,,,,,,,\n");
}

// As the writers' notes go to stderr.
TEST(FindingsCsv, HasTheConclusionAmongItsNotes) {
    const Document document = findingsDocument(kExperiment, analyse(sampleRun()), kAnswer);
    EXPECT_EQ(document.notes.at(0), kAnswer.conclusion);
    EXPECT_EQ(document.notes.at(1), "Run quality: good.");
}

TEST(FindingsJson, IsOneObject) {
    RunResult run = sampleRun();
    run.started = "2026-11-21T09:30:00Z";
    run.device.name = "A \"GPU\"\xff";
    const std::string text = written("json", run);
    EXPECT_THAT(text, StartsWith("{\n \"experiment\": \"weather\",\n \"question\": \"does it rain?\",\n"
                                 " \"device\": \"A \\\"GPU\\\"\xef\xbf\xbd (discrete GPU), "));
    const Json json = Json::parse(text);
    EXPECT_EQ(json["started"], "2026-11-21T09:30:00Z");
    EXPECT_EQ(json["conclusion"], "Take an \"umbrella\"");
    EXPECT_EQ(json["remarks"][0], "Run quality: good.");
    ASSERT_EQ(json["findings"].size(), 3u);
    const Json& finding = json["findings"][1];
    EXPECT_EQ(finding["subject"], "a|b");
    EXPECT_EQ(finding["verdict"], "yes, a \"little\"");
    EXPECT_EQ(finding["sentence"], "it does: 2.00x");
    EXPECT_EQ(finding["figures"], Json::parse(R"([
        {"name": "rain", "strategy": "set", "reference": "sun", "reference_strategy": "push",
         "times": 2, "times_low": 1.5, "times_high": 2.5},
        {"name": "hail", "nanoseconds": 90, "nanoseconds_low": null, "nanoseconds_high": null}])"));
    EXPECT_TRUE(json["findings"][0]["figures"].empty());
}

TEST(FindingsFormats, ErrorNamesTheChoices) {
    const Result<const Writer*> format = findNamed(writers(), "perftest", "experiments have no format");
    ASSERT_FALSE(format.ok());
    EXPECT_EQ(format.error().kind, ErrorKind::Usage);
    EXPECT_THAT(format.error().remedy, AllOf(StartsWith("choose from: table, "), Not(HasSubstr("perftest"))));
}

} // namespace findings_test
} // namespace vkperftest
