// `report` from end to end: a page, pictures, a site.
#include <filesystem>

#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest {
namespace report_command_test {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kLoads = "load | * | * | 0.01\n";

std::string measured(const std::string& name) {
    return measuredFile(kLoads, name, {"--quick", "--filter", "*Load4*"});
}

TEST(Report, WritesFilesAndPublishedTablesIntoOnePage) {
    const std::string a = measured("a.json"), page = scratchFile("x.html");
    const Outcome outcome = runProgram({"report", a, a, "perftest:RTX 3090", "--output", page});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("saved to " + page));
    const std::string text = readAll(page);
    EXPECT_THAT(text, HasSubstr("<title>Loads of Scripted device, RTX 3090</title>"));
    EXPECT_THAT(text, HasSubstr("What changed from file to file on Scripted device"));
    EXPECT_THAT(text, Not(HasSubstr("from file to file on RTX 3090")));
}

TEST(Report, DoesNotReplaceAnInput) {
    const std::string before = readAll(measured("a.json")), file = scratchFile("a.html");
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

TEST(Report, WritesPicturesOfFilesAndTables) {
    const std::string a = measured("a.json"), folder = scratchFile("pictures");
    const Outcome outcome = runProgram({"report", a, "perftest:HD 630 / i7 6700K", "--svg", folder});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("saved to " + folder));
    EXPECT_THAT(readAll(folder + "/a.svg"), HasSubstr(">ByteAddressBuffer.Load4<"));
    EXPECT_THAT(readAll(folder + "/hd-630-i7-6700k.svg"), HasSubstr("HD 630"));
    EXPECT_FALSE(std::filesystem::exists("report.html")) << "a page only with --output";
}

TEST(Report, RefusesFoldersAndNamesForPictures) {
    const std::string file = scratchFile("pictures"), a = measured("a.json");
    writeAll(file, "");
    EXPECT_THAT(runProgram({"report", "perftest:RX 480", "--svg", file}).err,
                HasSubstr("choose another with --svg"));
    EXPECT_THAT(runProgram({"report", a, a, "--svg", scratchFile("others")}).err,
                HasSubstr("two pictures would be named 'a.svg'"));
}

TEST(Report, DoesNotReplaceAnInputByItsPicture) {
    const std::string a = measured("a.json"), folder = scratchFile("pictures"), input = folder + "/b.svg";
    std::filesystem::create_directories(folder);
    std::filesystem::copy_file(a, input);
    const Outcome outcome = runProgram({"report", a, input, "--svg", folder});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("b.svg' is an input; name another folder"));
    EXPECT_EQ(readAll(input), readAll(a));
    EXPECT_FALSE(std::filesystem::exists(folder + "/a.svg"));
}

TEST(Report, RefusesWhatItCannotDo) {
    EXPECT_THAT(runProgram({"report"}).err, HasSubstr("`report` needs a results file"));
    const Outcome absent =
        runProgram({"report", "perftest:RTX 3090", "-o", scratchFile("absent") + "/x.html"});
    EXPECT_EQ(absent.exitCode, 2);
    EXPECT_THAT(absent.err, HasSubstr("x.html"));
    EXPECT_EQ(runProgram({"report", "perftest:RTX 3090", "-o", scratchFile("x.json")}).exitCode, 2);
}

TEST(ReportSite, ShowsPublishedTablesToo) {
    const std::string site = scratchFile("site");
    const Outcome outcome = runProgram({"report", measured("a.json"), "--output", site});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("18 devices from 18 files, 0 not shown: open "));
    EXPECT_THAT(readAll(site + "/index.html"), HasSubstr("<a href=\"devices/rtx-3090.html\">RTX 3090</a>"));
    EXPECT_THAT(readAll(site + "/devices/rtx-3090.html"), HasSubstr("href=\"../index.html\""));
    EXPECT_TRUE(std::filesystem::exists(site + "/figures.csv"));
}

TEST(ReportSite, NamesWhatItDoesNotShow) {
    const std::string file = measured("a.json"), broken = scratchFile("broken.json"),
                      copy = scratchFile("copy.json"), site = scratchFile("site") + "/";
    writeAll(broken, "{\"<b>\": 1, \"<b>\": 2}");
    writeAll(copy, readAll(file));
    const Outcome outcome = runProgram({"report", file, file, broken, copy, "--no-published", "-o", site});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("not shown: '" + broken + "' is not a results file: the key"));
    EXPECT_THAT(outcome.err, HasSubstr("copy.json' is not shown: it holds the same samples as " + file));
    EXPECT_THAT(outcome.err, HasSubstr("1 device from 1 file, 2 not shown"));
    const std::string page = readAll(site + "index.html");
    EXPECT_THAT(page, HasSubstr("copy.json"));
    EXPECT_THAT(page, HasSubstr("the key &quot;&lt;b&gt;&quot; appears twice"));
    EXPECT_THAT(page, Not(HasSubstr("<b>")));
}

