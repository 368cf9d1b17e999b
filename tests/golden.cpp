#include "golden.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/atomic_file.h"
#include "base/text.h"
#include "paths.h"

namespace vkperftest {
namespace {

using Sentences = std::vector<std::string>;

// By test. A line is indented by four blanks.
using Golden = std::map<std::string, std::vector<std::string>>;

constexpr std::string_view kIndent = "    ";

// That of the folder of the test's source.
std::string goldenFile(const testing::TestInfo& test) {
    const std::string folder = std::filesystem::path(test.file()).parent_path().filename().string();
    return repositoryFile("tests/golden/" + folder + ".txt");
}

Golden readGolden(const std::string& file) {
    Golden golden;
    const Result<std::string> text = readFile(file);
    std::string test;
    for (const std::string& line : split(text.ok() ? text.value() : "", '\n')) {
        if (line.starts_with(kIndent)) {
            golden[test].push_back(line.substr(kIndent.size()));
        } else if (!line.empty()) {
            test = line;
        }
    }
    return golden;
}

void writeGolden(const std::string& file, const Golden& golden) {
    std::string text;
    for (const auto& [test, lines] : golden) {
        text += test + "\n";
        for (const std::string& line : lines) text += fmt::format("{}{}\n", kIndent, line);
    }
    EXPECT_TRUE(writeFileAtomically(file, text).ok()) << file;
}

// What the running test has handed over.
class GoldenListener : public testing::EmptyTestEventListener {
public:
    void take(const std::string& line) {
        said_.push_back(line);
        const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
        const std::vector<std::string>& expected = goldenOf(test)[nameOf(test)];
        const std::size_t at = said_.size() - 1;
        if (writes_ || (at < expected.size() && expected[at] == line)) return;
        ADD_FAILURE() << "said:     " << line
                      << "\nexpected: " << (at < expected.size() ? expected[at] : "nothing more");
    }

    void OnTestEnd(const testing::TestInfo& test) override {
        const std::vector<std::string> said = std::exchange(said_, {});
        if (said.empty()) return;
        std::vector<std::string>& expected = goldenOf(test)[nameOf(test)];
        if (writes_) {
            expected = said;
            writeGolden(goldenFile(test), goldenOf(test));
        } else if (said.size() < expected.size()) {
            ADD_FAILURE() << test.name() << " says no longer: " << expected[said.size()];
        }
    }

private:
    static std::string nameOf(const testing::TestInfo& test) {
        return std::string(test.test_suite_name()) + "." + test.name();
    }

    Golden& goldenOf(const testing::TestInfo& test) {
        const std::string file = goldenFile(test);
        if (const auto known = golden_.find(file); known != golden_.end()) return known->second;
        return golden_[file] = readGolden(file);
    }

    bool writes_ = std::getenv("VKPERFTEST_WRITE_GOLDEN") != nullptr;
    std::map<std::string, Golden> golden_; // by file
    std::vector<std::string> said_;
};

} // namespace

void expectGolden(const std::string& text) {
    static GoldenListener* const listener = [] {
        auto owned = std::make_unique<GoldenListener>();
        GoldenListener* const kept = owned.get();
        testing::UnitTest::GetInstance()->listeners().Append(owned.release()); // which owns it now
        return kept;
    }();
    for (const std::string& line : split(text, '\n')) {
        if (!line.empty()) listener->take(line);
    }
}

} // namespace vkperftest
