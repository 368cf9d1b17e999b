#include "cases/source_data.h"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cases/every_row.h"
#include "cases/load_facts.h"
#include "cases/suite.h"
#include "decoded_source.h"
#include "golden.h"
#include "shader_of.h"

namespace vkperftest::source_data_test {

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

// Not much more of them than repeats.
std::vector<SourceResource> shortResources() {
    std::vector<SourceResource> all = resources();
    for (SourceResource& each : all)
        if (each.period > 0) each.elements = std::min(each.elements, 2 * each.period);
    return all;
}

TEST(SourceData, IsAsLargeAsTheRowsNeed) {
    for (const SourceResource& resource : resources())
        expectGolden(fmt::format("{}, {}: {} x {} bytes, period {}, {} descriptors, {}",
                                 resourceKindName(resource.kind), traits(resource.format).textureName,
                                 resource.elements, resource.bytesPerElement, resource.period,
                                 resource.descriptors, imageShapeName(resource.shape)));
    const std::pair<const char*, std::uint32_t> kMost[] = {
        {"shared_load", 16384 - 1024},    // what every device has, without the sums' memory
        {"short_constant_buffer", 256},   // what every inline uniform block holds
        {"constant_buffer", 16384},       // what Vulkan before 1.4 guarantees
        {"specialization_constants", 64}, // as many as are pushed
        {"push_constants", 64}};
    for (const Case& row : allParts()) {
        const SourceResource& source = row.operation.source;
        const std::uint32_t reached = 64 * strideOf(row.pattern) + 256; // by 64 lanes, 256 loads
        const bool whole = shaderOf(row) == "typed_buffer" || shaderOf(row) == "raw_buffer" ||
                           shaderOf(row) == "structured_buffer" || shaderOf(row) == "shared_load";
        EXPECT_TRUE(!whole || source.bytes() >= reached * factsOf(row).bytes) << caseName(row);
        for (const auto& [shader, most] : kMost)
            EXPECT_TRUE(shaderOf(row) != shader || source.bytes() <= most) << caseName(row);
    }
}

TEST(SourceData, BytesDecodeToTheValues) {
    for (const SourceResource& resource : shortResources()) {
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
    for (const SourceResource& resource : shortResources()) {
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
    for (const SourceResource& resource : shortResources()) {
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

} // namespace vkperftest::source_data_test
