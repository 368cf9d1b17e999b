// What is advised for the published tables and for the results of this repository, word for word. With
// VKPERFTEST_WRITE_GOLDEN set, the test writes the texts anew: read them beside their tables before you keep them.
#include <algorithm>
#include <cstdlib>

#include "answers/every_device.h"
#include "base/atomic_file.h"
#include "base/text.h"
#include "matchers.h"
#include "report/devices.h"
#include "report/written.h"

namespace vkperftest::golden_test {

std::string fileName(std::string name) {
    for (char& c : name) {
        if (c == ' ' || c == '/') c = '-';
    }
    return name + ".txt";
}

std::string textOf(const RunResult& run) {
    const RunFigures figures = analyse(run);
    const std::string text = written("table", adviceDocument(figures), Display{.extent = Extent::All});
    for (const std::string& line : split(text, '\n')) EXPECT_LE(columns(line), 80u) << line;
    return text;
}

TEST(AdviceGolden, IsThatOfEachDevice) {
    for (const KnownDevice& device : everyDevice()) {
        const std::string path = repositoryFile("tests/answers/golden/" + fileName(device.name));
        const std::string text = textOf(device.run);
        if (std::getenv("VKPERFTEST_WRITE_GOLDEN") != nullptr) {
            ASSERT_TRUE(writeFileAtomically(path, text).ok()) << path;
        }
        EXPECT_EQ(text, valueOf(readFile(path))) << device.name;
    }
}

// The first screen of 24 lines holds the table, and what to avoid.
TEST(AdviceGolden, FitsTheFirstScreen) {
    for (const KnownDevice& device : everyDevice()) {
        const RunFigures figures = analyse(device.run);
        const std::string text = written("table", adviceDocument(figures), Display{});
        const bool printed = !device.run.source.empty(); // their names of kinds take more lines
        EXPECT_LE(std::ranges::count(text, '\n'), printed ? 24 : 20) << device.name;
    }
}

// docs/which-load.md shows an example, and the fastest loads of every GPU.
TEST(AdviceGolden, IsWhatTheDocumentsShow) {
    const std::string document = valueOf(readFile(repositoryFile("docs/which-load.md")));
    for (const KnownDevice& device : everyDevice()) {
        const RunFigures figures = analyse(device.run);
        if (device.name == "nvidia-h100") {
            const std::string answer = written("table", adviceDocument(figures), Display{});
            EXPECT_THAT(document, HasSubstr("```text\n" + answer + "```"));
        }
        std::string row = "\n| " + device.run.device.name;
        const Advice advice = advise(figures);
        for (const std::uint32_t bytes : kChoiceBytes) row += " | " + fastestText(advice.choices, bytes);
        if (device.name.starts_with("lavapipe")) continue;
        EXPECT_THAT(document, HasSubstr(row + " |\n"));
    }
}

} // namespace vkperftest::golden_test
