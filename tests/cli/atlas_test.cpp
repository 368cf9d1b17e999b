// `atlas` from end to end.
#include <filesystem>

#include <gmock/gmock.h>

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
    writeAll(broken, "{\"<b>\": 1");
    writeAll(copy, readAll(file));
    const Outcome outcome = runProgram({"atlas", file, broken, copy, "--no-published", "-o", site});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("broken.json' is not shown: it cannot be read: "));
    EXPECT_THAT(outcome.err, HasSubstr("copy.json' is not shown: it holds the same samples as " + file));
    EXPECT_THAT(outcome.err, HasSubstr("1 device from 1 file, 2 not shown"));
    const std::string page = readAll(site + "/left-out.html");
    EXPECT_THAT(page, HasSubstr("broken.json"));
    EXPECT_THAT(page, HasSubstr("copy.json"));
    EXPECT_THAT(page, Not(HasSubstr("<b>\"")));
}

TEST(AtlasCommand, ReplacesAnAtlasWithItsOldPages) {
    const std::string file = measured("a.json"), site = scratchFile("site");
    EXPECT_EQ(runProgram({"atlas", file, "-o", site}).exitCode, 0);
    EXPECT_TRUE(std::filesystem::exists(site + "/devices/rtx-3090.html"));
    EXPECT_EQ(runProgram({"atlas", file, "--no-published", "-o", site}).exitCode, 0);
    EXPECT_FALSE(std::filesystem::exists(site + "/devices/rtx-3090.html"));
    EXPECT_TRUE(std::filesystem::exists(site + "/devices/scripted-device.html"));
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
    std::filesystem::create_directory(empty);
    EXPECT_EQ(runProgram({"atlas", file, "-o", empty}).exitCode, 0);
    const Outcome itself = runProgram({"atlas", empty, "-o", empty});
    EXPECT_EQ(itself.exitCode, 2);
    EXPECT_THAT(itself.err, HasSubstr("is an input; name another folder"));
}

TEST(AtlasCommand, FailsWithoutAnyFileToShow) {
    const std::string site = scratchFile("site");
    const Outcome absent = runProgram({"atlas", "absent.json", "-o", site});
    EXPECT_EQ(absent.exitCode, 2);
    EXPECT_THAT(absent.err, HasSubstr("absent.json"));
    EXPECT_EQ(runProgram({"atlas", "--no-published", "-o", site}).exitCode, 2);
    EXPECT_FALSE(std::filesystem::exists(site));
}

} // namespace atlas_command_test
} // namespace vkperftest
