// In which direction code changes.
#include "isa/code_shift.h"

#include <set>

#include <gtest/gtest.h>

namespace vkperftest {
namespace code_shift_test {

const Load kNarrow{"load.32", 32}, kWide{"load.128", 128}, kUntold{"sample", 0};
const Load kScalar{"block.128", 128, true};
const Load kDescriptor{"desc", 128, true, LoadSource::Descriptor};

CodeFacts facts(std::vector<LoadCount> loads, const std::string& hash, std::size_t instructions = 10) {
    CodeFacts facts{.subgroupSize = 32, .format = "a", .hash = hash};
    facts.summary = {.loops = true, .loads = std::move(loads), .instructions = instructions};
    return facts;
}

struct Expected {
    std::vector<LoadCount> before, after;
    CodeShift shift;
    CodeShift back; // from after to before
};

TEST(CodeShift, LoadsGetFewerOrMoreWiderOrNarrower) {
    using enum CodeShift;
    const Expected kExpected[] = {
        {{{kNarrow, 4}}, {{kWide, 1}}, FewerWiderLoads, MoreNarrowerLoads},
        {{{kNarrow, 4}}, {{kNarrow, 2}}, FewerLoads, MoreLoads},
        {{{kNarrow, 1}}, {{kWide, 1}}, WiderLoads, NarrowerLoads},
        {{{kNarrow, 2}, {kWide, 1}}, {{kWide, 3}}, WiderLoads, NarrowerLoads},
        {{{kWide, 2}}, {{kNarrow, 1}}, FewerLoads, MoreLoads},
        {{{kUntold, 1}}, {{kWide, 1}}, UncomparedLoads, UncomparedLoads},
        {{{kUntold, 2}}, {{kWide, 1}}, FewerLoads, MoreLoads},
        {{{kWide, 1}}, {{kScalar, 1}}, Shared, Unshared},
        {{{kNarrow, 4}}, {{kScalar, 1}}, Shared, Unshared},
        {{{kWide, 1}}, {{kScalar, 1}, {kWide, 1}}, MoreLoads, FewerLoads}, // shared in part
        {{{kWide, 1}}, {}, FewerLoads, MoreLoads},
        {{{kWide, 1}}, {{kWide, 1}, {kDescriptor, 1}}, MoreDescriptors, FewerDescriptors},
        {{{kWide, 1}, {{"other", 64, true, LoadSource::Descriptor}, 1}},
         {{kWide, 1}, {kDescriptor, 1}},
         OtherDescriptors,
         OtherDescriptors},
        {{{kWide, 1}}, {{{"other.128", 128}, 1}}, OtherLoads, OtherLoads},
        {{{kWide, 1}, {kDescriptor, 1}},
         {{kWide, 1}, {kDescriptor, 1, false}},
         FewerDescriptors,
         MoreDescriptors},
        {{{kWide, 1, true}}, {{kWide, 1, false}}, UncomparedLoads, UncomparedLoads}, // in another loop
    };
    for (const Expected& expected : kExpected) {
        const CodeFacts before = facts(expected.before, "1"), after = facts(expected.after, "2");
        SCOPED_TRACE(before.loads() + " → " + after.loads());
        EXPECT_EQ(codeShift(before, after), expected.shift);
        EXPECT_EQ(codeShift(after, before), expected.back);
    }
}

TEST(CodeShift, LoadsAreCountedForEachLoadOfTheRow) {
    CodeFacts before = facts({{kWide, 4}}, "1"), after = facts({{kWide, 8}}, "2");
    before.summary.loadsPerIteration = after.summary.loadsPerIteration = 4;
    EXPECT_EQ(codeShift(before, after), CodeShift::MoreLoads);
    after.summary.loads = {{kWide, 4}};
    EXPECT_EQ(codeShift(before, after), CodeShift::OtherInstructions);
}

TEST(CodeShift, WithTheSameLoadsInstructionsCount) {
    const CodeFacts code = facts({{kWide, 1}}, "1");
    EXPECT_EQ(codeShift(code, code), CodeShift::SameCode);
    EXPECT_EQ(codeShift(code, facts({{kWide, 1}}, "2")), CodeShift::OtherInstructions);
    EXPECT_EQ(codeShift(code, facts({{kWide, 1}}, "2", 9)), CodeShift::FewerInstructions);
    EXPECT_EQ(codeShift(code, facts({{kWide, 1}}, "2", 11)), CodeShift::MoreInstructions);
    EXPECT_EQ(codeShift(code, facts({{kWide, 1}}, "2", 0)), CodeShift::OtherInstructions);
}

TEST(CodeShift, WhatCannotBeComparedIsNotGuessed) {
    const CodeFacts code = facts({{kWide, 1}}, "1");
    CodeFacts other = facts({{{"LOAD", 128}, 1}}, "2");
    other.format = "b";
    EXPECT_EQ(codeShift(code, other), CodeShift::Undecided);
    other.summary.loads[0].count = 2;
    EXPECT_EQ(codeShift(code, other), CodeShift::MoreLoads);
    other.trouble = "unreadable";
    EXPECT_EQ(codeShift(code, other), CodeShift::Unknown);
    EXPECT_EQ(codeShift(CodeFacts(), code), CodeShift::Unknown);
    CodeFacts unrolled = facts({{kWide, 4}}, "2");
    unrolled.summary.loops = false;
    EXPECT_EQ(codeShift(code, unrolled), CodeShift::UncomparedLoads);
}

// With a loop for each list of loads.
CodeReading reading(const std::vector<std::vector<Load>>& loops, const std::string& hash) {
    CodeReading reading;
    reading.format = "a";
    reading.hash = hash;
    for (std::size_t loop = 0; loop < loops.size(); ++loop) {
        reading.disassembly.loops.emplace_back();
        for (const Load& load : loops[loop]) {
            Instruction& instruction = reading.disassembly.instructions.emplace_back();
            instruction.load = load;
            instruction.loop = loop;
        }
    }
    reading.summary = summarize(reading.disassembly);
    return reading;
}

// Without known lines.
LoadVerdict judge(const CodeReading& before, const CodeReading& after) {
    return judgeLoads(before, after, memoryOperations(before.disassembly),
                      memoryOperations(after.disassembly));
}

TEST(LoadVerdict, IsWorseIfTheLoadsOfALoopAre) {
    using enum LoadVerdict;
    struct Judged {
        std::vector<std::vector<Load>> before, after;
        LoadVerdict verdict, back; // back: from after to before
    };
    const Judged kJudged[] = {
        {{{kWide}}, {{kNarrow, kNarrow}}, Worse, NotWorse},
        {{{kWide}}, {{kNarrow}}, Worse, NotWorse},
        {{{kScalar}}, {{kWide}}, Worse, NotWorse},
        {{{kWide}}, {{kWide, kDescriptor}}, NotWorse, NotWorse},
        {{{kWide, kWide}, {kNarrow}}, {{kWide}, {kNarrow, kNarrow}}, Worse, Worse}, // as many together
        {{{kWide}, {kUntold}}, {{kWide}, {kWide}}, Unknown, Unknown},
        {{{kWide}, {kUntold}}, {{kWide, kWide}, {kWide}}, Worse, Unknown},
        {{{kWide}}, {{kWide}, {}}, NotWorse, NotWorse}, // other loops, with the same loads
        {{{kWide}}, {{kWide}, {kWide}}, Worse, NotWorse},
        {{{kWide}, {}}, {{kWide}, {}}, NotWorse, NotWorse},
    };
    for (std::size_t i = 0; i < std::size(kJudged); ++i) {
        SCOPED_TRACE(i);
        const CodeReading before = reading(kJudged[i].before, "1"), after = reading(kJudged[i].after, "2");
        EXPECT_EQ(judge(before, after), kJudged[i].verdict);
        EXPECT_EQ(judge(after, before), kJudged[i].back);
        EXPECT_EQ(judge(before, before), NotWorse);
    }
    CodeReading unread = reading({{kWide}}, "2");
    unread.trouble = "unreadable";
    EXPECT_EQ(judge(reading({{kWide}}, "1"), unread), Unknown);
}

// Four times the instructions of one kind, from as many loads of the source.
TEST(LoadVerdict, IsNotWorseIfALoopIsOnlyUnrolled) {
    const auto judgeWithLines = [](const std::vector<std::vector<Load>>& from,
                                   const std::vector<std::vector<Load>>& to, std::size_t sourcesFrom,
                                   std::size_t sourcesTo, bool complete = true) {
        const auto linesOf = [&](const CodeReading& code, std::size_t sources) {
            std::vector<MemoryOperation> operations = memoryOperations(code.disassembly);
            for (MemoryOperation& one : operations) one.sources = sources, one.linesComplete = complete;
            return operations;
        };
        const CodeReading before = reading(from, "1"), after = reading(to, "2");
        return judgeLoads(before, after, linesOf(before, sourcesFrom), linesOf(after, sourcesTo));
    };
    using enum LoadVerdict;
    const std::vector<std::vector<Load>> once = {{kWide, kNarrow}},
                                         twice = {{kWide, kNarrow, kWide, kNarrow}},
                                         mixed = {{kWide, kNarrow, kWide}};
    EXPECT_EQ(judgeWithLines(once, twice, 1, 1), NotWorse);
    EXPECT_EQ(judgeWithLines(once, twice, 1, 2), Worse); // the source has more loads
    EXPECT_EQ(judgeWithLines(once, twice, 1, 1, false), Worse);
    EXPECT_EQ(judgeWithLines(once, mixed, 1, 1), Worse);
    EXPECT_EQ(judgeWithLines({{kWide}}, {{kNarrow, kNarrow}}, 1, 1), Worse); // narrower ones
    EXPECT_EQ(judge(reading(once, "1"), reading(twice, "2")), Worse);
}

TEST(CodeShift, EachHasAName) {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < enumeratorCount<CodeShift>(); ++i)
        EXPECT_TRUE(names.insert(codeShiftName(static_cast<CodeShift>(i))).second) << i;
}

} // namespace code_shift_test
} // namespace vkperftest
