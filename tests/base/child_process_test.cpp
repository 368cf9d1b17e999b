// Programs that are started and waited for.
#include "base/child_process.h"

#include <gmock/gmock.h>

#include "base/utf8_path.h"

#ifdef _WIN32
#include <windows.h>
#endif

namespace vkperftest {
namespace {

using testing::HasSubstr;

#ifdef _WIN32

Result<int> shell(const std::string& command, const std::function<bool()>& goOn = {}) {
    return runProgram(environmentVariable("ComSpec"), {"/c", command}, goOn);
}

// One of the tests below that are disabled, in a process of its own.
Result<int> ownTest(const std::string& name, const std::function<bool()>& goOn = {}) {
    // Whatever share of the tests this process has, that one runs its test.
    setEnvironmentVariable("GTEST_TOTAL_SHARDS", "");
    setEnvironmentVariable("GTEST_SHARD_INDEX", "");
    return runProgram(ownProgram().value(),
                      {"--gtest_filter=ChildProcess.DISABLED_" + name, "--gtest_also_run_disabled_tests",
                       "--gtest_catch_exceptions=0", "--gtest_brief=1"},
                      goOn);
}

TEST(ChildProcess, DISABLED_Crashes) {
    volatile int* volatile nothing = nullptr;
    *nothing = 1;
}

TEST(ChildProcess, DISABLED_Hangs) {
    Sleep(INFINITE);
}

TEST(ChildProcess, NamesTheExceptionThatEndedIt) {
    const Result<int> result = ownTest("Crashes");
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, ErrorKind::RowFailed);
    EXPECT_THAT(result.error().cause, HasSubstr("0xc0000005"));
}

Result<int> hanging(const std::function<bool()>& goOn) {
    return ownTest("Hangs", goOn);
}

#else

Result<int> shell(const std::string& command, const std::function<bool()>& goOn = {}) {
    return runProgram("/bin/sh", {"-c", command}, goOn);
}

TEST(ChildProcess, NamesTheSignalThatEndedIt) {
    const Result<int> result = shell("kill -SEGV $$");
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, ErrorKind::RowFailed);
    EXPECT_THAT(result.error().cause, HasSubstr("Segmentation fault"));
}

Result<int> hanging(const std::function<bool()>& goOn) {
    return shell("exec sleep 1000", goOn);
}

#endif

TEST(ChildProcess, GivesItsExitCode) {
    EXPECT_EQ(shell("exit 7").value(), 7);
    EXPECT_EQ(shell("exit 7", [] { return true; }).value(), 7);
}

TEST(ChildProcess, IsKilledWhenNobodyWaitsOn) {
    int questions = 0;
    const Result<int> result = hanging([&] { return ++questions < 3; });
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(questions, 3);
    EXPECT_THAT(result.error().cause, HasSubstr("killed"));
}

TEST(ChildProcess, ThatIsNotThereIsAnError) {
    EXPECT_EQ(runProgram("/nonexistent/program", {}).error().kind, ErrorKind::Io);
}

} // namespace
} // namespace vkperftest
