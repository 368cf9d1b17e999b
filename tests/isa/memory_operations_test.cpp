// A kernel's memory instructions by loop.

#include "isa/memory_operations.h"
#include "matchers.h"

namespace vkperftest::memory_operations_test {

struct Made {
    std::string name;
    std::size_t loop = kNoLoop;
    std::uint32_t bits = 32;
    LoadSource source = LoadSource::Data;
};

Disassembly disassemblyOf(const std::vector<Made>& loads, std::vector<Loop> loops = {}) {
    Disassembly disassembly{.instructions = {}, .labels = {}, .loops = std::move(loops), .data = {}};
    for (const Made& one : loads) {
        Instruction& instruction = disassembly.instructions.emplace_back();
        instruction.opcode = one.name;
        instruction.loop = one.loop;
        instruction.memory = Load{.name = one.name, .bits = one.bits, .source = one.source};
    }
    return disassembly;
}

TEST(MemoryOperations, AreCountedByLoopInTheCodesOrderWithThoseOutsideFirst) {
    const Disassembly disassembly = disassemblyOf({{"a", 1}, {"b", 2}, {"b", 2}, {"a"}, {"a", 1}, {"c", 0}},
                                                  {Loop{}, Loop{.innermost = false}, Loop{.parent = 1}});
    const std::vector<std::string> numbers = loopNumbers(disassembly);
    std::vector<std::string> told;
    for (const MemoryOperation& one : memoryOperations(disassembly)) {
        const std::string number = one.loop == kNoLoop ? "" : numbers[one.loop];
        told.push_back(number + " " + one.load.name + std::to_string(one.count));
    }
    EXPECT_THAT(told, ElementsAre(" a1", "1 a2", "1.1 b2", "2 c1"));
}

// Whatever their order in the disassembly, which is by size.
TEST(MemoryOperations, LoopsAreNumberedAmongTheirSiblingsInTheCodesOrder) {
    const Disassembly disassembly =
        disassemblyOf({{"a", 3}, {"b", 2}, {"c", 0}}, {Loop{}, Loop{}, Loop{.parent = 1}, Loop{.parent = 1}});
    EXPECT_THAT(loopNumbers(disassembly), ElementsAre("2", "1", "1.2", "1.1"));
}

TEST(MemoryOperations, IncludeStoresAndAtomicOperations) {
    Disassembly disassembly = disassemblyOf({{"load"}});
    Instruction& store = disassembly.instructions.emplace_back();
    store.memory = Load{.name = "store", .bits = 128, .access = Access::Store};
    Instruction& atomic = disassembly.instructions.emplace_back();
    atomic.memory = Load{.name = "add", .bits = 32, .source = LoadSource::Shared, .access = Access::Atomic};
    const std::vector<MemoryOperation> found = memoryOperations(disassembly);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[1].load.access, Access::Store);
    EXPECT_EQ(found[1].load.bits, 128u);
    EXPECT_EQ(found[2].load.access, Access::Atomic);
    EXPECT_EQ(found[2].load.source, LoadSource::Shared);
}

TEST(Lines, AreToldAsRangesByFile) {
    const SourceLine lines[] = {{"", 9}, {"", 10}, {"", 100}, {"a.h", 3}, {"a.h", 5}, {"a.h", 6}};
    EXPECT_EQ(linesText(lines), "9-10, 100, a.h:3, 5-6");
    EXPECT_EQ(linesText({}), "");
}

TEST(Lines, OfOtherFilesNameThem) {
    EXPECT_EQ(sourceLine("dir/a.comp", 3, "dir/a.comp"), (SourceLine{"", 3}));
    EXPECT_EQ(sourceLine("a.comp", 3, "dir/a.comp"), (SourceLine{"", 3}));
    EXPECT_EQ(sourceLine("dir/b.glsl", 3, "dir/a.comp"), (SourceLine{"b.glsl", 3}));
    EXPECT_EQ(sourceLine("lib\\b.hlsli", 3, "dir/a.comp"), (SourceLine{"b.hlsli", 3}));
    EXPECT_EQ(sourceLine("old/a.comp", 3, "dir/a.comp"), (SourceLine{"old/a.comp", 3})); // another file
}

} // namespace vkperftest::memory_operations_test
