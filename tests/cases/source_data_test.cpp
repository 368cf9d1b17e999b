#include "cases/source_data.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "cases/every_row.h"
#include "cases/suite.h"
#include "decoded_source.h"
#include "shader_of.h"

namespace vkperftest {
namespace {

// All rows that load; of mixed loads the rows of their kinds.
std::vector<Case> allParts() {
    std::vector<Case> all;
    for (const Case& row : allRows()) {
        if (onlyWrites(row.operation.kind)) continue;
        for (const Case& part : partsOf(row)) all.push_back(part);
    }
    return all;
}

// Every resource once.
std::vector<SourceResource> resources() {
    std::vector<SourceResource> all;
    for (const Case& row : allParts()) {
        const SourceResource& resource = row.operation.source;
        if (std::find(all.begin(), all.end(), resource) == all.end()) all.push_back(resource);
    }
    return all;
}

// Elements from the first to the last that the row's pattern reaches: 64 lanes, 256 loads.
std::uint32_t reached(const Case& row) {
    return 64 * strideOf(row.pattern) + 256;
}

TEST(SourceData, SizesAreThoseOfTheRows) {
    for (const Case& row : allParts()) {
        SCOPED_TRACE(caseName(row));
        const SourceResource& resource = row.operation.source;
        const std::uint32_t texel = NamedFormat(resource.format).bytes;
        const bool writable = row.operation.name.starts_with("RW");
        const std::string shader = shaderOf(row);
        if (shader == "typed_buffer" || shader == "integer_buffer") {
            EXPECT_EQ(resource.kind, writable ? ResourceKind::StorageTexelBuffer : ResourceKind::TexelBuffer);
            EXPECT_EQ(resource.bytes(), std::max(1024u, reached(row)) * texel);
        } else if (shader == "raw_buffer") {
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(), std::max(16384u, reached(row) * 4 * row.operation.width));
        } else if (shader == "structured_buffer") {
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(), std::max(1024u, reached(row)) * 4 * row.operation.width);
        } else if (shader == "shared_load") { // as much as shared memory holds
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.elements, row.operation.width == 1 ? 2304u : 512u);
            EXPECT_GE(resource.elements, reached(row));
            EXPECT_LE(resource.bytes() + 1024, 16384u); // what every device has, with the sums' memory
        } else if (shader ==
                   "descriptor_array") { // as reached by the first of eight descriptors and by the last
            EXPECT_EQ(resource.descriptors, 8u);
            EXPECT_EQ(resource.bytes(), isImage(resource.kind)         ? 32u * (32 + 14 * 2)
                                        : isTexelBuffer(resource.kind) ? 4096u + 14 * 256
                                                                       : 16384u + 14 * 256);
        } else if (shader == "narrow_buffer") {
            EXPECT_EQ(resource.kind, ResourceKind::StorageBuffer);
            EXPECT_EQ(resource.bytes(),
                      resource.format == Format::R32F ? 16384u : 1024u * texel * row.operation.width);
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
            EXPECT_EQ(resource.bytes(), row.operation.name.find("[4]") != std::string::npos ? 64u : 256u);
            EXPECT_LE(resource.bytes(), 256u); // what every inline uniform block holds
        } else if (shader == "push_constants") {
            EXPECT_EQ(resource.kind, ResourceKind::PushConstants);
            EXPECT_EQ(resource.bytes(), 64u);
        } else if (shader == "specialization_constants") {
            EXPECT_EQ(resource.kind, ResourceKind::SpecializationConstants);
            EXPECT_EQ(resource.bytes(), 64u); // as many as are pushed
        } else if (shader == "constant_buffer") {
            EXPECT_EQ(resource.kind, ResourceKind::UniformBuffer);
            EXPECT_EQ(resource.bytes(), 16384u); // the most that Vulkan before 1.4 guarantees
        } else {
            EXPECT_THAT(shader, testing::StartsWith("texture_"));
            EXPECT_EQ(resource.kind, writable ? ResourceKind::StorageImage : ResourceKind::Texture);
            const std::uint32_t texels = row.operation.name.starts_with("TextureCube") ? 6 * 1024
                                         : row.operation.sampler == Sampler::Trilinear ? 1024 + 256
                                                                                       : 1024;
            EXPECT_EQ(resource.bytes(), texels * texel / NamedFormat(resource.format).texels);
        }
    }
}

