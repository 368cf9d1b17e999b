// Drivers' texts with the lines of the source.
#include "isa/memory_operations.h"

#include "isa/stored_text.h"
#include "isa/summary.h"
#include "matchers.h"

namespace vkperftest::source_lines_test {

// The operations of the text, the loads of data from line 7 and the stores from no known line.
std::string annotated(const std::string& text) {
    const CodeReading read = interpret({.representations = {{"Assembly", text}}});
    EXPECT_EQ(read.trouble, "");
    std::vector<MemoryOperation> operations = memoryOperations(read.disassembly);
    for (MemoryOperation& one : operations) {
        if (one.load.access == Access::Load && one.load.source == LoadSource::Data) one.lines = {{"", 7}};
        one.linesComplete = true;
    }
    return withSourceLines(text, read.disassembly, operations);
}

struct Beside {
    std::string text;
    std::string load; // what the line of each load of data holds
    std::size_t loads;
};

class SourceLinesOfTexts : public testing::TestWithParam<Beside> {};

TEST_P(SourceLinesOfTexts, StandBesideTheLoadsAndNothingElseChanges) {
    const std::string text = storedText(GetParam().text);
    const std::string with = annotated(text);
    std::string without;
    std::size_t loads = 0;
    for (std::size_t at = 0; at < with.size();) {
        const std::size_t end = std::min(with.find('\n', at), with.size());
        std::string line = with.substr(at, end - at);
        at = end + 1;
        if (const std::size_t note = line.find(" // line 7"); note != std::string::npos) {
            EXPECT_THAT(line, HasSubstr(GetParam().load));
            EXPECT_EQ(line.size(), note + 10) << line;
            line.resize(note);
            ++loads;
        }
        without += line + (end < with.size() ? "\n" : "");
    }
    EXPECT_EQ(without, text);
    EXPECT_EQ(loads, GetParam().loads);
}

INSTANTIATE_TEST_SUITE_P(Texts, SourceLinesOfTexts,
                         testing::Values(Beside{"polaris10-22.3.6-raw4-linear", "buffer_load_dwordx4", 1},
                                         Beside{"dg2-22.3.6-raw4-linear", "load_cmask", 4},
                                         Beside{"turing-25.0.7-raw4-linear", "ld.global", 16}));

TEST(SourceLines, OfSeveralPlacesAreNamed) {
    Disassembly disassembly;
    for (std::size_t i = 0; i < 2; ++i) {
        Instruction& load = disassembly.instructions.emplace_back();
        load.memory = Load{.name = i == 0 ? "a" : "b", .bits = 32};
        load.textLine = i;
    }
    std::vector<MemoryOperation> operations = memoryOperations(disassembly);
    operations[0].lines = {{"", 3}, {"a.h", 5}};
    operations[1].lines = {{"", 4}};
    operations[0].linesComplete = true;
    EXPECT_EQ(withSourceLines("a x\nb x\nend", disassembly, operations),
              "a x // lines 3, a.h:5\nb x // lines 4, ?\nend");
}

} // namespace vkperftest::source_lines_test
