// Work in a copy of this process.
#include "base/child_process.h"

#include <atomic>
#include <cstdlib>
#include <stdexcept>

#include "base/cores.h"
#include "base/utf8_path.h"
#include "matchers.h"

#ifndef _WIN32
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace vkperftest::apart_test {

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

TEST(Apart, WhatEndsItIsAnError) {
    const auto expectError = [](const std::function<std::string()>& work, std::chrono::milliseconds patience,
                                const char* part) {
        const Error error = runApart(work, patience).error();
        EXPECT_EQ(error.kind, ErrorKind::RowFailed);
        EXPECT_THAT(error.cause, HasSubstr(part));
    };
    expectError([]() -> std::string { std::abort(); }, kLong, "Aborted");
    const auto hang = []() -> std::string {
        while (true) pause();
    };
    expectError(hang, std::chrono::milliseconds(100), "0.1 s");
    const bool watched =
        !environmentVariable("ASAN_OPTIONS").empty(); // the sanitizer ends the process itself
    expectError([] { return std::string(std::size_t(2) << 30U, 'x'); }, kLong, watched ? "" : "384 MB");
}

// Nobody is left to end the copy, which writes into the pipe as long as it lives.
TEST(Apart, AHangEndsThoughTheOwnerWasKilled) {
    int ends[2] = {};
    ASSERT_EQ(pipe(ends), 0);
    const pid_t owner = fork();
    if (owner == 0) {
        static_cast<void>(runApart(
            [&]() -> std::string {
                EXPECT_EQ(write(ends[1], "x", 1), 1);
                while (true) pause();
            },
            std::chrono::milliseconds(100)));
        _exit(0);
    }
    close(ends[1]);
    char one = 0;
    EXPECT_EQ(read(ends[0], &one, 1), 1);
    kill(owner, SIGKILL);
    waitpid(owner, nullptr, 0);
    EXPECT_EQ(read(ends[0], &one, 1), 0); // no process is left that could write
    close(ends[0]);
}

TEST(Apart, SeveralThreadsMayCallItAndItLosesWhatItChanges) {
    std::atomic<int> changes = 0;
    onAllCores(20, [&](std::size_t i) {
        const Result<std::string> answer = runApart(
            [&] {
                ++changes;
                if (i % 5 == 3) std::abort();
                return std::to_string(i);
            },
            kLong);
        EXPECT_EQ(answer.ok() ? answer.value() : "3", i % 5 == 3 ? "3" : std::to_string(i));
    });
    EXPECT_EQ(changes, 0);
}

#endif

} // namespace vkperftest::apart_test
