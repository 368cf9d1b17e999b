// What bad input gets: one sentence with a remedy on stderr, nothing on stdout, the right exit code.
#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest {
namespace bad_input_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kScript = "load | * | * | 0.01\n";

void expectRefusal(const Outcome& outcome, int exitCode, const std::vector<std::string>& parts) {
    EXPECT_EQ(outcome.exitCode, exitCode);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, StartsWith("vkperftest: error: "));
    EXPECT_EQ(countLines(outcome.err), 1u) << outcome.err;
    for (const std::string& part : parts) EXPECT_THAT(outcome.err, HasSubstr(part));
}

TEST(BadInput, UnknownNamesAreRefusedWithTheChoices) {
    expectRefusal(runScripted(kScript, {"--device", "geforce"}), 2, {"'geforce'", "0 (Scripted device)"});
    expectRefusal(runScripted(kScript, {"--strategy", "set,bush"}), 2, {"'bush'", "set, push"});
    expectRefusal(runScripted(kScript, {"--suite", "metrics"}), 2, {"'metrics'", "matrix"});
    expectRefusal(runScripted(kScript, {"--format", "yaml"}), 2,
                  {"'yaml'", "table, perftest, csv, markdown"});
    expectRefusal(runScripted(kScript, {"--baseline", "Buffer<RGBA8>.Load rndom"}), 2,
                  {"'Buffer<RGBA8>.Load random'"});
    expectRefusal(runProgram({"measure"}), 2, {"'measure'", "run, list, devices"});
    expectRefusal(runProgram({"list", "--format", "perftest"}), 2, {"'perftest'", "table, csv, markdown"});
}

TEST(BadInput, AFilterThatMatchesNothingGetsNearNames) {
    expectRefusal(runScripted(kScript, {"--filter", "ByteAdressBuffer.Load4*"}), 2,
                  {"'ByteAdressBuffer.Load4*'", "'ByteAddressBuffer.Load4"});
    expectRefusal(runProgram({"list", "--filter", "zzzzzz"}), 2,
                  {"'zzzzzz'", "`vkperftest list` prints all names"});
    const char* const ofStride = "`vkperftest list --suite stride` prints all names";
    for (const std::vector<std::string>& command : {std::vector<std::string>{"run", "--suite", "stride"},
                                                    {"list", "--suite", "stride"},
                                                    {"isa", "--suite", "stride"},
                                                    {"experiment", "stride"}}) {
        std::vector<std::string> arguments = command;
        arguments.insert(arguments.end(), {"--filter", "nothing"});
        expectRefusal(runProgram(arguments), 2, {"'nothing'", ofStride});
    }
    expectRefusal(runProgram({"run", "--suite", "stride", "--baseline", "nothing"}), 2,
                  {"'nothing'", ofStride});
}

TEST(BadInput, WrongOptionsAreRefused) {
    expectRefusal(runProgram({"--frobnicate"}), 2, {"--frobnicate", "--help"});
    expectRefusal(runProgram({"run", "--filter"}), 2, {"--filter"});
    expectRefusal(runProgram({"run", "--seed", "many"}), 2, {"--seed"});
    expectRefusal(runProgram({"run", "--quick", "--precise"}), 2, {"--quick", "--precise"});
    expectRefusal(runProgram({"list", "surplus"}), 2, {"surplus"});
    expectRefusal(runProgram({"--", "surplus"}), 2, {"`run` takes no argument 'surplus'"});
    expectRefusal(runScripted(kScript, {"--filter", ""}), 2, {"--filter is empty"});
    expectRefusal(runScripted(kScript, {"--baseline", ""}), 2, {"no row ''"});
}

TEST(BadInput, AnOutputThatCannotBeWrittenIsSaidBeforeMeasuring) {
    // A device that is gone at once: had it been touched, the error would be another.
    const std::string gone = "load | * | * | 0.01\ngone | 1\n";
    expectRefusal(runScripted(gone, {"--output", "/nonexistent/x.csv"}), 2,
                  {"/nonexistent/x.csv", "--output"});
    expectRefusal(runScripted(gone, {"--output", "/"}), 2, {"it is a folder"});
    expectRefusal(runScripted(gone, {"--output", ""}), 2, {"--output is empty"});
}

