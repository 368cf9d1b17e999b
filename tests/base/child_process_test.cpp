// Programs that are run, and children that are talked to.
#include "base/child_process.h"

#include <csignal>
#include <thread>

#include "base/process.h"
#include "base/utf8_path.h"
#include "matchers.h"

#ifdef _WIN32
#include <windows.h>
#endif

namespace vkperftest::child_process_test {

using std::chrono::milliseconds;

Deadline in(milliseconds time) {
    return std::chrono::steady_clock::now() + time;
}

// One of the tests below that are disabled, in a process of its own.
std::vector<std::string> ownTest(const std::string& name) {
    // Whatever share of the tests this process has, that one runs its test.
    setEnvironmentVariable("GTEST_TOTAL_SHARDS", "");
    setEnvironmentVariable("GTEST_SHARD_INDEX", "");
    return {"--gtest_filter=ChildProcess.DISABLED_" + name, "--gtest_also_run_disabled_tests",
            "--gtest_catch_exceptions=0", "--gtest_brief=1"};
}

TEST(ChildProcess, DISABLED_Crashes) {
    std::signal(SIGSEGV, SIG_DFL); // not as a sanitizer ends it
    volatile int* volatile nothing = nullptr;
    *nothing = 1;
}

TEST(ChildProcess, DISABLED_Hangs) {
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

#ifdef _WIN32
constexpr const char* kCrash = "0xc0000005";
const std::vector<std::string> kShell = {environmentVariable("ComSpec"), "/c"};
#else
constexpr const char* kCrash = "Segmentation fault";
const std::vector<std::string> kShell = {"/bin/sh", "-c"};
#endif

TEST(ChildProcess, GivesItsExitCode) {
    for (const Deadline& latest : {Deadline(), in(std::chrono::minutes(10))})
        EXPECT_EQ(runProgram(kShell[0], {kShell[1], "exit 7"}, latest).value(), 7);
    EXPECT_EQ(runProgram("/nonexistent/program", {}).error().kind, ErrorKind::Io);
}

TEST(ChildProcess, NamesWhatEndedIt) {
    const std::tuple<const char*, Deadline, const char*> kEnds[] = {
        {"Crashes", {}, kCrash}, {"Hangs", in(milliseconds(300)), "took too long"}};
    for (const auto& [test, latest, words] : kEnds) {
        const Result<int> result = runProgram(ownProgram().value(), ownTest(test), latest);
        ASSERT_FALSE(result.ok()) << test;
        EXPECT_EQ(result.error().kind, ErrorKind::RowFailed);
        EXPECT_THAT(result.error().cause, HasSubstr(words));
    }
}

TEST(Messages, HoldAnyBytes) {
    const Message message = {"", std::string(5'000'000, '\0'), "a\nb\xff"};
    EXPECT_EQ(unpacked(packed(message)).value(), message);
    EXPECT_EQ(unpacked(packed({})).value(), Message());
    EXPECT_FALSE(unpacked(packed(message).substr(0, 20)));
    EXPECT_FALSE(unpacked(std::string(20, '\xff')));
}

#ifndef _WIN32
TEST(Children, AreHeardUntilTheyEnd) {
    Child echo("cat", {});
    Message message;
    for (const std::string& text : {std::string("a"), std::string(300'000, '\n'), std::string()}) {
        ASSERT_TRUE(echo.tell({text, "b"}));
        ASSERT_EQ(echo.hear(message, in(std::chrono::minutes(10))), Heard::Message);
        EXPECT_EQ(message, Message({text, "b"}));
    }
    EXPECT_EQ(echo.hear(message, in(milliseconds(100))), Heard::Late);
}

TEST(Children, ThatCrashAreHeardToo) {
    const std::pair<const char*, const char*> kEnds[] = {{"kill -SEGV $$", kCrash}, {"exit 7", ""}};
    for (const auto& [command, how] : kEnds) {
        Child child(kShell[0], {kShell[1], std::string("echo printed >&2; ") + command});
        Message message;
        EXPECT_EQ(child.hear(message), Heard::Ended);
        const Result<int> code = child.end();
        EXPECT_EQ(child.printed(), "printed\n");
        if (*how == 0)
            EXPECT_EQ(code.value(), 7);
        else
            EXPECT_THAT(code.error().cause, HasSubstr(how));
    }
}

TEST(Children, TellTheirProcessorTime) {
    Child busy(kShell[0], {kShell[1], "while :; do :; done"}), asleep("cat", {});
    Message message;
    while (busy.processorTime() < milliseconds(50)) busy.hear(message, in(milliseconds(10)));
    EXPECT_LT(asleep.processorTime(), busy.processorTime());
    EXPECT_FALSE(busy.end().ok());
    EXPECT_EQ(busy.processorTime(), milliseconds(0));
}

TEST(Children, ThatSendNoMessagesAreNotHeard) {
    Child child(kShell[0], {kShell[1], "echo 123456789; exec sleep 1000"});
    Message message;
    EXPECT_EQ(child.hear(message), Heard::Ended);
}
#endif

TEST(Children, ThatCannotBeStartedHaveEnded) {
    Child child("/nonexistent/program", {});
    Message message;
    EXPECT_EQ(child.hear(message), Heard::Ended);
    EXPECT_EQ(child.end().error().kind, ErrorKind::Io);
}

} // namespace vkperftest::child_process_test
