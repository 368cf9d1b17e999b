// Results files as users name them: folders and standard input; and files that no command writes.
#include <filesystem>

#include "matchers.h"
#include "program.h"

namespace vkperftest::inputs_test {

constexpr const char* kEven = "load | * | * | 0.01 | 0.004\n";

std::string measured(const std::string& name) {
    return measuredFile(kEven, name, "--filter=cbuffer");
}

// An empty one in this test's.
std::string folder(const std::string& name) {
    const std::string path = scratchFile(name);
    std::filesystem::create_directory(path);
    return path;
}

TEST(Inputs, StandardInputIsAResultsFile) {
    const std::string file = measured("x.json"), uniform = measuredFile(kEven, "u.json", "--suite=uniform");
    for (const std::string& command : std::vector<std::string>{
             "show {}", "advise {}", "compare " + file + " {}", "experiment uniform {}"}) {
        SCOPED_TRACE(command);
        const std::string& input = command.starts_with("experiment") ? uniform : file;
        const auto line = [&](const std::string& name) {
            return shellWords(fmt::format(fmt::runtime(command), name));
        };
        const std::string out = outputOf(runProgram(line("-"), "", input));
        if (command.starts_with("compare")) continue; // it names both
        EXPECT_EQ(out, outputOf(runProgram(line(input))));
    }
    EXPECT_THAT(runProgram({"report", "-", "--output", "-"}, "", file).out, StartsWith("<!DOCTYPE html>"));
    expectError(runLine("advise 'RTX 3090'"), 2, {"'perftest:RTX 3090'"});
    expectError(runLine("show -"), 2, {"'standard input'"}); // which is empty
}

TEST(Inputs, AFolderStandsForItsResultsFiles) {
    const std::string all = folder("all");
    const std::string b = measured("all/b.JSON"), a = measured("all/a.json");
    folder("all/c.json");
    writeAll(all + "/.a.json", "hidden");
    writeAll(all + "/notes.txt", "no results");
    writeAll(all + "/results.schema.json", "{}");
    EXPECT_EQ(outputOf("compare {}", all), outputOf("compare {} {}", a, b));
    EXPECT_EQ(outputOf("report {} --output -", all), outputOf("report {} {} --output -", a, b));
    for (const char* command : {"show", "advise"}) {
        const Outcome shown = runLine("{} {} {}", command, a, b);
        EXPECT_EQ(outputOf(shown), outputOf("{} {}", command, a) + "\n" + outputOf("{} {}", command, b));
        EXPECT_EQ(outputOf("{} {}", command, all), shown.out);
        expectParts(shown.err, {"vkperftest: file " + b});
    }
    const std::string uniform = measuredFile(kEven, "u.json", "--suite=uniform");
    const Outcome judged = runLine("experiment uniform {} {}", all, uniform);
    EXPECT_EQ(outputOf(judged), outputOf("experiment uniform {}", uniform));
    expectParts(judged.err, {"skipped 2 of 3 files"});
    folder("one");
    const std::string file = measured("one/a.json");
    EXPECT_EQ(outputOf("show {}", scratchFile("one")), outputOf("show {}", file));
}

TEST(Inputs, AFolderWithoutResultsIsRefused) {
    const std::string none = folder("none");
    for (const char* command :
         {"show", "advise", "compare", "report", "experiment uniform", "lint a.hlsl --measured"}) {
        const Outcome outcome = runLine("{} {}", command, none);
        expectError(outcome, 2);
        expectSaid(outcome.err, "the folder '");
    }
}

TEST(Inputs, ImportsWriteResultsFilesOnly) {
    const std::string text = scratchFile("text", "Buffer<R8>.Load uniform: 1ms 1x\n"),
                      wrong = scratchFile("x.csv");
    expectError(runLine("import {} -o {}", text, wrong), 2, {"does not end with .json"});
    EXPECT_FALSE(std::filesystem::exists(wrong));
}

} // namespace vkperftest::inputs_test
