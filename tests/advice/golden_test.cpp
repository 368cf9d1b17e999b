// What is advised for the published tables and for the results of this repository, word for word. With
// VKPERFTEST_WRITE_GOLDEN set, the test writes the texts anew: read them beside their tables before you keep
// them.
#include <cstdlib>

#include <gmock/gmock.h>

#include "advice/every_device.h"
#include "base/atomic_file.h"
#include "base/text.h"
#include "report/written.h"

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
    const std::string text = written("table", adviceDocument(figures, false), Display{});
    for (const std::string& line : split(text, '\n')) EXPECT_LE(columns(line), 80u) << line;
    return text;
}

TEST(AdviceGolden, IsThatOfEachDevice) {
    for (const KnownDevice& device : everyDevice()) {
        const std::string path = repositoryFile("tests/advice/golden/" + fileName(device.name));
        const std::string text = textOf(device.run);
        if (std::getenv("VKPERFTEST_WRITE_GOLDEN") != nullptr) {
            ASSERT_TRUE(writeFileAtomically(path, text).ok()) << path;
        }
        const Result<std::string> golden = readFile(path);
        ASSERT_TRUE(golden.ok()) << golden.error().sentence();
        EXPECT_EQ(text, golden.value()) << device.name;
    }
}

// docs/advice.md shows an example.
TEST(AdviceGolden, IsWhatTheDocumentsShow) {
    const Result<std::string> golden = readFile(repositoryFile("tests/advice/golden/nvidia-h100.txt"));
    const Result<std::string> document = readFile(repositoryFile("docs/advice.md"));
    ASSERT_TRUE(golden.ok() && document.ok());
    const std::string text = golden.value();
    const std::string advice = text.substr(text.find("What to use"));
    EXPECT_THAT(document.value(), testing::HasSubstr("```text\n" + advice + "```"));
}

} // namespace
} // namespace vkperftest