TEST(SourceData, RowsOfOneDataShareAResource) {
    // Mixed loads bring none of their own. 41 formats of texel buffers, 44 of textures, 9 of each that are writable,
    // 3 structured buffers, the raw ones of float,
    // float2, float4 and half, those of own windows of the first three, two uniform ones, the push constants;
    // a raw buffer and one of float4 differ in elements. Strides of 16 and more reach beyond four of the
    // sources, one of 64 beyond the raw words; what shared memory holds has four widths; three arrays; four
    // sources lie in two other kinds of memory. Images have six other shapes in three formats, and equal texels
    // in one, for anisotropic filters. Three narrow types have three widths each; four specialization constants,
    // and as many in a uniform buffer.
    EXPECT_EQ(resources().size(), 41u + 44u + 9u + 9u + 3u + 4u + 3u + 2u + 1u + 4u * 3u + 1u + 4u + 3u +
                                      4u * 2u + 6u * 3u + 1u + 9u + 2u);
}

TEST(SourceData, BytesDecodeToTheValues) {
    for (const SourceResource& resource : resources()) {
        SCOPED_TRACE(testing::Message()
                     << resourceKindName(resource.kind) << ", " << traits(resource.format).textureName << ", "
                     << resource.bytesPerElement << " bytes an element");
        const std::vector<std::byte> bytes = sourceBytes(resource);
        ASSERT_EQ(bytes.size(), resource.bytes());
        const NamedFormat named(resource.format);
        const std::vector<double> decoded = decodedChannels(bytes, resource.format);
        const auto channels = resource.bytesPerElement * named.channels * named.texels / named.bytes;
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

std::vector<double> valuesOf(const SourceResource& resource) {
    return decodedChannels(sourceBytes(resource), resource.format);
}

TEST(SourceData, OfPerfTestsFormatsHoldsZerosAndOnesInEqualParts) {
    for (const SourceResource& resource : resources()) {
        if (resource.format > Format::RGBA32F) continue;
        const std::vector<double> values = valuesOf(resource);
        const auto ones = std::count(values.begin(), values.end(), 1.0);
        const auto zeros = std::count(values.begin(), values.end(), 0.0);
        EXPECT_EQ(static_cast<std::size_t>(ones + zeros), values.size());
        if (values.size() < 32 || resource.period == 4) continue; // too few to tell
        const double share = static_cast<double>(ones) / static_cast<double>(values.size());
        EXPECT_GT(share, 0.45);
        EXPECT_LT(share, 0.55);
    }
}

// High bits and signs, where the format has them: each channel's least and most are near the format's.
TEST(SourceData, OfOtherFormatsHoldsValuesOfTheWholeRange) {
    for (const SourceResource& resource : resources()) {
        const FormatTraits& format = traits(resource.format);
        if (resource.format <= Format::RGBA32F) continue;
        const std::vector<double> values = valuesOf(resource);
        const auto [least, most] = std::ranges::minmax(values);
        const double range = format.most - format.least;
        EXPECT_GE(least, format.least) << format.textureName;
        EXPECT_LE(most, format.most) << format.textureName;
        EXPECT_GT(most - least, 0.98 * range) << format.textureName;
    }
}

// Or a device that took one format for another would pass, if their texels have equally many bytes and channels.
// Only sums below 2^24 are exact, so no unsigned integer has bit 15 or 31, and no normalized value but 0 and 1 is
// decoded exactly.
TEST(SourceData, OfOneFormatIsNotThatOfAnother) {
    for (const FormatTraits& own : allFormats()) {
        const std::vector<std::byte> bytes = sourceBytes(texels(own.format));
        for (const FormatTraits& other : allFormats()) {
            const bool alike = own.bytes() == other.bytes() && own.channels == other.channels;
            const bool positive =
                own.numeric == Numeric::Uint && other.numeric == Numeric::Sint && own.bits[0] > 8;
            const bool ends =
                own.numeric <= Numeric::Srgb && other.numeric <= Numeric::Srgb && own.bits == other.bits;
            if (&own == &other || !alike || positive || ends) continue;
            EXPECT_NE(decodedChannels(bytes, own.format), decodedChannels(bytes, other.format))
                << own.textureName << " taken for " << other.textureName;
        }
    }
}

} // namespace
} // namespace vkperftest
