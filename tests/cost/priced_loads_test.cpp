#include "cost/priced_loads.h"

#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {
namespace priced_loads_test {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::SizeIs;

MeasuredLoad row(const Operation& operation, Pattern pattern, double nanoseconds,
                 GpuPart part = GpuPart::Memory) {
    const Case its{operation, pattern};
    const Nanoseconds time{nanoseconds, 0.9 * nanoseconds, 1.1 * nanoseconds};
    MeasuredLoad load{caseName(its), factsOf(its), time, {}};
    load.least[static_cast<std::size_t>(part)] = time;
    return load;
}

const std::vector<MeasuredLoad> kRows = {
    row(rawLoad(4), Pattern::Linear, 4),
    row(rawLoad(4, 4), Pattern::Linear, 6),
    row(structuredLoad(4), Pattern::Linear, 2),
    row(structuredLoad(4), Pattern::Uniform, 1),
    row(rawLoad(1), Pattern::Linear, 0.7),
    row(structuredLoad(1), Pattern::Linear, 0.5),
    row(typedLoad(Format::R8), Pattern::Linear, 1, GpuPart::Texture),
    row(typedLoad(Format::RGBA32F), Pattern::Linear, 3, GpuPart::Texture),
    row(constantLoad(), Pattern::Uniform, 0.25, GpuPart::Own)};

ShaderLoad load(std::uint32_t bytes, bool words = false, std::uint64_t alignment = 16) {
    return {.bytes = bytes,
            .words = words,
            .alignment = alignment,
            .pattern = LanePattern::Next,
            .loop = 0,
            .always = true};
}

ShaderLoad texel() {
    ShaderLoad one = load(0);
    one.memory = ShaderMemory::TexelBuffer;
    one.channels = 4;
    one.variable = "colors";
    return one;
}

ShaderLoads shader(std::vector<ShaderLoad> loads) {
    return {.loops = {{"1", {}}}, .loads = std::move(loads), .workgroup = {1, 1, 1}};
}

double leastOf(std::vector<ShaderLoad> loads, const TexelFormats& formats = {}) {
    const ShaderLoads all = shader(std::move(loads));
    const auto loops = priceLoads(all, kRows, formats, all.invocations());
    return loops.size() == 1 && loops[0].least ? loops[0].least->median : 0;
}

TEST(PricedLoads, AlignmentChoosesTheRow) {
    EXPECT_EQ(leastOf({load(16)}), 2);          // shown: as raw or structured
    EXPECT_EQ(leastOf({load(16, true, 4)}), 4); // not shown: raw, at either address
    ShaderLoad off = load(16, true, 4);
    off.misaligned = true;
    EXPECT_EQ(leastOf({off}), 6);
    EXPECT_EQ(leastOf({load(4, true, 4)}), 0.5); // one word is always aligned
}

TEST(PricedLoads, WhatIsNotKnownMakesARange) {
    const ShaderLoads all = shader({load(16, true, 4), texel()});
    const auto loops = priceLoads(all, kRows, {}, all.invocations());
    ASSERT_THAT(loops, SizeIs(1));
    EXPECT_THAT(loops[0].loads[0].rows,
                ElementsAre("ByteAddressBuffer.Load4 linear", "ByteAddressBuffer.Load4 unaligned linear"));
    EXPECT_EQ(loops[0].loads[0].most, 6);
    EXPECT_EQ(loops[0].loads[1].longest().median, 1);
    EXPECT_EQ(loops[0].loads[1].most, 3);
    EXPECT_EQ(leastOf({texel()}, {{"colors", Format::RGBA32F}}), 3);
    EXPECT_EQ(leastOf({texel()}, {{"", Format::RGBA32F}}), 3);
    EXPECT_EQ(leastOf({texel()}, {{"other", Format::RGBA32F}}), 1);
}

TEST(PricedLoads, PartsWorkAtTheSameTimeAndLoadsOfOneAddUp) {
    EXPECT_EQ(leastOf({load(16), load(16)}), 4);
    EXPECT_EQ(leastOf({load(16), load(16), texel()}), 4);
    EXPECT_EQ(leastOf({load(4), texel()}), 1);
    const ShaderLoads all = shader({load(16)});
    EXPECT_EQ(priceLoads(all, kRows, {}, all.invocations())[0].least->low, 1.8);
    EXPECT_EQ(priceLoads(all, kRows, {}, all.invocations())[0].least->high, 2.2);
}

// Whichever row it is, the load alone takes as long; two such loads may keep different parts busy.
TEST(PricedLoads, RowsOfDifferentPartsBoundALoadAlone) {
    const std::vector<MeasuredLoad> rows = {
        row(structuredLoad(4), Pattern::Linear, 2),
        row(structuredLoad(4), Pattern::Uniform, 1, GpuPart::Instructions)};
    ShaderLoad any = load(16);
    any.pattern = LanePattern::Unknown;
    const ShaderLoads all = shader({any, any});
    const auto loops = priceLoads(all, rows, {}, 1);
    EXPECT_EQ(loops[0].loads[0].longest().median, 1);
    EXPECT_EQ(loops[0].least->median, 1);
}

TEST(PricedLoads, WhatMayNotRunOrWasNotMeasuredDoesNotCount) {
    ShaderLoad conditional = load(16), fixed = load(16), wide = load(8), store = load(16);
    conditional.always = false;
    fixed.moves = false;
    store.access = ShaderAccess::Store;
    const ShaderLoads all = shader({load(16), conditional, fixed, wide, store});
    const auto loops = priceLoads(all, kRows, {}, all.invocations());
    std::vector<NotCounted> reasons;
    for (const PricedLoad& one : loops[0].loads) reasons.push_back(one.notCounted);
    EXPECT_THAT(reasons, ElementsAre(NotCounted::Counted, NotCounted::Conditional, NotCounted::Still,
                                     NotCounted::NotMeasured, NotCounted::Store));
    EXPECT_EQ(loops[0].least->median, 2);
    EXPECT_FALSE(priceLoads(shader({}), kRows, {}, 1).size());
}

TEST(PricedLoads, WhatACompilerMayAvoidDoesNotCount) {
    ShaderLoad repeats = load(16), unneeded = load(16);
    repeats.repeats = true;
    unneeded.needed = false;
    const ShaderLoads all = shader({repeats, unneeded});
    const auto loops = priceLoads(all, kRows, {}, all.invocations());
    EXPECT_EQ(loops[0].loads[0].notCounted, NotCounted::Repeated);
    EXPECT_EQ(loops[0].loads[1].notCounted, NotCounted::Unneeded);
    EXPECT_FALSE(loops[0].least);
}

// Four words of 0.5 may be one load of 2, and eight bytes of them then cost 1; for all lanes, sixteen may be one.
TEST(PricedLoads, LoadsThatMayBeJoinedCountByTheByte) {
    ShaderLoad word = load(4);
    word.together = true;
    word.fresh = 4;
    EXPECT_EQ(leastOf({word}), 0.5);
    word.bytes = 8;
    EXPECT_EQ(leastOf({word}), 0); // nothing is known of its own size
    ShaderLoad vector = load(16);
    vector.together = true;
    vector.fresh = 8;
    EXPECT_EQ(leastOf({vector}), 1);
    vector.pattern = LanePattern::Same;
    vector.fresh = 16;
    EXPECT_EQ(leastOf({vector}), 0.25);
}

TEST(PricedLoads, AWorkgroupTakesAsLongAsItsInvocations) {
    ShaderLoads all = shader({load(16)});
    all.workgroup = {8, 8, 1};
    EXPECT_EQ(priceLoads(all, kRows, {}, all.invocations())[0].least->median, 128);
}

TEST(PricedLoads, AlignmentOfTheLargestLoadIsPriced) {
    const ShaderLoads all = shader({load(16, true, 4), load(4)});
    const PricedLoop loop = priceLoads(all, kRows, {}, all.invocations())[0];
    ASSERT_TRUE(loop.largest != nullptr && loop.ifAligned);
    EXPECT_THAT(loop.largestShare, DoubleNear(4 / 4.5, 1e-9));
    EXPECT_EQ(loop.ifAligned->median, 2.5);
    EXPECT_FALSE(priceLoads(shader({load(16)}), kRows, {}, 1)[0].ifAligned);
}

TEST(PricedLoads, FormatsAreThoseOfRows) {
    TexelFormats formats;
    EXPECT_TRUE(addTexelFormat("colors=rgba8", formats).ok());
    EXPECT_TRUE(addTexelFormat("R16F", formats).ok());
    EXPECT_EQ(formats, (TexelFormats{{"", Format::R16F}, {"colors", Format::RGBA8}}));
    EXPECT_FALSE(addTexelFormat("BC7", formats).ok());
}

} // namespace priced_loads_test
} // namespace vkperftest
