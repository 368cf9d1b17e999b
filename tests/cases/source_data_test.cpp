#include "cases/source_data.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "decoded_source.h"

namespace vkperftest {
namespace {

// Every resource once.
std::vector<SourceResource> resources() {
    std::vector<SourceResource> all;
    for (const Case& row : allRows()) {
        const SourceResource resource = sourceResource(row);
        if (std::find(all.begin(), all.end(), resource) == all.end()) all.push_back(resource);
    }
    return all;
}

TEST(SourceData, SizesAreThoseOfTheRows) {
    for (const Case& row : allRows()) {
        SCOPED_TRACE(caseName(row));
        const SourceResource resource = sourceResource(row);
        const std::uint32_t texel = traits(row.format).channels * traits(row.format).bytesPerChannel;
        switch (row.access) {
        case Access::TypedLoad:
            EXPECT_EQ(resource.kind, ResourceKind::TexelBuffer);
            EXPECT_EQ(resource.bytes(), 1024 * texel);
            break;
        case Access::RawLoad:
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(), 16384u);
            break;
        case Access::StructuredLoad:
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(), 1024 * 4 * row.width);
            break;
        case Access::RawVector:
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(), 16384u);
            EXPECT_EQ(resource.format, row.format);
            break;
        case Access::StridedLoad:
        case Access::SplitLoad:
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(), row.outsideL1 ? 8u << 20 : 16384u);
            break;
        case Access::RawCopy:
        case Access::StructuredCopy:
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(), 256 * 64u); // a matrix for each invocation of a workgroup
            break;
        case Access::ShortConstantLoad:
            EXPECT_EQ(resource.kind, ResourceKind::UniformBuffer);
            EXPECT_EQ(resource.bytes(), 256u); // what every inline uniform block holds
            break;
        case Access::PushedLoad:
            EXPECT_EQ(resource.kind, ResourceKind::PushConstants);
            EXPECT_EQ(resource.bytes(), 64u);
            break;
        case Access::ConstantLoad:
            EXPECT_EQ(resource.kind, ResourceKind::UniformBuffer);
            EXPECT_EQ(resource.bytes(), 16384u); // the most that Vulkan before 1.4 guarantees
            break;
        case Access::TextureLoad:
        case Access::SampleNearest:
        case Access::SampleBilinear:
            EXPECT_EQ(resource.kind, ResourceKind::Texture);
            EXPECT_EQ(resource.bytes(), 32 * 32 * texel);
            break;
        }
    }
}

TEST(SourceData, RowsOfOneDataShareAResource) {
    // 9 formats of texel buffers and of textures, 3 structured buffers, the raw one of floats, that of
    // halves, the one outside L1 and those that repeat there for strides 4, 8 and 12, two uniform ones, the push
    // constants; a raw buffer and one of float4 differ in elements.
    EXPECT_EQ(resources().size(), 9u + 9u + 3u + 1u + 1u + 1u + 3u + 2u + 1u);
}

TEST(SourceData, BytesDecodeToTheValues) {
    for (const SourceResource& resource : resources()) {
        SCOPED_TRACE(testing::Message()
                     << resourceKindName(resource.kind) << ", " << traits(resource.format).textureName << ", "
                     << resource.bytesPerElement << " bytes an element");
        const std::vector<std::byte> bytes = sourceBytes(resource);
        ASSERT_EQ(bytes.size(), resource.bytes());
        const std::size_t channelBytes = traits(resource.format).bytesPerChannel;
        const std::vector<double> decoded = decodedChannels(bytes, channelBytes);
        const auto channels = static_cast<std::uint32_t>(resource.bytesPerElement / channelBytes);
        ASSERT_EQ(decoded.size(), std::size_t{resource.elements} * channels);
        for (std::uint32_t element = 0; element < resource.elements; ++element) {
            for (std::uint32_t channel = 0; channel < channels; ++channel) {
                ASSERT_EQ(decoded[element * channels + channel], sourceValue(resource, element, channel))
                    << "element " << element << ", channel " << channel;
            }
        }
    }
}

TEST(SourceData, HoldsZerosAndOnesInEqualParts) {
    for (const SourceResource& resource : resources()) {
        const std::vector<double> values =
            decodedChannels(sourceBytes(resource), traits(resource.format).bytesPerChannel);
        const auto ones = std::count(values.begin(), values.end(), 1.0);
        const auto zeros = std::count(values.begin(), values.end(), 0.0);
        EXPECT_EQ(static_cast<std::size_t>(ones + zeros), values.size());
        if (resource.kind == ResourceKind::PushConstants) continue; // too few to tell
        const double share = static_cast<double>(ones) / static_cast<double>(values.size());
        EXPECT_GT(share, 0.45);
        EXPECT_LT(share, 0.55);
    }
}

TEST(SourceData, KindsHaveNames) {
    std::set<std::string_view> names;
    for (const SourceResource& resource : resources()) names.insert(resourceKindName(resource.kind));
    EXPECT_THAT(names, testing::UnorderedElementsAre("texel buffer", "storage buffer", "uniform buffer",
                                                     "sampled image", "push constants"));
}

} // namespace
} // namespace vkperftest
