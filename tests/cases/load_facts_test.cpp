#include "cases/load_facts.h"

#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

TEST(LoadFacts, EveryRowAndTwinIsFoundByItsIdAndName) {
    for (const Case& row : allRows()) {
        EXPECT_EQ(factsOfId(caseId(row)), factsOf(row)) << caseId(row);
        EXPECT_EQ(factsOfName(caseName(row)), factsOf(row)) << caseName(row);
    }
}

// So that a row can be found by what it loads.
TEST(LoadFacts, TellAllRowsApart) {
    const std::vector<Case> rows = allRows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_NE(factsOf(rows[i]), factsOf(rows[j])) << caseName(rows[i]) << ", " << caseName(rows[j]);
    }
}

TEST(LoadFacts, RowsOfOtherVersionsHaveNone) {
    EXPECT_EQ(factsOfId("raw-load5-linear"), std::nullopt);
    EXPECT_EQ(factsOfId(""), std::nullopt);
    EXPECT_EQ(factsOfName("ByteAddressBuffer.Load5 linear"), std::nullopt);
}

TEST(LoadFacts, SayWhatALoadReads) {
    const LoadFacts texel = factsOf({typedLoad(Format::RGBA16F), Pattern::Random});
    EXPECT_EQ(texel.resource, ResourceKind::TexelBuffer);
    EXPECT_EQ(texel.values, 4u);
    EXPECT_EQ(texel.bytes, 8u);
    EXPECT_EQ(texel.stride, 8u);
    EXPECT_EQ(texel.pattern, Pattern::Random);
    const LoadFacts halves = factsOf({vectorLoad(Format::R16F, 6, 4), Pattern::Linear});
    EXPECT_EQ(halves.bytes, 12u);
    EXPECT_EQ(halves.stride, 16u);
    EXPECT_EQ(halves.byteOffset, 4u);
    EXPECT_EQ(halves.alignment, 4u);
    EXPECT_EQ(factsOf({vectorLoad(Format::R16F, 6)}).alignment, 16u);
    const LoadFacts strided = factsOf({stridedLoad(48, CachePlace::OwnWindow)});
    EXPECT_EQ(strided.bytes, 20u);
    EXPECT_EQ(strided.stride, 48u);
    EXPECT_EQ(strided.alignment, 16u);
    EXPECT_EQ(strided.place, CachePlace::OwnWindow);
    EXPECT_EQ(factsOfName("StructuredBuffer<48 bytes>.Load linear, outside L1")->place,
              CachePlace::OutsideL1);
    const LoadFacts wide = factsOf({stridedLoad(48, CachePlace::InsideL1, Format::RGBA32F)});
    EXPECT_EQ(wide.bytes, 32u);
    EXPECT_EQ(wide.format, Format::RGBA32F);
    EXPECT_GT(factsOf({splitLoad()}).secondArray, 0u);
    EXPECT_TRUE(factsOf({rawCopy(4)}).copies);
    EXPECT_EQ(factsOf({bilinearSample(Format::R8)}).sampler, Sampler::Linear);
}

TEST(LoadFacts, SayHowItIsDone) {
    const LoadFacts facts = factsOf({rawLoad(4), Pattern::Uniform, Technique::Shuffle, 16});
    EXPECT_EQ(facts.technique, Technique::Shuffle);
    EXPECT_EQ(facts.subgroupSize, 16u);
}

} // namespace
} // namespace vkperftest
