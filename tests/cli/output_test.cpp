// Files that --output names and that must not, or cannot, be written.
#include <filesystem>

#ifndef _WIN32
#include <sys/stat.h>
#endif

#include <gmock/gmock.h>

#include "base/atomic_file.h"
#include "program.h"

namespace vkperftest {
namespace output_test {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kScript = "load | * | * | 0.01\n";

// Under whatever name; the file is as it was.
TEST(Output, OfAnInputIsRefused) {
    const std::string file = measuredFile(kScript, "x.json", {"--filter", "cbuffer"});
    const std::string other =
        (std::filesystem::path(file).parent_path() / "." / "x.json").string(); // another name
    const std::string before = readAll(file);
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"show", file},
             {"advise", file},
             {"compare", file, file},
             {"compare", "perftest:RTX 2080 Ti", file},
             {"compare", "--nearest", file},
             {"import", file},
             {"run", "--script", file},
             {"experiment", "uniform", "--script", file},
             {"ab", "--script", file, "--script", file},
         }) {
        SCOPED_TRACE(command.front());
        std::vector<std::string> whole = command;
        whole.insert(whole.end(), {"--output", other});
        const Outcome outcome = runProgram(whole);
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(outcome.err,
                  "vkperftest: error: --output '" + other + "' is an input; name another file\n");
        EXPECT_EQ(readAll(file), before);
    }
}

TEST(Output, ThatAnotherProcessWritesIsRefusedBeforeMeasuring) {
    const std::string file = measuredFile(kScript, "x.json", {"--filter", "cbuffer"});
    const std::string before = readAll(file);
    ASSERT_TRUE(lockFile(file).ok());
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"run", "--script", "none", "--output", file},
             {"run", "--script", "none", "--continue", "--output", file},
             {"experiment", "uniform", "--script", "none", "--output", file},
             {"show", "perftest:RTX 2080 Ti", "--output", file},
             {"advise", "perftest:RTX 2080 Ti", "--output", file},
             {"import", "none", "--output", file},
         }) {
        SCOPED_TRACE(command.front());
        const Outcome outcome = runProgram(command);
        EXPECT_EQ(outcome.exitCode, 2);
        EXPECT_THAT(outcome.err, HasSubstr("error: another process is writing '" + file +
                                           "'; wait until it ends, or choose another path with --output\n"));
        EXPECT_EQ(readAll(file), before);
    }
    unlockFiles();
    EXPECT_EQ(runProgram({"show", "perftest:RTX 2080 Ti", "--output", file}).exitCode, 0);
}

TEST(Output, KeptSidesAreNoInputs) {
    const std::string script = scratchFile("x-b.json");
    writeAll(script, kScript);
    const std::string prefix = script.substr(0, script.size() - std::string("-b.json").size());
    const Outcome outcome = runProgram({"ab", "--script", script, "--script", script, "--keep", prefix});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--keep '" + script + "' is an input"));
    EXPECT_EQ(readAll(script), kScript);
}

#ifndef _WIN32
TEST(Output, IntoAPipeThatNobodyReadsIsRefusedBeforeMeasuring) {
    const std::string pipe = scratchFile("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    // A device that is gone at once: had it been touched, the error would be another.
    const Outcome outcome = runScripted("load | * | * | 0.01\ngone | 1\n", {"--output", pipe});
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "vkperftest: error: '" + pipe +
                               "' cannot be written (it is a pipe that nobody reads); choose another path "
                               "with --output\n");
}

// The shell's limit, in blocks of 512 bytes; the signal that it sends ends programs that do not expect it.
TEST(Output, BeyondTheLimitOfAFilesSizeIsAnError) {
    const std::string script = scratchFile("script"), file = scratchFile("x.json");
    writeAll(script, kScript);
    const Outcome outcome =
        runProgram({"run", "--script", script, "--output", file}, "ulimit -f 100; COLUMNS=1000");
    EXPECT_EQ(outcome.exitCode, 2);
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr("error: '" + file + "' cannot be written ("), HasSubstr("too large")));
    EXPECT_THAT(outcome.out, HasSubstr("cbuffer")) << "what was measured is printed";
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(file).parent_path()))
        EXPECT_NE(entry.path().extension(), ".vkperf-tmp") << entry.path();
}
#endif

} // namespace output_test
} // namespace vkperftest