TEST(ReportSite, ReplacesASiteAndOnlyItsPages) {
    const std::string file = measured("a.json"), site = scratchFile("site");
    EXPECT_EQ(runProgram({"report", file, "-o", site}).exitCode, 0);
    EXPECT_TRUE(std::filesystem::exists(site + "/devices/rtx-3090.html"));
    writeAll(site + "/devices/notes.html", "<p>mine</p>");
    EXPECT_EQ(runProgram({"report", file, "--no-published", "-o", site}).exitCode, 0);
    EXPECT_EQ(readAll(site + "/devices/notes.html"), "<p>mine</p>");
    EXPECT_FALSE(std::filesystem::exists(site + "/devices/rtx-3090.html"));
    EXPECT_TRUE(std::filesystem::exists(site + "/devices/scripted-device.html"));
}

TEST(ReportSite, WritesTheSameBytesAgain) {
    const std::string file = measured("a.json"), one = scratchFile("one"), two = scratchFile("two");
    for (const std::string& site : {one, two})
        EXPECT_EQ(runProgram({"report", file, "-o", site}).exitCode, 0);
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(one)) {
        if (!entry.is_regular_file()) continue;
        const std::string path = entry.path().string();
        EXPECT_EQ(readAll(path), readAll(two + path.substr(one.size()))) << path;
        ++files;
    }
    EXPECT_EQ(files, 18u + 2u);
}

TEST(ReportSite, MayStandBesideItsInput) {
    const std::string folder = scratchFile("results");
    std::filesystem::create_directory(folder);
    writeAll(folder + "/a.json", readAll(measured("a.json")));
    for (int i = 0; i < 2; ++i) { // the second time, the folder holds a site
        const Outcome outcome = runProgram({"report", folder, "-o", folder + "/site"});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("18 devices from 18 files, 0 not shown"));
    }
}

TEST(ReportSite, ReportsWhereItCannotWrite) {
    const std::string file = measured("a.json"), plain = scratchFile("plain"), site = scratchFile("site");
    writeAll(plain, "x");
    const Outcome below = runProgram({"report", file, "-o", plain + "/site"});
    EXPECT_EQ(below.exitCode, 2);
    EXPECT_THAT(below.err, HasSubstr("cannot be created ("));
    EXPECT_EQ(readAll(plain), "x");
    EXPECT_EQ(runProgram({"report", file, "-o", site}).exitCode, 0);
    std::filesystem::remove(site + "/figures.csv");
    std::filesystem::create_directory(site + "/figures.csv");
    const Outcome taken = runProgram({"report", file, "-o", site});
    EXPECT_EQ(taken.exitCode, 2);
    EXPECT_THAT(taken.err, HasSubstr("figures.csv"));
}

TEST(ReportSite, LeavesOtherFoldersAlone) {
    const std::string file = measured("a.json"), folder = scratchFile("other"), empty = scratchFile("empty");
    std::filesystem::create_directory(folder);
    writeAll(folder + "/index.html", "<!DOCTYPE html>\nmine");
    const Outcome other = runProgram({"report", file, "-o", folder});
    EXPECT_EQ(other.exitCode, 2);
    EXPECT_THAT(other.err, HasSubstr("other' is neither empty nor a site"));
    EXPECT_EQ(readAll(folder + "/index.html"), "<!DOCTYPE html>\nmine");
    writeAll(scratchFile("file"), "x");
    EXPECT_THAT(runProgram({"report", file, "-o", scratchFile("file")}).err,
                HasSubstr("file' is not a folder"));
    std::filesystem::create_directory(empty);
    EXPECT_EQ(runProgram({"report", file, "-o", empty}).exitCode, 0);
}

TEST(ReportSite, OverwritesNoInputWithAPage) {
    const std::string file = measured("a.json"), site = scratchFile("site");
    const std::string page = site + "/devices/scripted-device.html";
    EXPECT_EQ(runProgram({"report", file, "-o", site}).exitCode, 0);
    writeAll(page, readAll(file));
    const Outcome outcome = runProgram({"report", page, "-o", site});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("scripted-device.html' is an input; name another folder"));
    EXPECT_EQ(readAll(page), readAll(file));
}

TEST(ReportSite, NeedsAFileThatItCanShow) {
    const std::string site = scratchFile("site");
    EXPECT_EQ(runProgram({"report", "--no-published", "-o", site}).exitCode, 2);
    const Outcome absent = runProgram({"report", "absent.json", "-o", site});
    EXPECT_EQ(absent.exitCode, 2) << "published tables alone are not what was asked for";
    EXPECT_THAT(absent.err, HasSubstr("absent.json"));
    EXPECT_FALSE(std::filesystem::exists(site));
}

} // namespace report_command_test
} // namespace vkperftest
