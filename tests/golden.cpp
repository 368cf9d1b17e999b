#include "golden.h"

#include <cstdlib>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/atomic_file.h"
#include "base/text.h"
#include "paths.h"

namespace vkperftest {
namespace {

using Sentences = std::vector<std::string>;

std::string goldenFile() {
    return repositoryFile("tests/golden/sentences.txt");
}

// By test. A sentence is indented.
std::map<std::string, Sentences> readGolden() {
    std::map<std::string, Sentences> golden;
    const Result<std::string> text = readFile(goldenFile());
    std::string test;
    for (const std::string& line : split(text.ok() ? text.value() : "", '\n')) {
        if (line.starts_with(" ")) {
            golden[test].push_back(line.substr(line.find_first_not_of(" ")));
        } else if (!line.empty()) {
            test = line;
        }
    }
    return golden;
}

void writeGolden(const std::map<std::string, Sentences>& golden) {
    std::string text;
    for (const auto& [test, sentences] : golden) {
        text += test + "\n";
        for (const std::string& sentence : sentences) text += "    " + sentence + "\n";
    }
    EXPECT_TRUE(writeFileAtomically(goldenFile(), text).ok()) << goldenFile();
}

// What the running test has handed over.
class GoldenListener : public testing::EmptyTestEventListener {
public:
    void take(const std::string& sentence) {
        said_.push_back(sentence);
        const Sentences& expected = golden_[nameOf(*testing::UnitTest::GetInstance()->current_test_info())];
        const std::size_t at = said_.size() - 1;
        if (writes_ || (at < expected.size() && expected[at] == sentence)) return;
        ADD_FAILURE() << "said:     " << sentence
                      << "\nexpected: " << (at < expected.size() ? expected[at] : "nothing more");
    }

    void OnTestEnd(const testing::TestInfo& test) override {
        const Sentences said = std::exchange(said_, {});
        if (said.empty()) return;
        Sentences& expected = golden_[nameOf(test)];
        if (writes_) {
            expected = said;
            writeGolden(golden_);
        } else if (said.size() < expected.size()) {
            ADD_FAILURE() << test.name() << " says no longer: " << expected[said.size()];
        }
    }

private:
    static std::string nameOf(const testing::TestInfo& test) {
        return std::string(test.test_suite_name()) + "." + test.name();
    }

    bool writes_ = std::getenv("VKPERFTEST_WRITE_GOLDEN") != nullptr;
    std::map<std::string, Sentences> golden_ = readGolden();
    Sentences said_;
};

} // namespace

void expectGolden(const std::string& sentence) {
    static GoldenListener* const listener = [] {
        auto owned = std::make_unique<GoldenListener>();
        GoldenListener* const kept = owned.get();
        testing::UnitTest::GetInstance()->listeners().Append(owned.release()); // which owns it now
        return kept;
    }();
    listener->take(sentence);
}

} // namespace vkperftest
