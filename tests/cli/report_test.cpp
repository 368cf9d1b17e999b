// `report` from end to end.
#include <filesystem>

#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kLoads = "load | * | * | 0.01\n";

TEST(Report, WritesFilesAndPublishedTablesIntoOnePage) {
    const std::string a = measuredFile(kLoads, "a.json", {"--quick", "--filter", "*Load4*"}),
                      page = scratchFile("x.html");
    const Outcome outcome = runProgram({"report", a, "perftest:RTX 3090", "--output", page});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("saved to " + page));
    const std::string text = readAll(page);
    EXPECT_THAT(text, HasSubstr("<!DOCTYPE html>"));
    EXPECT_THAT(text, HasSubstr("RTX 3090"));
    EXPECT_THAT(text, Not(HasSubstr("\"outcome\":[\""))) << "different devices are not compared";
}

TEST(Report, ComparesFilesOfOneDeviceWithoutTheWordsOfCompare) {
    const std::string a = measuredFile(kLoads, "a.json", {"--quick", "--filter", "*Load4*"}),
                      b = measuredFile(kLoads, "b.json", {"--quick", "--filter", "*Load4*"});
    const Outcome outcome = runProgram({"report", "perftest:RTX 3090", a, b, a, "--output", "-"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\"outcome\":[\""));
    EXPECT_THAT(outcome.out, HasSubstr("The first file and this file have the same samples"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("BASE")));
}

TEST(Report, DoesNotReplaceAnInput) {
    const std::string before = readAll(measuredFile(kLoads, "a.json", {"--quick", "--filter", "*Load4*"})),
                      file = scratchFile("a.html");
    writeAll(file, before);
    const Outcome outcome = runProgram({"report", "perftest:RTX 3090", file, "--output", file});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--output '" + file + "' is an input; name another file"));
    EXPECT_EQ(readAll(file), before);
}

TEST(Report, GoesToStandardOutputOnRequest) {
    const Outcome outcome = runProgram({"report", "perftest:RTX 3090", "-o", "-"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("<title>Loads of RTX 3090</title>"));
    EXPECT_EQ(outcome.err, "");
}

TEST(Report, NamesEveryFileThatDoesNotLoad) {
    const std::string page = scratchFile("x.html"), broken = scratchFile("broken.json");
    writeAll(broken, "{");
    const Outcome outcome = runProgram({"report", broken, "perftest:RTX 3090", "absent.json", "-o", page});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("broken.json"));
    EXPECT_THAT(outcome.err, HasSubstr("absent.json"));
    EXPECT_FALSE(std::filesystem::exists(page));
}

TEST(Report, LeavesThemOutWithKeepGoing) {
    const std::string page = scratchFile("x.html");
    const Outcome outcome =
        runProgram({"report", "absent.json", "perftest:RTX 3090", "--keep-going", "-o", page});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("absent.json"));
    EXPECT_THAT(readAll(page), Not(HasSubstr("absent.json")));
    const Outcome none = runProgram({"report", "absent.json", "--keep-going", "-o", page});
    EXPECT_EQ(none.exitCode, 2) << "nothing is left";
}

TEST(Report, WritesPicturesOfFilesAndTables) {
    const std::string a = measuredFile(kLoads, "a.json", {"--quick", "--filter", "*Load4*"}),
                      folder = scratchFile("pictures");
    const Outcome outcome = runProgram({"report", a, "perftest:HD 630 / i7 6700K", "--svg", folder});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("saved to " + folder));
    EXPECT_THAT(readAll(folder + "/a.svg"), HasSubstr(">ByteAddressBuffer.Load4<"));
    EXPECT_THAT(readAll(folder + "/hd-630-i7-6700k.svg"), HasSubstr("HD 630"));
    EXPECT_FALSE(std::filesystem::exists("report.html")) << "a page only with --output";
}

TEST(Report, RefusesAFolderForPicturesThatIsAFile) {
    const std::string file = scratchFile("pictures");
    writeAll(file, "");
    const Outcome outcome = runProgram({"report", "perftest:RX 480", "--svg", file});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("choose another with --svg"));
}

TEST(Report, RefusesTwoPicturesOfOneName) {
    const std::string a = measuredFile(kLoads, "a.json", {"--quick", "--filter", "*Load4*"});
    const Outcome outcome = runProgram({"report", a, a, "--svg", scratchFile("pictures")});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("two pictures would be named 'a.svg'"));
}

TEST(Report, DoesNotReplaceAnInputByItsPicture) {
    const std::string a = measuredFile(kLoads, "a.json", {"--quick", "--filter", "*Load4*"}),
                      folder = scratchFile("pictures"), input = folder + "/b.svg";
    std::filesystem::create_directories(folder);
    std::filesystem::copy_file(a, input);
    const Outcome outcome = runProgram({"report", a, input, "--svg", folder});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("b.svg' is an input; name another folder"));
    EXPECT_EQ(readAll(input), readAll(a));
    EXPECT_FALSE(std::filesystem::exists(folder + "/a.svg"));
}

TEST(Report, NeedsAFile) {
    const Outcome outcome = runProgram({"report"});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("`report` needs a results file"));
}

TEST(Report, IsRefusedWhereThePageCannotBeWritten) {
    const Outcome outcome =
        runProgram({"report", "perftest:RTX 3090", "-o", scratchFile("absent") + "/x.html"});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("x.html"));
}

} // namespace
} // namespace vkperftest
