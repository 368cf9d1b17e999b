#include <algorithm>
#include <set>

#include <gmock/gmock.h>

#include "base/text.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "decoded_source.h"

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

TEST(Matrix, NamesAndIdsAreUnique) {
    for (const auto text : {caseName, caseId}) {
        const std::vector<std::string> all = texts(text);
        EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
    }
}

TEST(Matrix, RowsAreDifferent) {
    const std::vector<Case> rows = matrixRows();
    for (auto row = rows.begin(); row != rows.end(); ++row)
        EXPECT_EQ(std::count(rows.begin(), rows.end(), *row), 1) << caseName(*row);
}

TEST(Matrix, IdsSuitScripts) {
    constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
    for (const std::string& id : texts(caseId)) {
        EXPECT_EQ(id.find_first_not_of(kAllowed), std::string::npos) << id;
        EXPECT_FALSE(id.starts_with("-") || id.ends_with("-")) << id;
    }
}

TEST(Matrix, NamesAreOperationAndPattern) {
    for (const Case& row : matrixRows()) {
        EXPECT_EQ(caseName(row), row.operation.name + " " + std::string(patternName(row.pattern)));
    }
}

TEST(Matrix, HasTheDefaultBaseline) {
    EXPECT_EQ(caseName(defaultBaseline()), "Buffer<RGBA8>.Load random");
    EXPECT_THAT(matrixRows(), testing::Contains(defaultBaseline()));
}

TEST(Matrix, FormatsGiveTheWidth) {
    for (const Case& row : matrixRows()) {
        const SourceResource& source = row.operation.source;
        if (source.kind != ResourceKind::TexelBuffer && source.kind != ResourceKind::Texture) continue;
        EXPECT_EQ(row.operation.width, traits(source.format).channels) << caseName(row);
    }
}

TEST(Case, OnlySamplesOfTexturesHaveASampler) {
    for (const Operation& operation :
         {typedLoad(Format::R8), rawLoad(1), structuredLoad(1), constantLoad(), textureLoad(Format::R8)})
        EXPECT_EQ(operation.sampler, Sampler::None) << operation.name;
    EXPECT_EQ(nearestSample(Format::R8).sampler, Sampler::Nearest);
    EXPECT_EQ(bilinearSample(Format::R8).sampler, Sampler::Linear);
}

TEST(Case, IdsAreReadable) {
    EXPECT_EQ(caseId(defaultBaseline()), "typed-rgba8-random");
    EXPECT_EQ(caseId({rawLoad(2, 4), Pattern::Linear}), "raw-load2-unaligned-linear");
    EXPECT_EQ(caseId({nearestSample(Format::RGBA32F)}), "texture-nearest-rgba32f-uniform");
    const Operation load = textureLoad(Format::RGBA8), tiled = ofShape(load, ImageShape::LinearTiled);
    EXPECT_EQ(caseName({tiled, Pattern::Linear}), "Texture2D<RGBA8>.Load linear-tiled linear");
    EXPECT_EQ(caseId({tiled, Pattern::Linear}), "texture-load-rgba8-linear-tiled-linear");
    EXPECT_EQ(caseName({ofShape(load, ImageShape::Layers)}), "Texture2DArray<RGBA8>.Load uniform");
    EXPECT_EQ(caseId({ofShape(load, ImageShape::Layers)}), "texture2darray-load-rgba8-uniform");
    EXPECT_EQ(caseName({sample(Format::RGBA8, Sampler::Between)}),
              "Texture2D<RGBA8>.Sample(bilinear, between texels) uniform");
    EXPECT_EQ(caseId({sample(Format::RGBA8, Sampler::Anisotropic16)}), "texture-anisotropic16-rgba8-uniform");
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
