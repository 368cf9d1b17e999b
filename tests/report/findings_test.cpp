#include <gmock/gmock.h>

#include "base/named.h"
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
Finding found(const char* subject, const char* way, const char* sentence) {
    return {.subject = subject, .verdict = Found::Cheapest, .sentence = sentence, .way = way};
}

const Answer kAnswer = {"Take an \"umbrella\"",
                        {found("cbuffer{float4} load", "no", "it does not"),
                         found("a|b", "yes, a \"little\"", "it does: 2.00x"),
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
    EXPECT_THAT(text, Not(HasSubstr("of the figures"))) << "marks of figures that are not shown";
}

TEST(FindingsMarkdown, IsATableWithRemarks) {
    EXPECT_THAT(written("markdown", sampleRun()),
                AllOf(StartsWith("**Take an \"umbrella\"**\n\nweather: does it rain?\n\nSome GPU"),
                      HasSubstr("\n| subject | verdict | finding |\n|---|---|---|\n"
                                "| cbuffer{float4} load, push constants | no | it does not |\n"
                                "| a\\|b | yes, a \"little\" | it does: 2.00x |\n\n- null row")));
}

TEST(FindingsCsv, HasALineForEachSubject) {
    EXPECT_EQ(written("csv", sampleRun()), "experiment,device,subject,verdict,sentence\n"
                                           "weather,Some GPU,cbuffer{float4} load,no,it does not\n"
                                           "weather,Some GPU,a|b,\"yes, a \"\"little\"\"\",it does: 2.00x\n"
                                           "weather,Some GPU,push constants,no,it does not\n");
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
    EXPECT_THAT(text,
                HasSubstr(",\n \"started\": \"2026-11-21T09:30:00Z\",\n"
                          " \"conclusion\": \"Take an \\\"umbrella\\\"\",\n"
                          " \"findings\": [\n"
                          "  {\"subject\": \"cbuffer{float4} load\", \"verdict\": \"no\", "
                          "\"sentence\": \"it does not\"},\n"
                          "  {\"subject\": \"a|b\", \"verdict\": \"yes, a \\\"little\\\"\", "
                          "\"sentence\": \"it does: 2.00x\"},\n"
                          "  {\"subject\": \"push constants\", \"verdict\": \"no\", \"sentence\": \"it does "
                          "not\"}\n ],\n \"remarks\": [\n  \"Run quality: "
                          "good.\",\n  \"null row"));
    EXPECT_THAT(text, EndsWith("\n ]\n}\n"));
}

TEST(FindingsFormats, ErrorNamesTheChoices) {
    const Result<const Writer*> format = findNamed(writers(), "perftest", "experiments have no format");
    ASSERT_FALSE(format.ok());
    EXPECT_EQ(format.error().kind, ErrorKind::Usage);
    EXPECT_THAT(format.error().remedy, AllOf(StartsWith("choose from: table, "), Not(HasSubstr("perftest"))));
}

} // namespace findings_test
} // namespace vkperftest
