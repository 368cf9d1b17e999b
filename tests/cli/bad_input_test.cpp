// What bad input gets: one sentence with a remedy on stderr, nothing on stdout, the right exit code. What is wrong
// with arguments alone is in command_line_unit_test.cpp.
#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest::bad_input_test {

TEST(BadInput, OfAnyKindIsOneErrorWithExitCode2) {
    const std::string script = scratchFile("script", "load | * | * | 0.01\n"),
                      manifest = scratchFile("manifest.json", "library_path = lib.so");
    writeAll(scratchFile("rows.json"), "{\"rows\": []}");
    writeAll(scratchFile("wrong.script"), "load | * | * | 0.01\nlaod | * | * | 1\n");
    writeAll(scratchFile("short.script"), "load | *\n");
    writeAll(scratchFile("long.script"), std::string(4'000'001, 'x'));
    for (const std::string& line : std::vector<std::string>{
             "--frobnicate", "-- surplus", "run --script " + script + " --device=geforce",
             "--driver " + manifest, "devices --driver " + scratchFile("rows.json"),
             "--script " + scratchFile("wrong.script"), "--script " + scratchFile("short.script"),
             "--script " + scratchFile("long.script"), "child"}) {
        const Outcome outcome = runProgram(shellWords(line));
        expectError(outcome, 2);
        expectSaid(outcome.err, "error: ");
    }
}

TEST(BadInput, AnOutputThatCannotBeWrittenIsSaidBeforeMeasuring) {
    // A device that is gone at once: had it been touched, the error would be another.
    for (const char* output : {"/nonexistent/x.json", "/"})
        expectError(runScripted("load | * | * | 0.01\ngone | 1\n", std::string("--output ") + output), 2,
                    {output, "--output"});
}

TEST(BadInput, WhatErrorsQuoteIsPrintableAndCut) {
    expectError(runProgram({"show", "x\x1b]0;title\x07\u202e\n"}), 2,
                {"'x\\u001b]0;title\\u0007\\u202e\\u000a' cannot be read"});
    const Outcome cut = exits(2, runScripted(std::string(100'000, '[')));
    expectParts(cut.err, {"'[[[", " [...] ", "is not a statement"});
    EXPECT_LT(cut.err.size(), 3000u);
    constexpr const char* kOneLine = "COLUMNS=";
    constexpr std::size_t kMost = 2500 + 1; // and the line feed
    const Outcome escaped = runProgram({"list", "--filter", std::string(2600, '\x01')}, kOneLine);
    expectError(escaped, 2, {"'\\u0001", " [...] "});
    EXPECT_LE(escaped.err.size(), kMost);
    std::string wide;
    for (int i = 0; i < 1000; ++i) wide += "™";
    for (const char* before : {"", "x", "xx"}) { // characters are not cut
        const std::string err = runProgram({"list", "--filter", before + wide}, kOneLine).err;
        expectParts(err, {"™ [...] ™"});
        EXPECT_LE(err.size(), kMost);
    }
}

TEST(BadInput, WhatErrorsQuoteForgesNoLine) {
    const std::string forged = "no\nvkperftest: ok.hlsl";
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"lint", forged},
                                                      {"run", "--filter", forged},
                                                      {"show", forged},
                                                      {"lint", forged + "*"},
                                                      {"compare", "perftest:" + forged, forged}}) {
        const Outcome outcome = runProgram(arguments);
        if (outcome.err.find("built without `lint`") != std::string::npos) continue; // as for Windows
        expectParts(outcome.err, {"no\\u000avkperftest: ok"}, {"\nvkperftest: ok"});
    }
}

// Whatever the file is, and whatever the command wants it for.
TEST(BadInput, AFileThatIsMissingExitsWith2) {
    for (const char* line :
         {"run --script=/none/x", "run --driver=/none/x", "devices --driver=/none/x", "isa --driver=/none/x",
          "isa --target=amd --driver=/none/x", "experiment uniform /none/x",
          "experiment uniform --driver=/none/x", "lint a.hlsl --measured /none/x", "show /none/x",
          "advise /none/x", "compare /none/x /none/x", "import /none/x"}) {
        SCOPED_TRACE(line);
        expectError(runProgram(shellWords(line)), 2, {"/none/x"});
    }
    for (const char* option : {"--driver", "--program"}) {
        const Outcome outcome = runLine("ab {0} /none/x.json {0} /none/x.json", option);
        EXPECT_EQ(outcome.exitCode, 2) << option;
        expectParts(outcome.err, {"/none/x.json"});
    }
}

TEST(BadInput, ADriverThatDoesNotLoadExitsWith3) {
    if (underWine()) GTEST_SKIP() << "the host's loader";
    const std::string manifest = scratchFile("broken_icd.json", R"({"file_format_version": "1.0.0",
                           "ICD": {"library_path": "/nonexistent/lib.so", "api_version": "1.1.0"}})");
    expectParts(exits(3, runLine("devices --driver={}", manifest)).err, {"vkperftest: error: ", "install"});
}

TEST(BadInput, VariablesThatHideDriversAreNamed) {
    if (underWine()) GTEST_SKIP() << "the host's loader";
    for (const char* line : {"devices", "run --quick", "isa"}) {
        const Outcome outcome =
            exits(3, runProgram(shellWords(line), "VK_ICD_FILENAMES= VK_DRIVER_FILES=/nonexistent/icd.json"));
        expectParts(outcome.err, {"VK_DRIVER_FILES=/nonexistent/icd.json is set"});
        expectSaid(outcome.err, "if the variable hides");
    }
}

TEST(BadInput, ABaselineThatFailsIsSaid) {
    expectError(runScripted("load | * | * | 0.01\nwrong | Buffer<RGBA8>.Load random | *\n"), 4,
                {"'Buffer<RGBA8>.Load random'", "wrong values", "another driver"});
}

} // namespace vkperftest::bad_input_test
