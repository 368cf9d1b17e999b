// Work in a copy of this process.
#include "base/apart.h"

#include <cstdlib>
#include <stdexcept>

#include <gmock/gmock.h>

#include "base/cores.h"
#include "base/utf8_path.h"

#ifndef _WIN32
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace vkperftest {
namespace {

using testing::HasSubstr;

constexpr std::chrono::seconds kLong(600);

TEST(Apart, HandsBackTheAnswer) {
    EXPECT_EQ(runApart([] { return std::string(); }, kLong).value(), "");
    const std::string large(5'000'000, '\0');
    EXPECT_EQ(runApart([&] { return large; }, kLong).value(), large);
}

TEST(Apart, ThrowingIsAnError) {
    const Result<std::string> thrown =
        runApart([]() -> std::string { throw std::runtime_error("x"); }, kLong);
    ASSERT_FALSE(thrown.ok());
    EXPECT_EQ(thrown.error().kind, ErrorKind::RowFailed);
}

#ifndef _WIN32 // which has no copies of processes

TEST(Apart, LosesWhatItChanges) {
    int value = 1;
    EXPECT_TRUE(runApart(
                    [&] {
                        value = 2;
                        return std::string();
                    },
                    kLong)
                    .ok());
    EXPECT_EQ(value, 1);
}

TEST(Apart, ACrashIsAnError) {
    const Result<std::string> crashed = runApart([]() -> std::string { std::abort(); }, kLong);
    ASSERT_FALSE(crashed.ok());
    EXPECT_THAT(crashed.error().sentence(), HasSubstr("killed by a signal (Aborted)"));
}

TEST(Apart, AHangIsAnError) {
    const auto hang = []() -> std::string {
        while (true) pause();
    };
    const Result<std::string> hung = runApart(hang, std::chrono::milliseconds(100));
    ASSERT_FALSE(hung.ok());
    EXPECT_THAT(hung.error().sentence(), HasSubstr("longer than 0.1 s"));
}

TEST(Apart, AllMemoryIsAnError) {
    const Result<std::string> large = runApart([] { return std::string(std::size_t(2) << 30U, 'x'); }, kLong);
    ASSERT_FALSE(large.ok());
    if (!environmentVariable("ASAN_OPTIONS").empty()) GTEST_SKIP() << "the sanitizer ends the process itself";
    EXPECT_THAT(large.error().sentence(), HasSubstr("more than 1 GB of memory"));
}

std::string process(std::string_view) {
    return std::to_string(getpid());
}

TEST(Copies, AnswerOneQuestionAfterAnother) {
    Copies copies(process);
    const std::string first = copies.ask("", kLong).value();
    EXPECT_NE(first, process(""));
    EXPECT_EQ(copies.ask("", kLong).value(), first);
}

TEST(Copies, TakeAndAnswerAnyBytes) {
    Copies copies([](std::string_view question) { return std::string(question); });
    const std::string large = std::string(5'000'000, '\0') + "end";
    for (const std::string& text : {large, std::string(), std::string("a")})
        EXPECT_EQ(copies.ask(text, kLong).value(), text);
}

TEST(Copies, ACrashCostsOneAnswer) {
    Copies copies([](std::string_view question) -> std::string {
        if (question == "crash") std::abort();
        if (question == "throw") throw std::runtime_error("x");
        return "answer";
    });
    for (const std::string question : {"crash", "throw", "crash"}) {
        EXPECT_EQ(copies.ask("", kLong).value(), "answer");
        const Result<std::string> failed = copies.ask(question, kLong);
        ASSERT_FALSE(failed.ok());
        EXPECT_THAT(failed.error().sentence(),
                    HasSubstr(question == "crash" ? "killed by a signal (Aborted)" : "without a message"));
    }
    EXPECT_EQ(copies.ask("", kLong).value(), "answer");
}

TEST(Copies, AHangCostsOneAnswer) {
    Copies copies([](std::string_view question) -> std::string {
        while (question == "hang") pause();
        return "answer";
    });
    EXPECT_TRUE(copies.ask("", kLong).ok());
    const Result<std::string> hung = copies.ask("hang", std::chrono::milliseconds(100));
    ASSERT_FALSE(hung.ok());
    EXPECT_THAT(hung.error().sentence(), HasSubstr("longer than 0.1 s"));
    EXPECT_EQ(copies.ask("", kLong).value(), "answer");
}

// Copies write into it as long as they live.
class Pipe {
public:
    Pipe() { EXPECT_EQ(pipe(ends_), 0); }
    ~Pipe() { close(ends_[0]); }
    void put() const { EXPECT_EQ(write(ends_[1], "x", 1), 1); }
    void closeOwnEnd() const { close(ends_[1]); }
    bool takes() const { // false: no process is left that could write
        char one = 0;
        return read(ends_[0], &one, 1) == 1;
    }

private:
    int ends_[2] = {};
};

// Not even if it hung in a copy that has answered before.
TEST(Copies, AHangIsNotTriedAgain) {
    const Pipe tries;
    {
        Copies copies([&](std::string_view question) -> std::string {
            if (question == "hang") tries.put();
            while (question == "hang") pause();
            return "answer";
        });
        EXPECT_TRUE(copies.ask("", kLong).ok());
        EXPECT_FALSE(copies.ask("hang", std::chrono::milliseconds(100)).ok());
    }
    tries.closeOwnEnd();
    EXPECT_TRUE(tries.takes());
    EXPECT_FALSE(tries.takes());
}

// Nobody is left to end the copy.
TEST(Copies, AHangEndsThoughTheOwnerWasKilled) {
    const Pipe begun;
    const pid_t owner = fork();
    if (owner == 0) {
        Copies copies([&](std::string_view) -> std::string {
            begun.put();
            while (true) pause();
        });
        static_cast<void>(copies.ask("", std::chrono::seconds(1)));
        _exit(0);
    }
    begun.closeOwnEnd();
    EXPECT_TRUE(begun.takes());
    kill(owner, SIGKILL);
    waitpid(owner, nullptr, 0);
    EXPECT_FALSE(begun.takes());
}

TEST(Copies, EarlierQuestionsBreakNoAnswer) {
    int asked = 0;
    Copies copies([&](std::string_view) -> std::string {
        if (asked++ > 0) std::abort();
        return "answer";
    });
    for (int i = 0; i < 3; ++i) EXPECT_EQ(copies.ask("", kLong).value(), "answer");
}

TEST(Copies, OneThatTookMuchMemoryIsReplaced) {
    Copies copies([](std::string_view question) {
        std::string large(question.empty() ? 0 : std::size_t(400) << 20U, 'x');
        return std::to_string(getpid()) + (large.empty() ? "" : large.substr(0, 1));
    });
    const std::string first = copies.ask("much", kLong).value();
    const std::string second = copies.ask("", kLong).value();
    EXPECT_NE(first, second + "x");
    EXPECT_EQ(copies.ask("", kLong).value(), second);
}

TEST(Copies, SeveralThreadsAsk) {
    Copies copies([](std::string_view question) -> std::string {
        if (question == "3") std::abort();
        return std::string(question);
    });
    onAllCores(50, [&](std::size_t i) {
        const std::string question = std::to_string(i % 5);
        const Result<std::string> answer = copies.ask(question, kLong);
        EXPECT_EQ(answer.ok() ? answer.value() : "3", question);
    });
}

TEST(Copies, EndWithTheirOwner) {
    pid_t id = 0;
    {
        Copies copies(process);
        id = std::stoi(copies.ask("", kLong).value());
    }
    EXPECT_NE(kill(id, 0), 0);
}

#endif

} // namespace
} // namespace vkperftest
