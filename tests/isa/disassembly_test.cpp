// Loops from labels and back edges.

#include "isa/disassembly.h"
#include "isa/summary.h"
#include "matchers.h"

namespace vkperftest::disassembly_test {

// One line an instruction: "LABEL: op -> A B" jumps to A or B or falls through; "op => A" jumps always; "end" ends.
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
        instruction.waitsForVectorLoads = instruction.opcode == "wait";
        if (instruction.opcode == "load") instruction.memory = Load{.name = "load", .bits = 32};
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

TEST(Loops, AreFoundByTheirJumpsBack) {
    const struct {
        const char* what;
        std::vector<std::string> code;
        std::vector<std::size_t> depths;
    } kCodes[] = {
        {"no code", {}, {}},
        {"straight", {"a", "b -> X", "c", "X: end"}, {0, 0, 0, 0}},
        {"tested at the top", {"a", "TOP: test -> OUT", "b", "c => TOP", "OUT: end"}, {0, 1, 1, 1, 0}},
        {"tested at the end", {"a", "TOP: b", "c -> TOP", "end"}, {0, 1, 1, 0}},
        {"one block", {"SELF: a -> SELF", "end"}, {1, 0}},
        {"nested and following",
         {"OUTER: a", "INNER: b", "c -> INNER", "d -> OUTER", "NEXT: e -> NEXT", "end"},
         {1, 2, 2, 1, 1, 0}},
        {"two jumps back", {"TOP: a -> SKIP", "b => TOP", "SKIP: c -> TOP", "end"}, {1, 1, 1, 0}},
        {"code between that ends", {"TOP: a -> GOON", "b", "end", "GOON: c -> TOP", "end"}, {1, 0, 0, 1, 0}},
        {"unreachable", {"a", "end", "DEAD: b -> DEAD", "end"}, {0, 0, 0, 0}},
        {"unreachable jump back", {"TOP: a", "end", "b => TOP"}, {0, 0, 0}}};
    for (const auto& [what, code, expected] : kCodes)
        EXPECT_EQ(depths(disassemblyOf(code)), expected) << what;
    Disassembly lost = disassemblyOf({"a -> LOST", "end"});
    EXPECT_FALSE(findLoops(lost).ok());
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
    const auto summaryOf = [](const std::vector<std::string>& lines) {
        Disassembly disassembly = disassemblyOf(lines);
        EXPECT_TRUE(findLoops(disassembly).ok());
        return summarize(disassembly);
    };
    const auto text = [&](const std::vector<std::string>& lines) { return summaryText(summaryOf(lines)); };
    EXPECT_EQ(text({"load", "TOP: load", "load", "b -> TOP", "load", "end"}), "2 × load");
    EXPECT_EQ(text({"OUTER: load", "INNER: load", "c -> INNER", "d -> OUTER", "end"}),
              "1 × load + outer loop: 1 × load");
    EXPECT_EQ(text({"load", "load", "end"}), "no loop: 2 × load");
    EXPECT_EQ(text({"load", "TOP: a -> TOP", "end"}), "none");
    EXPECT_EQ(text({"end"}), "no loop: none");
    EXPECT_EQ(summaryOf({"TOP: load", "load", "wait", "load", "b -> TOP", "end"}).inFlight, 2u);
    EXPECT_EQ(summaryOf({"TOP: load", "load", "b -> TOP", "wait", "end"}).inFlight, std::nullopt);
}

} // namespace vkperftest::disassembly_test
