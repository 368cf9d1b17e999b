// Programs that are started and waited for.
#include "base/child_process.h"

#ifndef _WIN32 // these run a shell

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

using testing::HasSubstr;

Result<int> shell(const std::string& command, const std::function<bool()>& goOn = {}) {
    return runProgram("/bin/sh", {"-c", command}, goOn);
}

TEST(ChildProcess, GivesItsExitCode) {
    EXPECT_EQ(shell("exit 7").value(), 7);
    EXPECT_EQ(shell("exit 7", [] { return true; }).value(), 7);
}

TEST(ChildProcess, NamesTheSignalThatEndedIt) {
    const Result<int> result = shell("kill -SEGV $$");
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, ErrorKind::RowFailed);
    EXPECT_THAT(result.error().cause, HasSubstr("Segmentation fault"));
}

TEST(ChildProcess, IsKilledWhenNobodyWaitsOn) {
    int questions = 0;
    const Result<int> result = shell("exec sleep 1000", [&] { return ++questions < 3; });
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(questions, 3);
    EXPECT_THAT(result.error().cause, HasSubstr("killed"));
}

TEST(ChildProcess, ThatIsNotThereIsAnError) {
    EXPECT_EQ(runProgram("/nonexistent/program", {}).error().kind, ErrorKind::Io);
}

} // namespace
} // namespace vkperftest

#endif
