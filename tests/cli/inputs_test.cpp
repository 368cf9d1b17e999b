// Results files as users name them: folders and standard input; and files that no command writes.
#include <filesystem>

#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kEven = "load | * | * | 0.01 | 0.004\n";

std::string measured(const std::string& name) {
    return measuredFile(kEven, name, {"--filter", "cbuffer"});
}

// An empty one in this test's.
std::string folder(const std::string& name) {
    const std::string path = scratchFile(name);
    std::filesystem::create_directory(path);
    return path;
}

TEST(Inputs, StandardInputIsAResultsFile) {
    const std::string file = measured("x.json");
    for (const std::string command : {"show", "advise"}) {
        const Outcome outcome = runProgram({command, "-"}, "", file);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_EQ(outcome.out, runProgram({command, file}).out);
    }
    const Outcome compared = runProgram({"compare", file, "-"}, "", file);
    EXPECT_EQ(compared.exitCode, 0) << compared.err;
    EXPECT_THAT(runProgram({"report", "-", "--output", "-"}, "", file).out, StartsWith("<!DOCTYPE html>"));
    const std::string uniform = measuredFile(kEven, "u.json", {"--suite", "uniform"});
    EXPECT_EQ(runProgram({"experiment", "uniform", "-"}, "", uniform).out,
              runProgram({"experiment", "uniform", uniform}).out);
}

TEST(Inputs, StandardInputIsReadOnceAndMustHoldResults) {
    const Outcome twice = runProgram({"compare", "-", "-"});
    EXPECT_EQ(twice.exitCode, 2);
    EXPECT_THAT(twice.err, HasSubstr("standard input (-) can be read only once; name files instead"));
    const Outcome empty = runProgram({"show", "-"});
    EXPECT_EQ(empty.exitCode, 2);
    EXPECT_THAT(empty.err, HasSubstr("'standard input'"));
}

TEST(Inputs, AFolderStandsForItsResultsFiles) {
    const std::string all = folder("all");
    const std::string b = measured("all/b.JSON"), a = measured("all/a.json");
    folder("all/c.json");
    writeAll(all + "/.a.json", "hidden");
    writeAll(all + "/notes.txt", "no results");
    writeAll(all + "/results.schema.json", "{}");
    const Outcome compared = runProgram({"compare", all});
    EXPECT_EQ(compared.exitCode, 0) << compared.err;
    EXPECT_EQ(compared.out, runProgram({"compare", a, b}).out);
    const std::string page = scratchFile("page.html");
    EXPECT_EQ(runProgram({"report", all, "--output", page}).exitCode, 0);
    EXPECT_EQ(readAll(page), runProgram({"report", a, b, "--output", "-"}).out);
}

TEST(Inputs, AFolderOfOneFileIsThatFile) {
    folder("one");
    const std::string file = measured("one/a.json");
    for (const std::string command : {"show", "advise"})
        EXPECT_EQ(runProgram({command, scratchFile("one")}).out, runProgram({command, file}).out);
}

TEST(Inputs, FilesOfAFolderAreShownOneAfterTheOther) {
    const std::string all = folder("all");
    const std::string a = measured("all/a.json"), b = measured("all/b.json");
    const Outcome shown = runProgram({"show", all});
    EXPECT_EQ(shown.exitCode, 0) << shown.err;
    EXPECT_EQ(shown.out, runProgram({"show", a}).out + "\n" + runProgram({"show", b}).out);
    EXPECT_THAT(shown.err, HasSubstr("vkperftest: file 1: " + b));
    EXPECT_THAT(runProgram({"show", all, "--format", "json"}).out, StartsWith("["));
    EXPECT_THAT(runProgram({"advise", all, "--format", "csv"}).out, StartsWith("device_index,device,"));
    const Outcome page = runProgram({"show", all, "--format", "html"});
    EXPECT_EQ(page.exitCode, 2);
    EXPECT_THAT(page.err, HasSubstr("`report` shows several"));
    EXPECT_THAT(runProgram({"show", all, "--output", scratchFile("x.csv")}).err, HasSubstr("name one file"));
}

TEST(Inputs, AFolderWithoutResultsIsRefused) {
    const std::string none = folder("none");
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"show", none},
                                                      {"advise", none},
                                                      {"compare", none},
                                                      {"report", none},
                                                      {"experiment", "uniform", none},
                                                      {"experiment", "claims", none}}) {
        const Outcome outcome = runProgram(arguments);
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_THAT(outcome.err, HasSubstr("the folder '" + none + "' has no results file; "));
    }
}

TEST(Inputs, EndingsThatACommandDoesNotWriteAreRefused) {
    const std::string file = measured("x.json");
    const Outcome report = runProgram({"report", file, "-o", scratchFile("x.pdf")});
    EXPECT_EQ(report.exitCode, 2);
    EXPECT_THAT(report.err, HasSubstr("no format has the ending '.pdf'; choose from: .html"));
    const std::string text = scratchFile("text");
    writeAll(text, "Buffer<R8>.Load uniform: 1ms 1x\n");
    for (const char* ending : {".csv", ".txt"}) {
        const std::string wrong = scratchFile("x") + ending;
        const Outcome import = runProgram({"import", text, "-o", wrong});
        EXPECT_EQ(import.exitCode, 2);
        EXPECT_THAT(import.err,
                    HasSubstr("no format has the ending '" + std::string(ending) + "'; choose from: .json"));
        EXPECT_FALSE(std::filesystem::exists(wrong));
    }
    EXPECT_EQ(runProgram({"report", file, "-o", scratchFile("page")}).exitCode, 0) << "no ending";
}

} // namespace
} // namespace vkperftest
