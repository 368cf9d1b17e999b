#include "program.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/utf8_path.h"
#include "matchers.h"
#include "paths.h"

namespace vkperftest {

std::string scratchFile(const std::string& name) {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    // Another build's tests may run at the same time.
    static const std::string build = std::to_string(std::hash<std::string>{}(programFile()));
    const std::filesystem::path folder = pathOf(testing::TempDir()) / ("vkperftest-cli-" + build) /
                                         (std::string(test->test_suite_name()) + "." + test->name());
    static std::filesystem::path cleaned;
    if (cleaned != folder) std::filesystem::remove_all(folder);
    cleaned = folder;
    std::filesystem::create_directories(folder);
    return textOf((folder / pathOf(name)).generic_u8string()); // with slashes: JSON would double backslashes
}

std::string readAll(const std::string& path) {
    std::ifstream file(pathOf(path), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string scratchFile(const std::string& name, const std::string& content) {
    const std::string path = scratchFile(name);
    writeAll(path, content);
    return path;
}

void writeAll(const std::string& path, const std::string& content) {
    std::ofstream(pathOf(path), std::ios::binary) << content;
}

std::size_t countLines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

Outcome runScripted(const std::string& script, const std::string& line) {
    const std::string path = scratchFile("script", script);
    const char* const seed = line.find("--seed") == std::string::npos ? "--seed 1" : "";
    return runLine("run --script {} {} {}", path, seed, line);
}

Outcome exits(int code, Outcome outcome) {
    EXPECT_EQ(outcome.exitCode, code) << outcome.err;
    return outcome;
}

std::string outputOf(const Outcome& outcome) {
    return exits(0, outcome).out;
}

void expectParts(const std::string& text, const std::vector<std::string>& parts,
                 const std::vector<std::string>& others) {
    for (const std::string& part : parts) EXPECT_THAT(text, HasSubstr(part));
    for (const std::string& other : others) EXPECT_THAT(text, Not(HasSubstr(other)));
}

void expectError(const Outcome& outcome, int exitCode, const std::vector<std::string>& parts) {
    EXPECT_EQ(outcome.exitCode, exitCode);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("vkperftest: error: ")) << outcome.err;
    EXPECT_EQ(countLines(outcome.err), 1u) << outcome.err;
    expectParts(outcome.err, parts);
}

void expectSaid(const std::string& text, const std::string& words) {
    const std::size_t begin = text.find(words);
    if (begin == std::string::npos) {
        ADD_FAILURE() << "'" << words << "' is not in:\n" << text;
        return;
    }
    std::string line = text.substr(begin, text.find('\n', begin) - begin);
    const std::string folder = scratchFile("");
    for (std::size_t at = line.find(folder); at != std::string::npos; at = line.find(folder))
        line.replace(at, folder.size(), "FOLDER/");
    expectGolden(line);
}

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

std::string measuredFile(const std::string& script, const std::string& name, const std::string& line) {
    const std::string file = scratchFile(name);
    const Outcome outcome = runScripted(script, fmt::format("{} --output {}", line, file));
    EXPECT_TRUE(outcome.exitCode == 0 || outcome.exitCode == 4) << outcome.err;
    return file;
}

} // namespace vkperftest
