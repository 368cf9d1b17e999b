#include "cases/source_data.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "decoded_source.h"
#include "shader_of.h"

namespace vkperftest {
namespace {

// Every resource once.
std::vector<SourceResource> resources() {
    std::vector<SourceResource> all;
    for (const Case& row : allRows()) {
        const SourceResource& resource = row.operation.source;
        if (std::find(all.begin(), all.end(), resource) == all.end()) all.push_back(resource);
    }
    return all;
}

TEST(SourceData, SizesAreThoseOfTheRows) {
    for (const Case& row : allRows()) {
        SCOPED_TRACE(caseName(row));
        const SourceResource& resource = row.operation.source;
        const std::uint32_t texel =
            traits(resource.format).channels * traits(resource.format).bytesPerChannel;
        const std::string shader = shaderOf(row);
        if (shader == "typed_buffer" || shader == "integer_buffer") {
            EXPECT_EQ(resource.kind, ResourceKind::TexelBuffer);
            EXPECT_EQ(resource.bytes(), 1024 * texel);
        } else if (shader == "raw_buffer") {
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(), 16384u);
        } else if (shader == "structured_buffer") {
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(), 1024 * 4 * row.operation.width);
        } else if (shader == "raw_vector") {
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(), 16384u);
            EXPECT_EQ(resource.format == Format::R16F, row.operation.name.find("half") != std::string::npos);
        } else if (shader == "strided_buffer" || shader == "split_buffer") {
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(), isOwnWindow(row) ? 16u << 20 : 16384u);
        } else if (row.operation.copies) {
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(), 256 * 64u); // a matrix for each invocation of a workgroup
        } else if (shader == "short_constant_buffer") {
            EXPECT_EQ(resource.kind, ResourceKind::UniformBuffer);
            EXPECT_EQ(resource.bytes(), 256u); // what every inline uniform block holds
        } else if (shader == "push_constants") {
            EXPECT_EQ(resource.kind, ResourceKind::PushConstants);
            EXPECT_EQ(resource.bytes(), 64u);
        } else if (shader == "constant_buffer") {
            EXPECT_EQ(resource.kind, ResourceKind::UniformBuffer);
            EXPECT_EQ(resource.bytes(), 16384u); // the most that Vulkan before 1.4 guarantees
        } else {
            EXPECT_THAT(shader, testing::StartsWith("texture_"));
            EXPECT_EQ(resource.kind, ResourceKind::Texture);
            EXPECT_EQ(resource.bytes(), 32 * 32 * texel);
        }
    }
}

TEST(SourceData, RowsOfOneDataShareAResource) {
    // 9 formats of texel buffers and of textures, 2 of integers, 3 structured buffers, the raw ones of float,
    // float2, float4 and half, those of own windows of the first three, two uniform ones, the push constants;
    // a raw buffer and one of float4 differ in elements.
    EXPECT_EQ(resources().size(), 9u + 9u + 2u + 3u + 4u + 3u + 2u + 1u);
}

TEST(SourceData, BytesDecodeToTheValues) {
    for (const SourceResource& resource : resources()) {
        SCOPED_TRACE(testing::Message()
                     << resourceKindName(resource.kind) << ", " << traits(resource.format).textureName << ", "
                     << resource.bytesPerElement << " bytes an element");
        const std::vector<std::byte> bytes = sourceBytes(resource);
        ASSERT_EQ(bytes.size(), resource.bytes());
        const std::size_t channelBytes = traits(resource.format).bytesPerChannel;
        const std::vector<double> decoded = decodedChannels(bytes, resource.format);
        const auto channels = static_cast<std::uint32_t>(resource.bytesPerElement / channelBytes);
        ASSERT_EQ(decoded.size(), std::size_t{resource.elements} * channels);
        for (std::uint32_t element = 0; element < resource.elements; ++element) {
            for (std::uint32_t channel = 0; channel < channels; ++channel) {
                ASSERT_EQ(decoded[element * channels + channel],
                          sourceValue(resource, element * channels + channel))
                    << "element " << element << ", channel " << channel;
            }
        }
    }
}

TEST(SourceData, HoldsZerosAndOnesInEqualParts) {
    for (const SourceResource& resource : resources()) {
        const std::vector<double> values = decodedChannels(sourceBytes(resource), resource.format);
        const auto ones = std::count(values.begin(), values.end(), 1.0);
        const auto zeros = std::count(values.begin(), values.end(), 0.0);
        EXPECT_EQ(static_cast<std::size_t>(ones + zeros), values.size());
        if (resource.kind == ResourceKind::PushConstants) continue; // too few to tell
        const double share = static_cast<double>(ones) / static_cast<double>(values.size());
        EXPECT_GT(share, 0.45);
        EXPECT_LT(share, 0.55);
    }
}

} // namespace
} // namespace vkperftest
