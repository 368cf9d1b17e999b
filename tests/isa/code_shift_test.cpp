// In which direction code changes.
#include "isa/code_shift.h"
#include "matchers.h"

#include <set>

namespace vkperftest::code_shift_test {

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
        {{{kNarrow, 3}}, {{kWide, 2}}, WiderMoreBytes, MoreNarrowerLoads},
        {{{kNarrow, 1}}, {{kWide, 1}}, WiderLoads, NarrowerLoads},
        {{{kNarrow, 2}, {kWide, 1}}, {{kWide, 3}}, WiderLoads, NarrowerLoads},
        {{{kWide, 2}}, {{kNarrow, 1}}, FewerLoads, MoreLoads},
        {{{kUntold, 1}}, {{kWide, 1}}, UncomparedLoads, UncomparedLoads},
        {{{kUntold, 2}}, {{kWide, 1}}, FewerLoads, MoreLoads},
        {{{kWide, 1}}, {{kScalar, 1}}, Shared, Unshared},
        {{{kNarrow, 4}}, {{kScalar, 1}}, Shared, Unshared},
        {{{kWide, 1}}, {{kScalar, 1}, {kWide, 1}}, MoreLoads, FewerLoads}, // shared in part
        {{{kWide, 1}}, {}, FewerLoads, MoreLoads},
        {{{kWide, 1}}, {{{"load.128 (waterfall)", 128}, 1}}, IntoWaterfall, OutOfWaterfall},
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

TEST(LoadVerdict, IsWorseIfLoadsAreMoreOrNarrowerOrOncePerLane) {
    using enum LoadVerdict;
    const struct {
        std::vector<LoadCount> before, after;
        LoadVerdict verdict, back; // back: from after to before
    } kJudged[] = {
        {{{kWide, 1}}, {{kNarrow, 4}}, Worse, NotWorse},
        {{{kWide, 1}}, {{kNarrow, 2}}, Worse, NotWorse},
        {{{kWide, 1}}, {{kNarrow, 1}}, Worse, NotWorse},
        {{{kWide, 1}}, {{kWide, 2}}, Worse, NotWorse},
        {{{kScalar, 1}}, {{kWide, 1}}, Worse, NotWorse},
        {{{kWide, 1}}, {{{"load.128 (waterfall)", 128}, 1}}, Worse, NotWorse},
        {{{kWide, 1}}, {{kWide, 1}, {kDescriptor, 1}}, NotWorse, NotWorse},
        {{{kWide, 1}, {kUntold, 1}}, {{kWide, 2}}, Unknown, Unknown},
    };
    for (const auto& [before, after, verdict, back] : kJudged) {
        SCOPED_TRACE(&before - &kJudged[0].before);
        EXPECT_EQ(judgeLoads(facts(before, "1"), facts(after, "2")), verdict);
        EXPECT_EQ(judgeLoads(facts(after, "2"), facts(before, "1")), back);
        EXPECT_EQ(judgeLoads(facts(before, "1"), facts(before, "1")), NotWorse);
    }
    CodeFacts unread = facts({{kWide, 1}}, "2");
    unread.trouble = "unreadable";
    EXPECT_EQ(judgeLoads(facts({{kWide, 1}}, "1"), unread), Unknown);
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
            {.opcode = "s_load", .operands = place, .load = Load{.source = LoadSource::Descriptor}},
            {.opcode = opcode, .operands = offset, .load = Load{}}};
        return disassembly;
    };
    EXPECT_EQ(movedDescriptors(code("0x10", "v1"), code("0x20", "v1")), 1u);
    EXPECT_EQ(movedDescriptors(code("0x10", "v1"), code("0x10", "v1")), std::nullopt);
    EXPECT_EQ(movedDescriptors(code("0x10", "v1"), code("0x20", "v2")), std::nullopt);
    EXPECT_EQ(movedDescriptors(code("0x10", "v1"), code("0x20", "v1", "store")), std::nullopt);
}

TEST(CodeShift, EachHasAName) {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < enumeratorCount<CodeShift>(); ++i)
        EXPECT_TRUE(names.insert(codeShiftName(static_cast<CodeShift>(i))).second) << i;
}

} // namespace vkperftest::code_shift_test
