#include "cases/load_facts.h"

#include <gmock/gmock.h>

#include "cases/controls.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

TEST(LoadFacts, EveryRowAndTwinIsFoundByItsName) {
    for (const Case& row : allRows()) {
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
    const LoadFacts wide = factsOf({stridedLoad(48, CachePlace::InsideL1, Format::RGBA32F)});
    EXPECT_EQ(wide.bytes, 32u);
    EXPECT_EQ(wide.format, Format::RGBA32F);
    const LoadFacts packed = factsOf({typedLoad(Format::R11G11B10F)});
    EXPECT_EQ(packed.values, 3u);
    EXPECT_EQ(packed.bytes, 4u);
    EXPECT_EQ(packed.stride, 4u);
    const LoadFacts written = factsOf({writable(textureLoad(Format::RG8))});
    EXPECT_EQ(written.kind, LoadKind::WritableTexture);
    EXPECT_EQ(written.resource, ResourceKind::StorageImage);
    const LoadFacts narrow = factsOf({unpacked(narrowLoad(Format::R16UI, 2))});
    EXPECT_EQ(narrow.kind, LoadKind::Unpacked);
    EXPECT_EQ(narrow.bytes, 4u);
    EXPECT_EQ(narrow.values, 2u);
    EXPECT_EQ(factsOf({longLoad(4)}).bytes, 16u);
    EXPECT_GT(factsOf({splitLoad()}).secondArray, 0u);
    EXPECT_TRUE(factsOf({rawCopy(4)}).copies);
    EXPECT_EQ(factsOf({bilinearSample(Format::R8)}).sampler, Sampler::Linear);
    const LoadFacts cube = factsOf({ofShape(bilinearSample(Format::RGBA8), ImageShape::Cube)});
    EXPECT_EQ(cube.kind, LoadKind::OtherTexture);
    EXPECT_EQ(cube.image, ImageShape::Cube);
    EXPECT_EQ(cube.resourceBytes, 6 * 32 * 32 * 4u);
    EXPECT_EQ(cube.sampler, Sampler::Linear);
    const LoadFacts gather = factsOf({sample(Format::R16F, Sampler::Gather)});
    EXPECT_EQ(gather.kind, LoadKind::OtherSample);
    EXPECT_EQ(gather.values, 4u);
    EXPECT_EQ(gather.bytes, 8u);
    EXPECT_EQ(gather.image, ImageShape::Plane);
    const LoadFacts store = factsOf({rawStore(1, 128), Pattern::Linear});
    EXPECT_EQ(store.kind, LoadKind::RawStore);
    EXPECT_EQ(store.bytes, 4u);
    EXPECT_EQ(store.stride, 128u);
    EXPECT_EQ(store.resourceBytes, 1u << 20);
    EXPECT_EQ(factsOf({rawStore(3)}).stride, 12u);
    const LoadFacts texels = factsOf({elementStore(LoadKind::TextureStore, 2)});
    EXPECT_EQ(factsOf({sharedStore(4)}).resourceBytes, 16384u);
    EXPECT_EQ(texels.resource, ResourceKind::StorageImage);
    EXPECT_EQ(texels.bytes, 8u);
    EXPECT_EQ(texels.resourceBytes, 1u << 20);
    const LoadFacts atomic = factsOf({atomicOperation(LoadKind::RawAtomic, Atomic::Min, true)});
    EXPECT_EQ(atomic.atomic, Atomic::Min);
    EXPECT_TRUE(atomic.usesResult);
    const Operation wideWord = atomicOperation(LoadKind::StructuredAtomic, Atomic::Min, true, Format::RG32UI);
    EXPECT_EQ(factsOf({wideWord}).bytes, 8u);
    EXPECT_EQ(factsOf({atomicOperation(LoadKind::TypedAtomic, Atomic::Add, false)}).resource,
              ResourceKind::StorageTexelBuffer);
    EXPECT_EQ(factsOf({atomicOperation(LoadKind::SharedAtomic, Atomic::Add, false)}).resourceBytes, 1024u);
    const LoadFacts array = factsOf({indexedLoad(typedLoad(Format::RGBA8), DescriptorIndex::PerLane)});
    EXPECT_EQ(array.kind, LoadKind::Bindless);
    EXPECT_EQ(array.index, DescriptorIndex::PerLane);
    EXPECT_EQ(array.resource, ResourceKind::TexelBuffer);
    const LoadFacts cached = factsOf({inMemory(rawLoad(4), MemoryKind::HostCached)});
    EXPECT_EQ(cached.kind, LoadKind::OtherMemory);
    EXPECT_EQ(cached.memory, MemoryKind::HostCached);
}

// So that the row of each kind can be found in a results file.
TEST(LoadFacts, OfMixedLoadsAreThoseOfTheirKindsRows) {
    const std::vector<Case> matrix = matrixRows();
    for (const Case& row : mixedRows()) {
        const LoadFacts facts = factsOf(row);
        EXPECT_EQ(facts.parts.size(), row.operation.parts.size()) << caseName(row);
        EXPECT_EQ(facts.kind == LoadKind::Mixed, row != defaultBaseline()) << caseName(row);
        EXPECT_EQ(facts.pattern, row.pattern) << caseName(row);
        for (std::size_t i = 0; i < facts.parts.size(); ++i) {
            const Case alone{row.operation.parts[i], row.pattern};
            EXPECT_EQ(facts.parts[i], factsOf(alone)) << caseName(row);
            EXPECT_THAT(matrix, testing::Contains(alone)) << caseName(row);
        }
    }
    const LoadFacts floor = factsOf(*floorOf(mixedRows().back()));
    EXPECT_EQ(floor.technique, Technique::Floor);
    EXPECT_EQ(floor.parts.front().technique, Technique::Floor);
}

TEST(LoadFacts, SayHowItIsDone) {
    const LoadFacts facts = factsOf({rawLoad(4), Pattern::Uniform, Technique::Shuffle, 16});
    EXPECT_EQ(facts.technique, Technique::Shuffle);
    EXPECT_EQ(facts.subgroupSize, 16u);
}

} // namespace
} // namespace vkperftest
