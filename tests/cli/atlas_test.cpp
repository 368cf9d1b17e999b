// `atlas` from end to end.
#include <filesystem>

#include <gmock/gmock.h>

#include "../regular_expressions.h"
#include "program.h"

namespace vkperftest {
namespace atlas_command_test {

using testing::HasSubstr;
using testing::Not;

std::string measured(const std::string& name) {
    return measuredFile("load | * | * | 0.01\n", name, {"--quick", "--filter", "*Load4*"});
}

TEST(AtlasCommand, WritesPublishedTablesAlone) {
    const std::string site = scratchFile("site");
    const Outcome outcome = runProgram({"atlas", "--output", site});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("17 devices from 17 files, 0 not shown: open "));
    EXPECT_THAT(readAll(site + "/index.html"), HasSubstr("<a href=\"devices/rtx-3090.html\">RTX 3090</a>"));
    EXPECT_THAT(readAll(site + "/devices/rtx-3090.html"), HasSubstr("href=\"../index.html\""));
    for (const char* file : {"loads.html", "left-out.html", "index.json", "figures.csv"})
        EXPECT_TRUE(std::filesystem::exists(site + "/" + file)) << file;
}

TEST(AtlasCommand, NamesWhatItDoesNotShow) {
    const std::string file = measured("a.json"), broken = scratchFile("broken.json"),
                      copy = scratchFile("copy.json"), site = scratchFile("site");
    writeAll(broken, "{\"<b>\": 1, \"<b>\": 2}");
    writeAll(copy, readAll(file));
    const Outcome outcome = runProgram({"atlas", file, broken, copy, "--no-published", "-o", site});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("not shown: '" + broken + "' is not a results file: the key"));
    EXPECT_THAT(outcome.err, HasSubstr("copy.json' is not shown: it holds the same samples as " + file));
    EXPECT_THAT(outcome.err, HasSubstr("1 device from 1 file, 2 not shown"));
    const std::string page = readAll(site + "/left-out.html");
    EXPECT_THAT(page, HasSubstr("broken.json"));
    EXPECT_THAT(page, HasSubstr("copy.json"));
    EXPECT_THAT(page, HasSubstr("the key &quot;&lt;b&gt;&quot; appears twice"));
    EXPECT_THAT(page, Not(HasSubstr("<b>")));
}

TEST(AtlasCommand, ReplacesAnAtlasWithItsOldPages) {
    const std::string file = measured("a.json"), site = scratchFile("site");
    EXPECT_EQ(runProgram({"atlas", file, "-o", site}).exitCode, 0);
    EXPECT_TRUE(std::filesystem::exists(site + "/devices/rtx-3090.html"));
    EXPECT_EQ(runProgram({"atlas", file, "--no-published", "-o", site}).exitCode, 0);
    EXPECT_FALSE(std::filesystem::exists(site + "/devices/rtx-3090.html"));
    EXPECT_TRUE(std::filesystem::exists(site + "/devices/scripted-device.html"));
}

TEST(AtlasCommand, RemovesOnlyPagesOfAnAtlas) {
    const std::string file = measured("a.json"), site = scratchFile("site");
    EXPECT_EQ(runProgram({"atlas", file, "-o", site}).exitCode, 0);
    writeAll(site + "/devices/notes.html", "<p>mine</p>");
    EXPECT_EQ(runProgram({"atlas", file, "--no-published", "-o", site}).exitCode, 0);
    EXPECT_EQ(readAll(site + "/devices/notes.html"), "<p>mine</p>");
    EXPECT_FALSE(std::filesystem::exists(site + "/devices/rtx-3090.html"));
}

TEST(AtlasCommand, WritesTheSameBytesAgain) {
    const std::string file = measured("a.json"), one = scratchFile("one"), two = scratchFile("two");
    for (const std::string& site : {one, two}) EXPECT_EQ(runProgram({"atlas", file, "-o", site}).exitCode, 0);
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(one)) {
        if (!entry.is_regular_file()) continue;
        const std::string path = entry.path().string();
        EXPECT_EQ(readAll(path), readAll(two + path.substr(one.size()))) << path;
        ++files;
    }
    EXPECT_EQ(files, 18u + 5u);
}

TEST(AtlasCommand, ShowsAFileOnce) {
    const std::string file = measured("a.json"), site = scratchFile("site");
    const Outcome outcome =
        runProgram({"atlas", file, file, "perftest:3090", "perftest:RTX 3090", "-o", site});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.err, HasSubstr("18 devices from 18 files, 0 not shown"));
    const Outcome unknown = runProgram({"atlas", "perftest:absent", "-o", site});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_THAT(unknown.err, HasSubstr("there is no published table of 'absent'"));
}