TEST(BadInput, WhatErrorsQuoteIsPrintableAndCut) {
    const std::string escapes = "x\x1b]0;title\x07\u202e\n";
    expectRefusal(runProgram({"show", escapes}), 2,
                  {"'x\\u001b]0;title\\u0007\\u202e\\u000a' cannot be read"});
    const Outcome cut = runScripted(std::string(100'000, '['));
    EXPECT_EQ(cut.exitCode, 2);
    EXPECT_THAT(cut.err, AllOf(HasSubstr("'[[["), HasSubstr(" [...] "), HasSubstr("is not a statement")));
    EXPECT_LT(cut.err.size(), 3000u);
    constexpr const char* kOneLine = "COLUMNS=";
    constexpr std::size_t kMost = 2500 + 1; // and the line feed
    const Outcome escaped = runProgram({"list", "--filter", std::string(2600, '\x01')}, kOneLine);
    EXPECT_THAT(escaped.err, AllOf(HasSubstr("'\\u0001"), HasSubstr(" [...] ")));
    EXPECT_LE(escaped.err.size(), kMost);
    std::string wide;
    for (int i = 0; i < 1000; ++i) wide += "™";
    for (const char* before : {"", "x", "xx"}) { // characters are not cut
        const std::string err = runProgram({"list", "--filter", before + wide}, kOneLine).err;
        EXPECT_THAT(err, HasSubstr("™ [...] ™"));
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
        EXPECT_THAT(outcome.err,
                    AllOf(HasSubstr("no\\u000avkperftest: ok"), Not(HasSubstr("\nvkperftest: ok"))));
    }
}

TEST(BadInput, ABrokenScriptIsRefusedWithItsLine) {
    expectRefusal(runScripted("load | * | * | 0.01\nlaod | * | * | 1\n"), 2,
                  {"script", "': line 2", "laod", "a line begins with one of: simulate, "});
    expectRefusal(runScripted("load | *\n"), 2, {"`load` takes 4 or 5 with its own name"});
    expectRefusal(runScripted(std::string(4'000'001, 'x')), 2, {"the script has more than 4000000 bytes"});
    expectRefusal(runProgram({"--script", "/nonexistent/script"}), 2, {"/nonexistent/script"});
}

// Whatever the file is, and whatever the command wants it for.
TEST(BadInput, AFileThatIsMissingExitsWith2) {
    const std::string none = "/nonexistent/x", file = "/nonexistent/x.json";
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"run", "--script", none},
             {"run", "--driver", file},
             {"devices", "--driver", file},
             {"isa", "--driver", file},
             {"isa", "--target", "amd", "--driver", file},
             {"experiment", "uniform", file},
             {"experiment", "uniform", "--driver", file},
             {"experiment", "uniform", "--target", "amd", "--driver", file},
             {"experiment", "claims", file},
             {"show", file},
             {"advise", file},
             {"compare", file, file},
             {"compare", "--nearest", file},
             {"import", none},
         }) {
        SCOPED_TRACE(testing::PrintToString(arguments));
        expectRefusal(runProgram(arguments), 2, {none});
    }
    for (const char* option : {"--driver", "--program"}) {
        const Outcome outcome = runProgram({"ab", option, file, option, file});
        EXPECT_EQ(outcome.exitCode, 2) << option;
        EXPECT_THAT(outcome.err, HasSubstr(file));
    }
}

TEST(BadInput, ADriverThatDoesNotLoadExitsWith3) {
    if (underWine()) GTEST_SKIP() << "the host's loader, which Wine asks, does not see what --driver sets";
    const std::string manifest = scratchFile("broken_icd.json");
    writeAll(manifest,
             "{\"file_format_version\": \"1.0.0\", \"ICD\": {\"library_path\": \"/nonexistent/lib.so\", "
             "\"api_version\": \"1.1.0\"}}");
    const Outcome outcome = runProgram({"devices", "--driver", manifest});
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("vkperftest: error: "), HasSubstr("install")));
}

TEST(BadInput, AFileThatIsNoDriversManifestIsCalledThat) {
    const std::string file = scratchFile("manifest.json");
    writeAll(file, "library_path = lib.so");
    expectRefusal(runProgram({"--driver", file}), 2, {"manifest.json' is not JSON", "--driver takes"});
    writeAll(file, "{\"rows\": []}");
    expectRefusal(runProgram({"devices", "--driver", file}), 2, {"not the manifest of a driver"});
}

TEST(BadInput, VariablesThatHideDriversAreNamed) {
    if (underWine()) GTEST_SKIP() << "the host's loader reads the host's variables";
    const std::string hidden = "VK_ICD_FILENAMES= VK_DRIVER_FILES=/nonexistent/icd.json";
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"devices"}, {"run", "--quick"}, {"isa"}}) {
        const Outcome outcome = runProgram(arguments, hidden);
        EXPECT_EQ(outcome.exitCode, 3) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("VK_DRIVER_FILES=/nonexistent/icd.json is set"));
        expectSaid(outcome.err, "if the variable hides");
    }
}

TEST(BadInput, ABaselineThatFailsIsSaid) {
    expectRefusal(
        runScripted("load | * | * | 0.01\nwrong | Buffer<RGBA8>.Load random | *\n"), 4,
        {"the baseline 'Buffer<RGBA8>.Load random' cannot be measured", "wrong values", "--baseline"});
}

} // namespace bad_input_test
} // namespace vkperftest
