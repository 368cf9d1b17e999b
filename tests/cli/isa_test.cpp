// `isa`: what is refused before anything is compiled. What compiles is in isa_driver_test.cpp.
#include "expect_error.h"

namespace vkperftest {
namespace {

TEST(Isa, RefusesUnknownNamesWithTheChoices) {
    expectError(runProgram({"isa", "--target", "polaris99"}), 2, {"'polaris99'", "--target list"});
    expectError(runProgram({"isa", "--filter", "zzzzzz"}), 2, {"'zzzzzz'"});
    expectError(runProgram({"isa", "--strategy", "bush"}), 2, {"'bush'", "set, push"});
    expectError(runProgram({"isa", "--format", "yaml"}), 2,
                {"`isa` has no format 'yaml'", "table, csv, markdown"});
}

TEST(Isa, RefusesContradictions) {
    expectError(runProgram({"isa", "--target", "list", "--target", "fiji"}), 2, {"--target list"});
    expectError(runProgram({"isa", "--target", "fiji", "--device", "0"}), 2, {"--target and --device"});
    expectError(runProgram({"isa", "--full", "--format", "csv"}), 2, {"--full and --format"});
    for (const std::vector<std::string>& beside :
         std::vector<std::vector<std::string>>{{"--filter", "raw*"},
                                               {"--suite", "binding"},
                                               {"--strategy", "push"},
                                               {"--robustness", "2"},
                                               {"--subgroup-size", "32"},
                                               {"--full"}}) {
        std::vector<std::string> arguments = {"isa", "--target", "list"};
        arguments.insert(arguments.end(), beside.begin(), beside.end());
        expectError(runProgram(arguments), 2, {"--target list and " + beside[0]});
    }
}

TEST(Isa, RowsThatSetTheirOwnBoundsChecksTakeNoOthers) {
    expectError(
        runProgram({"isa", "--suite", "robustness", "--robustness", "2"}), 2,
        {"--robustness 2 sets the bounds checks of all rows, but rows such as "
         "'ByteAddressBuffer.Load uniform, robustness buffer' set their own; leave out --robustness, or "
         "choose other rows with --suite or --filter"});
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
    // Which of the two, depends on the system (mesa_drivers_unit_test.cpp).
    for (const auto& [target, driver] :
         {std::pair("fiji", "RADV"), {"skl", "ANV"}, {"bdw", "hasvk"}, {"turing", "NVK"}})
        expectError(runProgram({"isa", "--target", target}, nothing), 3,
                    {driver, "scripts/mesa-versions.sh"});
}

TEST(Isa, ADriversManifestThatIsMissingExitsWith2) {
    expectError(runProgram({"isa", "--driver", "/nonexistent/icd.json"}), 2,
                {"/nonexistent/icd.json", "--driver"});
}

} // namespace
} // namespace vkperftest