TEST(AtlasCommand, MayWriteBesideItsInput) {
    const std::string folder = scratchFile("results");
    std::filesystem::create_directory(folder);
    writeAll(folder + "/a.json", readAll(measured("a.json")));
    for (int i = 0; i < 2; ++i) { // the second time, the folder holds a site
        const Outcome outcome = runProgram({"atlas", folder, "-o", folder + "/site"});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("18 devices from 18 files, 0 not shown"));
    }
}

TEST(AtlasCommand, ReportsWhereItCannotWrite) {
    const std::string file = measured("a.json"), plain = scratchFile("plain"), site = scratchFile("site");
    writeAll(plain, "x");
    const Outcome below = runProgram({"atlas", file, "-o", plain + "/site"});
    EXPECT_EQ(below.exitCode, 2);
    EXPECT_THAT(below.err, HasSubstr("plain/site' cannot be created ("));
    EXPECT_EQ(readAll(plain), "x");
    EXPECT_EQ(runProgram({"atlas", file, "-o", site}).exitCode, 0);
    std::filesystem::remove(site + "/loads.html");
    std::filesystem::create_directory(site + "/loads.html");
    const Outcome taken = runProgram({"atlas", file, "-o", site});
    EXPECT_EQ(taken.exitCode, 2);
    EXPECT_THAT(taken.err, HasSubstr("loads.html"));
}

TEST(AtlasCommand, LeavesOtherFoldersAlone) {
    const std::string file = measured("a.json"), folder = scratchFile("other"), empty = scratchFile("empty");
    std::filesystem::create_directory(folder);
    writeAll(folder + "/index.json", "[]");
    const Outcome other = runProgram({"atlas", file, "-o", folder});
    EXPECT_EQ(other.exitCode, 2);
    EXPECT_THAT(other.err,
                HasSubstr("other' is neither empty nor an atlas; name another folder with --output"));
    EXPECT_EQ(readAll(folder + "/index.json"), "[]");
    EXPECT_THAT(runProgram({"atlas", file, "-o", file}).err, HasSubstr("a.json' is not a folder"));
    EXPECT_THAT(runProgram({"atlas", file, "-o", "-"}).err, HasSubstr("standard output cannot hold"));
    std::filesystem::create_directory(empty);
    EXPECT_EQ(runProgram({"atlas", file, "-o", empty}).exitCode, 0);
    const Outcome itself = runProgram({"atlas", empty, "-o", empty});
    EXPECT_EQ(itself.exitCode, 2);
    EXPECT_THAT(itself.err, HasSubstr("is an input; name another folder"));
}

TEST(AtlasCommand, OverwritesNoInputWithAPage) {
    const std::string file = measured("a.json"), site = scratchFile("site");
    const std::string page = site + "/devices/scripted-device.html";
    EXPECT_EQ(runProgram({"atlas", file, "-o", site}).exitCode, 0);
    writeAll(page, readAll(file));
    const Outcome outcome = runProgram({"atlas", page, "-o", site});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("scripted-device.html' is an input; name another folder"));
    EXPECT_EQ(readAll(page), readAll(file));
}

TEST(AtlasCommand, FailsWithoutAnyFileToShow) {
    const std::string site = scratchFile("site");
    const Outcome absent = runProgram({"atlas", "absent.json", "-o", site});
    EXPECT_EQ(absent.exitCode, 2);
    EXPECT_THAT(absent.err, HasSubstr("absent.json"));
    EXPECT_EQ(runProgram({"atlas", "--no-published", "-o", site}).exitCode, 2);
    const std::string unfinished = scratchFile("unfinished.json");
    writeAll(unfinished,
             replaceMatches(readAll(measured("a.json")), "\"complete\": true", "\"complete\": false"));
    const Outcome unsound = runProgram({"atlas", unfinished, "-o", site});
    EXPECT_EQ(unsound.exitCode, 2) << "published tables alone are not what was asked for";
    EXPECT_THAT(unsound.err, HasSubstr("unfinished.json' is not shown: the run is not complete"));
    EXPECT_THAT(unsound.err, HasSubstr("no file can be shown"));
    EXPECT_FALSE(std::filesystem::exists(site));
}

} // namespace atlas_command_test
} // namespace vkperftest
