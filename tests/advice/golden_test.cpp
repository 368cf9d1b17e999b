// What is advised for the published tables and for the results of this repository, word for word. With
// VKPERFTEST_WRITE_GOLDEN set, the test writes the texts anew: read them beside their tables before you keep them.
#include <cstdlib>

#include <gmock/gmock.h>

#include "advice/advice.h"
#include "base/atomic_file.h"
#include "base/text.h"
#include "model/json_read.h"
#include "paths.h"
#include "perftest/reference.h"

namespace vkperftest {
namespace {

std::string fileName(std::string name) {
    for (char& c : name) {
        if (c == ' ' || c == '/') c = '-';
    }
    return name + ".txt";
}

std::string textOf(const RunResult& run) {
    const RunFigures figures = analyse(run);
    const AdviceList list = advise(figures);
    std::vector<std::string> lines;
    for (const Advice& each : list.said) {
        for (std::string& line : wrappedAdvice(each.sentence)) lines.push_back(std::move(line));
    }
    if (!list.note.empty()) lines.push_back(list.note);
    EXPECT_LE(lines.size(), kAdviceLines);
    for (const std::string& line : lines) EXPECT_LE(columns(line), kAdviceColumns) << line;
    return join(lines, "\n") + "\n";
}

void expectGolden(const std::string& name, const RunResult& run) {
    const std::string path = repositoryFile("tests/advice/golden/" + fileName(name));
    const std::string text = textOf(run);
    if (std::getenv("VKPERFTEST_WRITE_GOLDEN") != nullptr) {
        ASSERT_TRUE(writeFileAtomically(path, text).ok()) << path;
    }
    const Result<std::string> golden = readFile(path);
    ASSERT_TRUE(golden.ok()) << golden.error().sentence();
    EXPECT_EQ(text, golden.value()) << name;
}

TEST(AdviceGolden, IsThatOfEachPublishedTable) {
    EXPECT_EQ(referenceTables().size(), 17u);
    for (const ReferenceTable& table : referenceTables()) expectGolden(table.gpu, table.run);
}

TEST(AdviceGolden, IsThatOfTheMeasuredMatrices) {
    for (const char* name : {"nvidia-h100", "nvidia-h200", "lavapipe-22.3.6"}) {
        const std::string path = repositoryFile("results/" + std::string(name) + ".json");
        const Result<std::string> text = readFile(path);
        ASSERT_TRUE(text.ok()) << path;
        const Result<RunResult> run = runFromJson(text.value(), path);
        ASSERT_TRUE(run.ok()) << run.error().sentence();
        expectGolden(name, run.value());
    }
}

// docs/advice.md shows an example.
TEST(AdviceGolden, IsWhatTheDocumentsShow) {
    const Result<std::string> golden = readFile(repositoryFile("tests/advice/golden/nvidia-h100.txt"));
    const Result<std::string> document = readFile(repositoryFile("docs/advice.md"));
    ASSERT_TRUE(golden.ok() && document.ok());
    EXPECT_THAT(document.value(), testing::HasSubstr("```text\n" + golden.value() + "```"));
}

} // namespace
} // namespace vkperftest
