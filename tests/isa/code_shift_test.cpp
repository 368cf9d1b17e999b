// In which direction code changes.
#include "isa/code_shift.h"

#include "base/text.h"
#include "matchers.h"

namespace vkperftest::code_shift_test {

const Load kNarrow{"load.32", 32}, kWide{"load.128", 128}, kUntold{"sample", 0};
const Load kScalar{"block.128", 128, true};
const Load kDescriptor{"desc", 128, true, LoadSource::Descriptor};

CodeFacts facts(std::vector<LoadCount> loads, const std::string& hash, std::size_t instructions = 10) {
    CodeFacts facts{.subgroupSize = 32, .format = "a", .hash = hash};
    facts.summary = {.loops = true, .loads = std::move(loads), .instructions = instructions};
    return facts;
}

// Its first words, which tell each from all others, after a mark of what it means for the loads.
std::string shiftOf(const CodeFacts& before, const CodeFacts& after) {
    constexpr std::size_t kWords = 4;
    constexpr const char* kMarks[] = {"", "!", "?"}; // as LoadVerdict
    const CodeShift shift = codeShift(before, after);
    std::vector<std::string> words = wordsOf(shift.text);
    words.resize(std::min(words.size(), kWords));
    return kMarks[static_cast<int>(shift.loads)] + join(words, " ");
}

struct Expected {
    std::vector<LoadCount> before, after;
    std::string shift;
    std::string back; // from after to before
};

TEST(CodeShift, LoadsGetFewerOrMoreWiderOrNarrower) {
    const std::string other = "?other load instructions", alike = "other load instructions, as",
                      moved = "other loads of descriptors", less = "fewer loads of descriptors";
    const Expected kExpected[] = {
        {{{kNarrow, 4}}, {{kWide, 1}}, "fewer, wider loads", "!more, narrower loads"},
        {{{kNarrow, 4}}, {{kNarrow, 2}}, "fewer loads", "!more loads"},
        {{{kNarrow, 3}}, {{kWide, 2}}, "fewer, wider loads of", "!more, narrower loads"},
        {{{kNarrow, 1}}, {{kWide, 1}}, "wider loads", "!narrower loads"},
        {{{kNarrow, 2}, {kWide, 1}}, {{kWide, 3}}, "wider loads", "!narrower loads"},
        {{{kWide, 2}}, {{kNarrow, 1}}, "fewer loads", "!more loads"},
        {{{kUntold, 1}}, {{kWide, 1}}, other, other},
        {{{kWide, 1}, {kUntold, 1}}, {{kWide, 2}}, other, other},
        {{{kUntold, 2}}, {{kWide, 1}}, "fewer loads", "!more loads"},
        {{{kWide, 1}}, {{kScalar, 1}}, "once for the subgroup", "!once in each lane"},
        {{{kNarrow, 4}}, {{kScalar, 1}}, "once for the subgroup", "!once in each lane"},
        {{{kWide, 1}}, {{kScalar, 1}, {kWide, 1}}, "!more loads", "fewer loads"}, // shared in part
        {{{kWide, 1}}, {}, "fewer loads", "!more loads"},
        {{{kWide, 1}}, {{{"load.128 (waterfall)", 128}, 1}}, "!in a waterfall loop,", "no longer in a"},
        {{{kWide, 1}}, {{kWide, 1}, {kDescriptor, 1}}, "more loads of descriptors", less},
        {{{kWide, 1}, {{"other", 64, true, LoadSource::Descriptor}, 1}},
         {{kWide, 1}, {kDescriptor, 1}},
         moved,
         moved},
        {{{kWide, 1}}, {{{"other.128", 128}, 1}}, alike, alike},
        {{{kWide, 1}, {kDescriptor, 1}},
         {{kWide, 1}, {kDescriptor, 1, false}},
         less,
         "more loads of descriptors"},
        {{{kWide, 1, true}}, {{kWide, 1, false}}, other, other}, // in another loop
    };
    for (const Expected& expected : kExpected) {
        const CodeFacts before = facts(expected.before, "1"), after = facts(expected.after, "2");
        SCOPED_TRACE(before.loads() + " → " + after.loads());
        EXPECT_EQ(shiftOf(before, after), expected.shift);
        EXPECT_EQ(shiftOf(after, before), expected.back);
    }
}

TEST(CodeShift, WithTheSameLoadsInstructionsCount) {
    const CodeFacts code = facts({{kWide, 1}}, "1");
    EXPECT_EQ(shiftOf(code, code), "same code");
    EXPECT_EQ(shiftOf(code, facts({{kWide, 1}}, "2")), "same loads, other instructions");
    EXPECT_EQ(shiftOf(code, facts({{kWide, 1}}, "2", 9)), "same loads, fewer instructions");
    EXPECT_EQ(shiftOf(code, facts({{kWide, 1}}, "2", 11)), "same loads, more instructions");
    EXPECT_EQ(shiftOf(code, facts({{kWide, 1}}, "2", 0)), "same loads, other instructions");
}

TEST(CodeShift, WhatCannotBeComparedIsNotGuessed) {
    const CodeFacts code = facts({{kWide, 1}}, "1");
    CodeFacts other = facts({{{"LOAD", 128}, 1}}, "2");
    other.format = "b";
    EXPECT_EQ(shiftOf(code, other), "same loads, another assembly");
    other.summary.loads[0].count = 2;
    EXPECT_EQ(shiftOf(code, other), "!more loads");
    other.trouble = "unreadable";
    EXPECT_EQ(shiftOf(code, other), "?unknown loads");
    EXPECT_EQ(shiftOf(CodeFacts(), code), "?unknown loads");
    CodeFacts unrolled = facts({{kWide, 4}}, "2");
    unrolled.summary.loops = false;
    EXPECT_EQ(shiftOf(code, unrolled), "?other load instructions");
}

TEST(CodeShift, BytesOfAnIterationAreToldIfTheyDiffer) {
    const LoadSummary words = facts({{kNarrow, 4}}, "1").summary, vector = facts({{kWide, 1}}, "1").summary,
                      two = facts({{kWide, 2}}, "1").summary, scalar = facts({{kScalar, 1}}, "1").summary;
    EXPECT_EQ(bytesChange(words, vector), "");
    EXPECT_THAT(bytesChange(vector, two), StartsWith("16 → 32 bytes "));
    EXPECT_EQ(bytesChange(vector, scalar), "");
}

TEST(CodeShift, DescriptorsInOtherPlacesAreToldApart) {
    const auto code = [](const std::string& place, const std::string& offset,
                         const std::string& opcode = "load") {
        Disassembly disassembly;
        disassembly.instructions = {
            {.opcode = "s_load", .operands = place, .memory = Load{.source = LoadSource::Descriptor}},
            {.opcode = opcode, .operands = offset, .memory = Load{}}};
        return disassembly;
    };
    EXPECT_EQ(movedDescriptors(code("0x10", "v1"), code("0x20", "v1")), 1u);
    EXPECT_EQ(movedDescriptors(code("0x10", "v1"), code("0x10", "v1")), std::nullopt);
    EXPECT_EQ(movedDescriptors(code("0x10", "v1"), code("0x20", "v2")), std::nullopt);
    EXPECT_EQ(movedDescriptors(code("0x10", "v1"), code("0x20", "v1", "store")), std::nullopt);
}

} // namespace vkperftest::code_shift_test
