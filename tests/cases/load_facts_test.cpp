#include "cases/load_facts.h"

#include "cases/controls.h"
#include "cases/every_row.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "golden.h"
#include "matchers.h"
#include "model/json_fields.h"
#include "suite_rows.h"

namespace vkperftest::load_facts_test {

TEST(LoadFacts, EveryRowAndControlIsFoundByItsName) {
    for (const Case& row : allRows()) EXPECT_EQ(factsOfName(caseName(row)), factsOf(row)) << caseName(row);
    EXPECT_EQ(factsOfName("ByteAddressBuffer.Load5 linear"), std::nullopt); // of another version
}

// So that a row can be found by what it loads.
TEST(LoadFacts, TellAllRowsApart) {
    const std::vector<Case> rows = allRows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_NE(factsOf(rows[i]), factsOf(rows[j])) << caseName(rows[i]) << ", " << caseName(rows[j]);
    }
}

TEST(LoadFacts, SayWhatALoadReads) {
    const Case kRows[] = {{typedLoad(Format::RGBA16F), Pattern::Random},
                          {vectorLoad(Format::R16F, 6, 4), Pattern::Linear},
                          {vectorLoad(Format::R16F, 6)},
                          {stridedLoad(48, CachePlace::OwnWindow)},
                          {stridedLoad(48, CachePlace::InsideL1, Format::RGBA32F)},
                          {typedLoad(Format::R11G11B10F)},
                          {writable(textureLoad(Format::RG8))},
                          {unpacked(narrowLoad(Format::R16UI, 2))},
                          {longLoad(4)},
                          {provableRawLoad(3, 16), Pattern::Hashed},
                          {offsetLoad(4, 20), Pattern::Linear},
                          {structLoad(48), Pattern::Linear},
                          {splitLoad()},
                          {bilinearSample(Format::R8)},
                          {ofShape(bilinearSample(Format::RGBA8), ImageShape::Cube)},
                          {sample(Format::R16F, Sampler::Gather)},
                          {rawStore(1, 128), Pattern::Linear},
                          {rawStore(3)},
                          {elementStore(LoadKind::TextureStore, 2)},
                          {narrowStore(Format::R8UI, 2), Pattern::Linear},
                          {narrowStream(Format::R16F, 4), Pattern::Linear},
                          {sharedStore(4)},
                          {atomicOperation(LoadKind::RawAtomic, Atomic::Min, true)},
                          {atomicOperation(LoadKind::StructuredAtomic, Atomic::Min, true, Format::RG32UI)},
                          {atomicOperation(LoadKind::TypedAtomic, Atomic::Add, false)},
                          {atomicOperation(LoadKind::SharedAtomic, Atomic::Add, false)},
                          {indexedLoad(typedLoad(Format::RGBA8), DescriptorIndex::PerLane)},
                          {inMemory(rawLoad(4), MemoryKind::HostCached)},
                          {rawLoad(4), Pattern::Uniform, Technique::Shuffle, 16}};
    for (const Case& row : kRows)
        expectGolden(caseName(row) + " " + rowToJson({.load = factsOf(row)})["load"].dump());
}

// So that the row of each kind can be found in a results file.
TEST(LoadFacts, OfMixedLoadsAreThoseOfTheirKindsRows) {
    const std::vector<Case> matrix = matrixRows();
    for (const Case& row : suiteRows("mixed")) {
        const LoadFacts facts = factsOf(row);
        EXPECT_EQ(facts.parts.size(), row.operation.parts.size()) << caseName(row);
        EXPECT_EQ(facts.kind == LoadKind::Mixed, row != defaultBaseline()) << caseName(row);
        EXPECT_EQ(facts.pattern, row.pattern) << caseName(row);
        for (std::size_t i = 0; i < facts.parts.size(); ++i) {
            const Case alone{row.operation.parts[i], row.pattern};
            EXPECT_EQ(facts.parts[i], factsOf(alone)) << caseName(row);
            EXPECT_THAT(matrix, Contains(alone)) << caseName(row);
        }
    }
    const LoadFacts noLoads = factsOf(*noLoadsOf(suiteRows("mixed").back()));
    EXPECT_EQ(noLoads.technique, Technique::NoLoads);
    EXPECT_EQ(noLoads.parts.front().technique, Technique::NoLoads);
}

} // namespace vkperftest::load_facts_test
