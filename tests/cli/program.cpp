#include "program.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <sys/wait.h>

namespace vkperftest {
namespace {

std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

std::string commandOf(const std::vector<std::string>& arguments) {
    std::string command = quoted(VKPERFTEST_PROGRAM);
    for (const std::string& argument : arguments) command += " " + quoted(argument);
    return command;
}

int execute(const std::string& command) {
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

std::string scratchFile(const std::string& name) {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "vkperftest-cli" /
                                         (std::string(test->test_suite_name()) + "." + test->name());
    static std::string cleaned;
    if (cleaned != folder.string()) std::filesystem::remove_all(folder);
    cleaned = folder.string();
    std::filesystem::create_directories(folder);
    return (folder / name).string();
}

std::string readAll(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void writeAll(const std::string& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

std::size_t countLines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

Outcome runProgram(const std::vector<std::string>& arguments, const std::string& environment) {
    const std::string out = scratchFile("stdout");
    const std::string err = scratchFile("stderr");
    const int code = execute(environment + " " + commandOf(arguments) + " </dev/null >" + quoted(out) +
                             " 2>" + quoted(err));
    return {code, readAll(out), readAll(err)};
}

Outcome runScripted(const std::string& script, std::vector<std::string> arguments) {
    const std::string path = scratchFile("script");
    writeAll(path, script);
    arguments.insert(arguments.begin(), {"run", "--script", path, "--seed", "1"});
    return runProgram(arguments);
}

Outcome runIntoClosedPipe(const std::vector<std::string>& arguments) {
    const std::string err = scratchFile("stderr");
    const std::string code = scratchFile("code");
    execute("{ sleep 0.1; " + commandOf(arguments) + " 2>" + quoted(err) + "; echo $? >" + quoted(code) +
            "; } | true");
    return {std::atoi(readAll(code).c_str()), "", readAll(err)};
}

Outcome runOnTerminal(const std::vector<std::string>& arguments, const std::string& environment) {
    const std::string out = scratchFile("terminal");
    const std::string inner = environment + " " + commandOf(arguments);
    const int code =
        execute("TERM=xterm script -qefc " + quoted(inner) + " /dev/null </dev/null >" + quoted(out));
    return {code, readAll(out), ""};
}

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

std::string measuredFile(const std::string& script, const std::string& name,
                         std::vector<std::string> arguments) {
    const std::string file = scratchFile(name);
    arguments.insert(arguments.end(), {"--output", file});
    const Outcome outcome = runScripted(script, arguments);
    EXPECT_TRUE(outcome.exitCode == 0 || outcome.exitCode == 4) << outcome.err;
    return file;
}

} // namespace vkperftest
