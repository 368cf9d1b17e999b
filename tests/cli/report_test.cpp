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
    const std::pair<std::string, const char*> kShown[] = {{page, "a.json"},
                                                          {site + "devices/scripted-device.html", "a.json"},
                                                          {site + "index.html", "broken.json"}};
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

TEST(Report, WritesThePictureAlone) {
    const std::string a = measured("a.json"), picture = scratchFile("a.svg");
    expectParts(notesOf("report {} 'perftest:RTX 3090' -o {}", a, picture), {"saved to " + picture});
    expectParts(readAll(picture), {"<svg ", ">2 devices<"});
    expectParts(notesOf("report 'perftest:RTX 3090' -o {}", picture), {"saved to " + picture});
    expectParts(readAll(picture), {">RTX 3090<"});
    EXPECT_FALSE(fs::exists("report.html"));
}

TEST(Report, ReplacesNoInputAndNamesAFolderThatIsMissing) {
    const std::string a = measured("a.json"), page = scratchFile("a.html"), site = scratchFile("site");
    notesOf("report {} -o {}", a, site);
    for (const auto& [input, line] :
         {std::pair(page, "--output " + page), {site + "/devices/scripted-device.html", "-o " + site}}) {
        writeAll(input, readAll(a));
        expectError(runLine("report {} {}", input, line), 2, {"'" + input + "' is an input"});
        EXPECT_EQ(readAll(input), readAll(a));
    }
    const std::string absent = scratchFile("absent");
    for (const std::string& option : {"-o " + absent + "/x.html", "-o " + absent + "/x/"})
        expectError(runLine("report 'perftest:RTX 3090' {}", option), 2, {"absent/x", "choose another"});
    EXPECT_FALSE(fs::exists(absent));
}

TEST(ReportSite, ShowsPublishedTablesTooAndMayStandBesideItsInput) {
    const std::string folder = scratchFile("results"), site = folder + "/site";
    fs::create_directory(folder);
    writeAll(folder + "/a.json", readAll(measured("a.json")));
    for (int i = 0; i < 2; ++i) // the second time, the folder holds a site
        expectParts(notesOf("report {0} {0}/a.json perftest: perftest: -o {1}", folder, site),
                    {"18 devices from 18 files"});
    expectParts(readAll(site + "/index.html"), {"<a href=\"devices/rtx-3090.html\">RTX 3090</a>"});
    expectParts(readAll(site + "/devices/rtx-3090.html"), {"href=\"../index.html\""});
}

TEST(ReportSite, NamesWhatItDoesNotShow) {
    const std::string file = measured("a.json"), broken = scratchFile("broken.json"),
                      site = scratchFile("site") + "/";
    writeAll(broken, "{\"<b>\": 1, \"<b>\": 2}");
    const std::string notes = notesOf("report {0} {0} {1} -o {2}", file, broken, site);
    for (const char* said : {"not shown: ", "1 device from"}) expectSaid(notes, said);
    expectParts(readAll(site + "index.html"), {"broken.json", "the key &quot;&lt;b&gt;&quot;"}, {"<b>"});
}

TEST(ReportSite, ReplacesASiteAndOnlyItsPagesByTheSameBytes) {
    const std::string file = measured("a.json"), site = scratchFile("site"), other = scratchFile("other");
    notesOf("report {} perftest: -o {}", file, site);
    notesOf("report {} perftest: -o {}", file, other);
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(site)) {
        if (!entry.is_regular_file()) continue;
        const std::string path = entry.path().string();
        EXPECT_EQ(readAll(path), readAll(other + path.substr(site.size()))) << path;
        ++files;
    }
    EXPECT_EQ(files, 18u + 1u);
    writeAll(site + "/devices/notes.html", "<p>mine</p>");
    notesOf("report {} -o {}", file, site);
    EXPECT_EQ(readAll(site + "/devices/notes.html"), "<p>mine</p>");
    EXPECT_FALSE(fs::exists(site + "/devices/rtx-3090.html"));
    EXPECT_TRUE(fs::exists(site + "/devices/scripted-device.html"));
}

TEST(ReportSite, ReportsWhereItCannotWriteAndLeavesOtherFoldersAlone) {
    const std::string file = measured("a.json"), plain = scratchFile("plain"), site = scratchFile("site"),
                      folder = scratchFile("other"), empty = scratchFile("empty");
    writeAll(plain, "x");
    notesOf("report {} -o {}", file, site);
    fs::remove(site + "/devices/scripted-device.html");
    fs::create_directory(site + "/devices/scripted-device.html");
    fs::create_directory(folder);
    writeAll(folder + "/index.html", "<!DOCTYPE html>\nmine");
    for (const auto& [output, why] : {std::pair(plain + "/site", "cannot be created ("),
                                      {site, "scripted-device.html"},
                                      {folder, "other' is neither empty"},
                                      {plain, "plain' is not a"}})
        expectError(runLine("report {} -o {}", file, output), 2, {why});
    EXPECT_EQ(readAll(plain), "x");
    EXPECT_EQ(readAll(folder + "/index.html"), "<!DOCTYPE html>\nmine");
    fs::create_directory(empty);
    notesOf("report {} -o {}", file, empty);
}

TEST(ReportSite, NeedsAFileThatItCanShow) {
    const std::string site = scratchFile("site");
    expectParts(exits(2, runLine("report absent.json -o {}", site)).err, {"absent.json"});
    EXPECT_FALSE(fs::exists(site));
}

} // namespace vkperftest::report_command_test
