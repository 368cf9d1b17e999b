// `isa`: what is refused before anything is compiled. What compiles is in isa_driver_test.cpp.
#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;

void expectError(const Outcome& outcome, int exitCode, const std::vector<std::string>& parts) {
    EXPECT_EQ(outcome.exitCode, exitCode);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(countLines(outcome.err), 1u) << outcome.err;
    for (const std::string& part : parts) EXPECT_THAT(outcome.err, HasSubstr(part));
}

TEST(Isa, RefusesUnknownNamesWithTheChoices) {
    expectError(runProgram({"isa", "--target", "polaris12"}), 2, {"'polaris12'", "--target list"});
    expectError(runProgram({"isa", "--filter", "zzzzzz"}), 2, {"'zzzzzz'"});
    expectError(runProgram({"isa", "--strategy", "bush"}), 2, {"'bush'", "set, push"});
    expectError(runProgram({"isa", "--format", "yaml"}), 2,
                {"`isa` has no format 'yaml'", "table, csv, markdown"});
}

TEST(Isa, RefusesContradictions) {
    expectError(runProgram({"isa", "--target", "list", "--target", "fiji"}), 2, {"--target list"});
    expectError(runProgram({"isa", "--target", "fiji", "--device", "0"}), 2, {"--target and --device"});
    expectError(runProgram({"isa", "--full", "--format", "csv"}), 2, {"--full and --format"});
    for (const std::vector<std::string>& beside : std::vector<std::vector<std::string>>{
             {"--filter", "raw*"}, {"--suite", "binding"}, {"--strategy", "push"}, {"--full"}}) {
        std::vector<std::string> arguments = {"isa", "--target", "list"};
        arguments.insert(arguments.end(), beside.begin(), beside.end());
        expectError(runProgram(arguments), 2, {"--target list and " + beside[0]});
    }
}

TEST(Isa, RefusesToWaitForNoTime) {
    for (const char* patience : {"-1", "0", "nan"})
        expectError(runProgram({"isa", "--patience", patience}), 2, {"--patience"});
}

TEST(Isa, TargetsNeedTheirDriver) {
    if (underWine()) {
        expectError(runProgram({"isa", "--target", "skl"}), 3, {"on Linux only"});
        return;
    }
    const std::string nothing =
        "VK_DRIVER_FILES= VK_ICD_FILENAMES= XDG_DATA_DIRS=/nonexistent HOME=/nonexistent";
    for (const auto& [target, driver] :
         {std::pair("fiji", "RADV"), {"skl", "ANV"}, {"bdw", "hasvk"}, {"turing", "NVK"}})
        expectError(runProgram({"isa", "--target", target}, nothing), 3,
                    {driver, "apt install mesa-vulkan-drivers"});
}

TEST(Isa, ADriversManifestThatIsMissingExitsWith2) {
    expectError(runProgram({"isa", "--driver", "/nonexistent/icd.json"}), 2,
                {"/nonexistent/icd.json", "--driver"});
}

} // namespace
} // namespace vkperftest
