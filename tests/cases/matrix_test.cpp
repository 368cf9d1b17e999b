#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/text.h"
#include "cases/controls.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "decoded_source.h"
#include "golden.h"

namespace vkperftest {
namespace {

// PerfTest's labels in its order, put together here without the program's tables. PerfTest itself prints
// Texture2D<RGBA32F>.Sample(nearest) uniform as bilinear; the label here says what runs.
std::vector<std::string> perfTestNames() {
    std::vector<std::string> operations;
    for (const char* format : {"R8", "RG8", "RGBA8", "R16f", "RG16f", "RGBA16f", "R32f", "RG32f", "RGBA32f"})
        operations.push_back(std::string("Buffer<") + format + ">.Load");
    for (const char* load : {"Load", "Load2", "Load3", "Load4", "Load2 unaligned", "Load4 unaligned"})
        operations.push_back(std::string("ByteAddressBuffer.") + load);
    for (const char* type : {"float", "float2", "float4"})
        operations.push_back(std::string("StructuredBuffer<") + type + ">.Load");
    operations.push_back("cbuffer{float4} load");
    for (const char* read : {"Load", "Sample(nearest)", "Sample(bilinear)"}) {
        for (const char* format :
             {"R8", "RG8", "RGBA8", "R16F", "RG16F", "RGBA16F", "R32F", "RG32F", "RGBA32F"})
            operations.push_back(std::string("Texture2D<") + format + ">." + read);
    }
    std::vector<std::string> names;
    for (const std::string& operation : operations) {
        for (const char* pattern : {" uniform", " linear", " random"}) names.push_back(operation + pattern);
    }
    return names;
}

std::vector<std::string> texts(std::string (*text)(const Case&)) {
    std::vector<std::string> result;
    for (const Case& row : matrixRows()) result.push_back(text(row));
    return result;
}

TEST(Matrix, HasPerfTestsRowsInItsOrder) {
    const std::vector<std::string> names = texts(caseName);
    EXPECT_EQ(names.size(), 138u);
    EXPECT_EQ(names, perfTestNames());
}

TEST(Matrix, FormatsGiveTheWidth) {
    for (const Case& row : matrixRows()) {
        const SourceResource& source = row.operation.source;
        if (source.kind != ResourceKind::TexelBuffer && source.kind != ResourceKind::Texture) continue;
        EXPECT_EQ(row.operation.width, traits(source.format).channels) << caseName(row);
    }
}

TEST(Case, NamesIdsKernelsAndSourcesAreReadable) {
    const Operation load = textureLoad(Format::RGBA8);
    const Case kRows[] = {
        defaultBaseline(),
        {rawLoad(2, 4), Pattern::Linear},
        {nearestSample(Format::RGBA32F)},
        {ofShape(load, ImageShape::LinearTiled), Pattern::Linear},
        {ofShape(load, ImageShape::Layers)},
        {sample(Format::RGBA8, Sampler::Between)},
        {sample(Format::RGBA8, Sampler::Anisotropic16)},
        {mixedLoads({constantLoad(), constantLoad(), rawLoad(1), rawLoad(4, 4)}), Pattern::Linear},
        {stridedLoad(24, CachePlace::OwnWindow), Pattern::Linear},
        {stridedLoad(48, CachePlace::InsideL1, Format::RGBA32F), Pattern::Linear},
        {vectorLoad(Format::R16F, 6, 12), Pattern::Linear},
        {rawLoad(4), Pattern::Uniform, Technique::Shuffle, 16},
        {indexedLoad(textureLoad(Format::R8), DescriptorIndex::PerLane)},
        {inMemory(typedLoad(Format::RGBA8), MemoryKind::HostCached)},
        *floorOf({rawLoad(4), Pattern::Linear}),
        *serialOf({rawLoad(4), Pattern::Random}),
    };
    for (const Case& row : kRows) {
        expectGolden(caseName(row));
        expectGolden(fmt::format("  {}, {}: {}", caseId(row), kernelKey(row), sourceText(row)));
    }
}

TEST(Format, TraitsAreThoseOfItsName) {
    for (const FormatTraits& format : allFormats()) {
        const NamedFormat named(format.format);
        EXPECT_EQ(format.channels, named.channels) << format.textureName;
        EXPECT_EQ(format.bits[0], named.bits) << format.textureName;
        EXPECT_EQ(format.storedBytes(), named.bytes) << format.textureName;
        EXPECT_EQ(format.storedTexels(), named.texels) << format.textureName;
        EXPECT_EQ(format.integerType().empty(), !named.kind.ends_with("I")) << format.textureName;
        EXPECT_EQ(lowercase(format.bufferName), lowercase(format.textureName));
    }
}

} // namespace
} // namespace vkperftest
