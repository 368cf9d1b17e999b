// Advice from end to end: below a run's table, and of files and published tables.
#include <filesystem>

#include <gmock/gmock.h>

#include "paths.h"
#include "program.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::Not;

// Every load takes 10 ps, four times its floor; structured ones half of that.
constexpr const char* kStructured = "load | * | * | 0.01\n"
                                    "load | StructuredBuffer* | * | 0.005\n"
                                    "load | *, floor | * | 0.001\n";

constexpr const char* kTitle = "What to use: the fastest load, and how many times as long the others take\n";
constexpr const char* kLine = "   16  uniform    structured     1.0  2.0    2.0      2.0       2.0\n";
constexpr const char* kAvoid =
    "Avoid cbuffer{float4} load: it takes 2.0 times as long as StructuredBuffer<float4>.Load.\n";

TEST(Advise, StandsBelowTheTableOfAMatrix) {
    const std::string file = scratchFile("x.json");
    const Outcome run = runScripted(kStructured, {"--quick", "--output", file});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    const Outcome shown = runProgram({"show", file});
    EXPECT_EQ(run.out.substr(0, shown.out.size()), shown.out);
    const Outcome advised = runProgram({"advise", file});
    EXPECT_EQ(advised.exitCode, 0) << advised.err;
    for (const char* text : {kTitle, kLine, "What to avoid: the slowest load of each kind\n", kAvoid}) {
        EXPECT_THAT(run.out, HasSubstr(text));
        EXPECT_THAT(advised.out, HasSubstr(text));
    }
    EXPECT_THAT(run.out, Not(HasSubstr("Which buffer")));
    EXPECT_THAT(advised.out, HasSubstr("Which buffer\n"));
}

TEST(Advise, IsLeftOutOnRequestAndWhereProgramsRead) {
    for (const char* format : {"csv", "json", "perftest"}) {
        const Outcome run = runScripted(kStructured, {"--quick", "--format", format});
        EXPECT_THAT(run.out, Not(HasSubstr("What to use"))) << format;
    }
    EXPECT_THAT(runScripted(kStructured, {"--quick", "--format", "markdown"}).out,
                HasSubstr("\n- Avoid cbuffer{float4} load: it takes 2.0 times as long as "));
    const Outcome without = runScripted(kStructured, {"--quick", "--no-advice"});
    EXPECT_EQ(without.exitCode, 0) << without.err;
    EXPECT_THAT(without.out, Not(HasSubstr("What to use")));
    EXPECT_THAT(runScripted(kStructured, {"--quick", "--suite", "integer"}).out,
                Not(HasSubstr("What to use")));
}

TEST(Advise, SaysWhy) {
    const Outcome why = runProgram({"advise", "perftest:RTX 3090", "--why"});
    EXPECT_EQ(why.exitCode, 0) << why.err;
    EXPECT_THAT(why.out,
                HasSubstr("avoid: Avoid ByteAddressBuffer.Load2 uniform: it takes 13 times as long as"));
    EXPECT_THAT(why.out, ContainsRegex("Buffer<RG32f>.Load uniform +13.578x +1\n"));
    EXPECT_THAT(why.out, ContainsRegex("ByteAddressBuffer.Load2 uniform +1.033x +13.14"));
    EXPECT_THAT(why.out, ContainsRegex("push: +its rows are missing or inconclusive"));
    EXPECT_THAT(runProgram({"advise", "perftest:RTX 3090"}).out, Not(HasSubstr("13.578x")));
}

TEST(Advise, IsDataInJson) {
    const Outcome json = runProgram({"advise", "perftest:RTX 3090", "--format", "json"});
    EXPECT_EQ(json.exitCode, 0) << json.err;
    EXPECT_THAT(json.out, HasSubstr("\"baseline\": \"Buffer<RGBA8>.Load random\""));
    EXPECT_THAT(json.out, HasSubstr("\"pattern\": \"uniform\""));
    EXPECT_THAT(json.out, HasSubstr("\"kind\": \"structured\""));
    EXPECT_THAT(json.out, HasSubstr("\"sense\": \"at least\""));
    EXPECT_THAT(json.out, HasSubstr("\"sentence\": \"Avoid ByteAddressBuffer.Load2 uniform: it takes"));
    EXPECT_THAT(json.out,
                ContainsRegex("\"name\": \"StructuredBuffer<float>.Load uniform\",\n *\"ratio\": 1.768"));
}

TEST(Advise, RefusesWhatItCannotRead) {
    const Outcome none = runProgram({"advise"});
    EXPECT_EQ(none.exitCode, 2);
    EXPECT_THAT(none.err, HasSubstr("`advise` needs a results file; `vkperftest run --output FILE.json`"));
    EXPECT_EQ(runProgram({"advise", "nothing.json"}).exitCode, 2);
}

TEST(Advise, EmitsPreferencesForEngines) {
    const std::string file = measuredFile(kStructured, "x.json", {"--quick"}), header = scratchFile("x.h"),
                      data = scratchFile("y.json");
    const Outcome emitted = runProgram({"advise", file, "--emit", "c", "--output", header, "--output", data});
    EXPECT_EQ(emitted.exitCode, 0) << emitted.err;
    EXPECT_EQ(emitted.out, readAll(header));
    EXPECT_THAT(emitted.out, HasSubstr("static const VkperftestAdvice vkperftest_advice_"));
    EXPECT_THAT(emitted.out, HasSubstr("{VKPERFTEST_KIND_STRUCTURED, VKPERFTEST_KIND_STRUCTURED,\n"));
    EXPECT_EQ(readAll(data), runProgram({"advise", file, "--emit", "json"}).out);
    EXPECT_THAT(readAll(data), HasSubstr("\"prefer\": \"structured\""));
}

