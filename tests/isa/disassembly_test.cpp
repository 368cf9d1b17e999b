// Loops from labels and back edges.

#include "isa/disassembly.h"
#include "isa/summary.h"
#include "matchers.h"

namespace vkperftest::disassembly_test {

// One line an instruction: "LABEL: op -> A B" jumps to A or B or falls through; "op => A" jumps always; "end"
// ends.
Disassembly disassemblyOf(const std::vector<std::string>& lines) {
    Disassembly disassembly;
    for (std::string line : lines) {
        if (const std::size_t colon = line.find(": "); colon != std::string::npos) {
            disassembly.labels[line.substr(0, colon)] = disassembly.instructions.size();
            line = line.substr(colon + 2);
        }
        Instruction instruction{.opcode = line.substr(0, line.find(' '))};
        instruction.fallsThrough = instruction.opcode != "end" && line.find("=>") == std::string::npos;
        if (const std::size_t arrow = line.find('>'); arrow != std::string::npos) {
            for (std::size_t at = arrow; at != std::string::npos; at = line.find(' ', at + 2))
                instruction.jumps.push_back(line.substr(at + 2, line.find(' ', at + 2) - at - 2));
        }
        if (instruction.opcode == "load") instruction.load = Load{.name = "load", .bits = 32};
        disassembly.instructions.push_back(std::move(instruction));
    }
    return disassembly;
}

// Of each instruction: how many loops stand around it.
std::vector<std::size_t> depths(Disassembly disassembly) {
    EXPECT_TRUE(findLoops(disassembly).ok());
    std::vector<std::size_t> result;
    for (const Instruction& instruction : disassembly.instructions) {
        std::size_t depth = 0;
        for (std::size_t loop = instruction.loop; loop != kNoLoop; loop = disassembly.loops[loop].parent)
            ++depth;
        result.push_back(depth);
    }
    return result;
}

TEST(Loops, StraightCodeHasNone) {
    EXPECT_THAT(depths(disassemblyOf({"a", "b -> X", "c", "X: end"})), ElementsAre(0, 0, 0, 0));
    EXPECT_TRUE(depths({}).empty());
}

TEST(Loops, TestedAtTheTopOrAtTheEnd) {
    EXPECT_THAT(depths(disassemblyOf({"a", "TOP: test -> OUT", "b", "c => TOP", "OUT: end"})),
                ElementsAre(0, 1, 1, 1, 0));
    EXPECT_THAT(depths(disassemblyOf({"a", "TOP: b", "c -> TOP", "end"})), ElementsAre(0, 1, 1, 0));
    EXPECT_THAT(depths(disassemblyOf({"SELF: a -> SELF", "end"})), ElementsAre(1, 0));
}

TEST(Loops, NestedAndFollowing) {
    EXPECT_THAT(
        depths(disassemblyOf({"OUTER: a", "INNER: b", "c -> INNER", "d -> OUTER", "NEXT: e -> NEXT", "end"})),
        ElementsAre(1, 2, 2, 1, 1, 0));
}

TEST(Loops, TwoWaysBackToOneBlockAreOneLoop) {
    Disassembly disassembly = disassemblyOf({"TOP: a -> SKIP", "b => TOP", "SKIP: c -> TOP", "end"});
    EXPECT_THAT(depths(disassembly), ElementsAre(1, 1, 1, 0));
}

TEST(Loops, CodeThatLeavesALoopIsNotInIt) {
    // The block between the loop's blocks ends the program.
    EXPECT_THAT(depths(disassemblyOf({"TOP: a -> GOON", "b", "end", "GOON: c -> TOP", "end"})),
                ElementsAre(1, 0, 0, 1, 0));
}

TEST(Loops, UnreachableCodeMakesNone) {
    EXPECT_THAT(depths(disassemblyOf({"a", "end", "DEAD: b -> DEAD", "end"})), ElementsAre(0, 0, 0, 0));
    EXPECT_THAT(depths(disassemblyOf({"TOP: a", "end", "b => TOP"})), ElementsAre(0, 0, 0));
}

TEST(Loops, AJumpToNowhereIsAnError) {
    Disassembly disassembly = disassemblyOf({"a -> LOST", "end"});
    EXPECT_FALSE(findLoops(disassembly).ok());
}

TEST(Loops, MoreCodeThanAnyKernelHasIsNotFollowed) {
    const std::vector<std::string> branches(kMostCodeBlocks - 1, "b -> TOP");
    std::vector<std::string> most = branches;
    most[0] = "TOP: b -> TOP";
    most.push_back("end");
    EXPECT_EQ(depths(disassemblyOf(most))[kMostCodeBlocks - 2], 1u);
    most.push_back("end");
    Disassembly blocks = disassemblyOf(most);
    const Result<void> found = findLoops(blocks);
    ASSERT_FALSE(found.ok());
    EXPECT_THAT(found.error().cause, HasSubstr("2048 blocks"));
    Disassembly instructions;
    instructions.instructions.resize(kMostInstructions + 1);
    ASSERT_FALSE(findLoops(instructions).ok());
    EXPECT_THAT(findLoops(instructions).error().cause, HasSubstr("32768 instructions"));
}

TEST(Summary, TellsInnermostOuterAndNoLoop) {
    const auto text = [](const std::vector<std::string>& lines) {
        Disassembly disassembly = disassemblyOf(lines);
        EXPECT_TRUE(findLoops(disassembly).ok());
        return summaryText(summarize(disassembly));
    };
    EXPECT_EQ(text({"load", "TOP: load", "load", "b -> TOP", "load", "end"}), "2 × load");
    EXPECT_EQ(text({"OUTER: load", "INNER: load", "c -> INNER", "d -> OUTER", "end"}),
              "1 × load + outer loop: 1 × load");
    EXPECT_EQ(text({"load", "load", "end"}), "no loop: 2 × load");
    EXPECT_EQ(text({"load", "TOP: a -> TOP", "end"}), "none");
    EXPECT_EQ(text({"end"}), "no loop: none");
}

} // namespace vkperftest::disassembly_test
