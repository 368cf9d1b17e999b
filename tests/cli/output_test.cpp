// Files that --output names and that must not, or cannot, be written.
#include <filesystem>

#include <gmock/gmock.h>

#include "base/atomic_file.h"
#include "program.h"

namespace vkperftest::output_test {

constexpr const char* kScript = "load | * | * | 0.01\n";

// Under whatever name; the file is as it was.
TEST(Output, OfAnInputIsRefused) {
    const std::string file = measuredFile(kScript, "x.json", "--filter cbuffer"), before = readAll(file);
    const std::string other = scratchFile("") + "./x.json";
    for (const char* line :
         {"import {}", "report {}", "run --driver {}", "run --script {}", "experiment uniform --script {}"}) {
        SCOPED_TRACE(line);
        const Outcome outcome = runLine("{} --output {}", fmt::format(fmt::runtime(line), file), other);
        expectError(outcome, 2);
        expectSaid(outcome.err, "--output '");
        EXPECT_EQ(readAll(file), before);
    }
    const std::string script = scratchFile("kept-b.json", kScript);
    expectError(runLine("ab --script {0} --script {0} --keep {1}", script, scratchFile("kept")), 2,
                {"--keep '" + script + "'"});
    EXPECT_EQ(readAll(script), kScript);
}

TEST(Output, ThatAnotherProcessWritesIsRefusedBeforeMeasuring) {
    const std::string file = measuredFile(kScript, "x.json", "--filter cbuffer"), before = readAll(file);
    ASSERT_TRUE(lockFile(file).ok());
    for (const char* line : {"run --script none", "run --script none --continue",
                             "experiment uniform --script none", "import none"}) {
        SCOPED_TRACE(line);
        expectSaid(exits(2, runLine("{} --output {}", line, file)).err, "another process is writing");
        EXPECT_EQ(readAll(file), before);
    }
    unlockFiles();
}

#ifndef _WIN32
// The shell's limit, in blocks of 512 bytes; the signal that it sends ends programs that do not expect it.
TEST(Output, BeyondTheLimitOfAFilesSizeIsAnError) {
    const std::string script = scratchFile("script", kScript), file = scratchFile("x.json");
    const Outcome outcome =
        runProgram({"run", "--script", script, "--output", file}, "ulimit -f 100; COLUMNS=1000");
    EXPECT_EQ(outcome.exitCode, 2);
    expectParts(outcome.err, {"error: '" + file + "' cannot be written (", "too large"});
    expectParts(outcome.out, {"fastest"}); // what was measured is printed
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(file).parent_path()))
        EXPECT_NE(entry.path().extension(), ".vkperf-tmp") << entry.path();
}
#endif

} // namespace vkperftest::output_test
