// `report` from end to end: a page, pictures, a site.
#include <filesystem>

#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest::report_command_test {

namespace fs = std::filesystem;

std::string measured(const std::string& name) {
    return measuredFile("load | * | * | 0.01\n", name, "--quick --filter='*Load4*'");
}

// What the program notes on stderr.
template <class... Parts>
std::string notesOf(fmt::format_string<const Parts&...> line, const Parts&... parts) {
    const Outcome outcome = exits(0, runLine(line, parts...));
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
}

TEST(Report, WritesFilesAndPublishedTablesIntoOnePage) {
    const std::string a = measured("a.json"), page = scratchFile("x.html");
    expectParts(notesOf("report {0} {0} 'perftest:RTX 3090' --output={1}", a, page), {"saved to " + page});
    expectParts(readAll(page), {"<title>Loads of Scripted"});
    const Outcome printed = runLine("report 'perftest:RTX 3090' -o -");
    expectParts(printed.out, {"<title>Loads of RTX 3090</title>"});
    EXPECT_EQ(printed.err, "");
}

TEST(Report, SaysNothingOfWhereItsAuthorKeepsTheFiles) {
    const std::string a = measured("a.json"), page = scratchFile("x.html"), site = scratchFile("site/"),
                      folder = a.substr(0, a.find_last_of('/')), broken = scratchFile("broken.json");
    writeAll(broken, "{");
    notesOf("report {} --output={}", a, page);
    notesOf("report {} {} --output={}", a, broken, site);
    const std::pair<std::string, const char*> kShown[] = {
        {page, "a.json"}, {site + "figures.csv", "a.json"}, {site + "index.html", "broken.json"}};
    for (const auto& [path, name] : kShown) {
        EXPECT_EQ(readAll(path).find(folder), std::string::npos) << path;
        EXPECT_NE(readAll(path).find(name), std::string::npos) << path;
    }
}

TEST(Report, NamesEveryFileThatDoesNotLoad) {
    const std::string page = scratchFile("x.html"), broken = scratchFile("broken.json", "{");
    expectParts(exits(2, runLine("report {} 'perftest:RTX 3090' absent.json -o {}", broken, page)).err,
                {"broken.json", "absent.json"});
    EXPECT_FALSE(fs::exists(page));
}

TEST(Report, WritesPicturesOfFilesAndTables) {
    const std::string a = measured("a.json"), folder = scratchFile("pictures");
    expectParts(notesOf("report {} 'perftest:HD 630 / i7 6700K' --svg={}", a, folder),
                {"saved to " + folder});
    expectParts(readAll(folder + "/a.svg"), {"ByteAddressBuffer.Load4 linear"});
    expectParts(readAll(folder + "/hd-630-i7-6700k.svg"), {"HD 630"});
    EXPECT_FALSE(fs::exists("report.html"));
    const std::string file = scratchFile("file", "");
    expectParts(runLine("report 'perftest:RX 480' --svg={}", file).err, {"choose another with --svg"});
    expectParts(runLine("report {0} {0} --svg={1}", a, scratchFile("others")).err, {"'a.svg'"});
}

TEST(Report, ReplacesNoInputAndNamesAFolderThatIsMissing) {
    const std::string a = measured("a.json"), page = scratchFile("a.html"), site = scratchFile("site"),
                      pictures = scratchFile("pictures");
    fs::create_directories(pictures);
    notesOf("report {} -o {}", a, site);
    for (const auto& [input, line] : {std::pair(page, "--output " + page),
                                      {pictures + "/b.svg", a + " --svg " + pictures},
                                      {site + "/devices/scripted-device.html", "-o " + site}}) {
        writeAll(input, readAll(a));
        expectError(runLine("report {} {}", input, line), 2, {"'" + input + "' is an input"});
        EXPECT_EQ(readAll(input), readAll(a));
    }
    EXPECT_FALSE(fs::exists(pictures + "/a.svg"));
    const std::string absent = scratchFile("absent");
    for (const std::string& option :
         {"-o " + absent + "/x.html", "-o " + absent + "/x/", "--svg " + absent + "/x"})
        expectError(runLine("report 'perftest:RTX 3090' {}", option), 2, {"absent/x", "choose another"});
    EXPECT_FALSE(fs::exists(absent));
}