// Not the matrix's table of loads, of which a suite has too few.
TEST(Advise, StandsBelowTheTableOfItsSuite) {
    const std::string file = scratchFile("store.json");
    const Outcome run = runScripted("simulate | nvidia\n", {"--suite", "store", "--output", file});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    const std::string advice = runProgram({"advise", file}).out;
    for (const std::string& text : {run.out, advice}) {
        EXPECT_THAT(text, HasSubstr("Stores and atomic operations\n"));
        EXPECT_THAT(text, Not(HasSubstr("What to use")));
    }
    EXPECT_THAT(run.out, HasSubstr("`vkperftest advise FILE` prints more"));
}

TEST(Advise, EmitsUnknownWhereNothingWasMeasured) {
    const std::string file = measuredFile(kStructured, "x.json", {"--quick", "--suite", "stride"});
    const Outcome emitted = runProgram({"advise", file, "--emit", "json"});
    EXPECT_EQ(emitted.exitCode, 0) << emitted.err;
    EXPECT_EQ(occurrences(emitted.out, "\"prefer\": null"), 19u); // kinds, widths and the binding
    EXPECT_EQ(occurrences(emitted.out, "\"confidence\": \"unknown\""), 19u);
    EXPECT_EQ(occurrences(emitted.out, "\"reason\": \"no such load was measured\""), 9u);
}

TEST(Advise, EmitsTheBindingOfAFileBesideTheMatrix) {
    const std::string matrix = measuredFile(kStructured, "x.json", {"--quick"}),
                      binding = measuredFile(kStructured, "b.json", {"--quick", "--suite", "binding"});
    const Outcome emitted = runProgram({"advise", matrix, "--emit", "json", "--binding", binding});
    EXPECT_EQ(emitted.exitCode, 0) << emitted.err;
    EXPECT_THAT(emitted.out, HasSubstr("\"strategy\": \"address-16\""));
    const std::string folder = scratchFile("folder");
    std::filesystem::create_directory(folder);
    writeAll(folder + "/b.json", readAll(binding));
    EXPECT_EQ(runProgram({"advise", matrix, "--emit", "json", "--binding", folder}).out, emitted.out);
    EXPECT_THAT(runProgram({"advise", matrix, "--emit", "json"}).out,
                Not(HasSubstr("\"strategy\": \"address-16\"")));
    const Outcome other = runProgram({"advise", matrix, "--emit", "json", "--binding", matrix});
    EXPECT_EQ(other.exitCode, 2);
    EXPECT_THAT(other.err,
                HasSubstr("is of the suite 'matrix', not 'binding'; `vkperftest run --suite binding"));
}

TEST(Advise, RefusesToEmitWhatItCannot) {
    const std::string file = measuredFile(kStructured, "x.json", {"--quick"}),
                      folder = file.substr(0, file.rfind('/'));
    const auto refused = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "advise");
        const Outcome outcome = runProgram(arguments);
        EXPECT_EQ(outcome.exitCode, 2) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        return outcome.err;
    };
    EXPECT_THAT(refused({file, "--emit", "rust"}), HasSubstr("choose from: c, json"));
    EXPECT_THAT(refused({file, "--emit", "c", "--format", "csv"}),
                HasSubstr("--format cannot be given with --emit; omit it"));
    EXPECT_THAT(refused({file, "--emit", "c", "--why"}), HasSubstr("--why cannot be given with --emit"));
    EXPECT_THAT(refused({file, "--binding", file}),
                HasSubstr("--binding cannot be given without --emit; add --emit"));
    EXPECT_THAT(refused({file, "--emit", "c", "--output", "x.csv"}), HasSubstr("choose from: .h, .json"));
    EXPECT_THAT(refused({file, "--emit", "json", "--output", file}), HasSubstr("is an input"));
    EXPECT_THAT(refused({"-", "--emit", "json", "--binding", "-"}), HasSubstr("can be read only once"));
    writeAll(folder + "/second.json", readAll(file));
    EXPECT_THAT(refused({folder, "--emit", "c"}),
                HasSubstr("--emit describes one device, and the folder holds several files"));
    EXPECT_THAT(refused({"nothing.json", "--emit", "c"}), HasSubstr("nothing.json"));
    EXPECT_THAT(refused({file, "--emit", "c", "--binding", "nothing.json"}), HasSubstr("nothing.json"));
    EXPECT_THAT(refused({file, "--emit", "c", "--binding", folder}),
                HasSubstr("--emit describes one device, and the folder holds several files"));
    const std::string h100 = repositoryFile("results/nvidia-h100-binding.json");
    EXPECT_THAT(refused({file, "--emit", "c", "--binding", h100}),
                HasSubstr("was measured on another device or driver"));
    EXPECT_THAT(refused({"perftest:RTX 3090", "--emit", "c", "--binding", h100}),
                HasSubstr("--binding cannot be given with published figures"));
}

} // namespace
} // namespace vkperftest