TEST(ReportSite, ShowsPublishedTablesTooAndMayStandBesideItsInput) {
    const std::string folder = scratchFile("results"), site = folder + "/site";
    fs::create_directory(folder);
    writeAll(folder + "/a.json", readAll(measured("a.json")));
    for (int i = 0; i < 2; ++i) // the second time, the folder holds a site
        expectParts(notesOf("report {} -o {}", folder, site), {"18 devices from 18 files"});
    expectParts(readAll(site + "/index.html"), {"<a href=\"devices/rtx-3090.html\">RTX 3090</a>"});
    expectParts(readAll(site + "/devices/rtx-3090.html"), {"href=\"../index.html\""});
    EXPECT_TRUE(fs::exists(site + "/figures.csv"));
}

TEST(ReportSite, NamesWhatItDoesNotShow) {
    const std::string file = measured("a.json"), broken = scratchFile("broken.json"),
                      copy = scratchFile("copy.json"), site = scratchFile("site") + "/";
    writeAll(broken, "{\"<b>\": 1, \"<b>\": 2}");
    writeAll(copy, readAll(file));
    const std::string notes =
        notesOf("report {0} {0} {1} {2} --no-published -o {3}", file, broken, copy, site);
    for (const char* said : {"not shown: ", "copy.json' is not", "1 device from"}) expectSaid(notes, said);
    expectParts(readAll(site + "index.html"), {"copy.json", "the key &quot;&lt;b&gt;&quot;"}, {"<b>"});
}

TEST(ReportSite, ReplacesASiteAndOnlyItsPagesByTheSameBytes) {
    const std::string file = measured("a.json"), site = scratchFile("site"), other = scratchFile("other");
    notesOf("report {} -o {}", file, site);
    notesOf("report {} -o {}", file, other);
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(site)) {
        if (!entry.is_regular_file()) continue;
        const std::string path = entry.path().string();
        EXPECT_EQ(readAll(path), readAll(other + path.substr(site.size()))) << path;
        ++files;
    }
    EXPECT_EQ(files, 18u + 2u);
    writeAll(site + "/devices/notes.html", "<p>mine</p>");
    notesOf("report {} --no-published -o {}", file, site);
    EXPECT_EQ(readAll(site + "/devices/notes.html"), "<p>mine</p>");
    EXPECT_FALSE(fs::exists(site + "/devices/rtx-3090.html"));
    EXPECT_TRUE(fs::exists(site + "/devices/scripted-device.html"));
}

TEST(ReportSite, ReportsWhereItCannotWriteAndLeavesOtherFoldersAlone) {
    const std::string file = measured("a.json"), plain = scratchFile("plain"), site = scratchFile("site"),
                      folder = scratchFile("other"), empty = scratchFile("empty");
    writeAll(plain, "x");
    notesOf("report {} -o {}", file, site);
    fs::remove(site + "/figures.csv");
    fs::create_directory(site + "/figures.csv");
    fs::create_directory(folder);
    writeAll(folder + "/index.html", "<!DOCTYPE html>\nmine");
    for (const auto& [output, why] : {std::pair(plain + "/site", "cannot be created ("),
                                      {site, "figures.csv"},
                                      {folder, "other' is neither empty"},
                                      {plain, "plain' is not a"}})
        expectError(runLine("report {} -o {}", file, output), 2, {why});
    EXPECT_EQ(readAll(plain), "x");
    EXPECT_EQ(readAll(folder + "/index.html"), "<!DOCTYPE html>\nmine");
    fs::create_directory(empty);
    notesOf("report {} -o {}", file, empty);
}

// Published tables alone are not what was asked for.
TEST(ReportSite, NeedsAFileThatItCanShow) {
    const std::string site = scratchFile("site");
    expectParts(exits(2, runLine("report absent.json -o {}", site)).err, {"absent.json"});
    EXPECT_FALSE(fs::exists(site));
}

} // namespace vkperftest::report_command_test
