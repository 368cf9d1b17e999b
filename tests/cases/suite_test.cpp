#include "cases/suite.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "cases/binding.h"
#include "cases/controls.h"
#include "cases/every_row.h"
#include "cases/families/families.h"
#include "cases/load_facts.h"
#include "decoded_source.h"
#include "golden.h"
#include "matchers.h"
#include "shader_of.h"
#include "suite_rows.h"

namespace vkperftest::suite_test {

std::vector<std::string> selected(const std::vector<std::string>& patterns) {
    const Result<std::vector<Case>> rows = selectRows(matrixRows(), patterns);
    if (!rows.ok()) return {"error: " + rows.error().sentence()};
    std::vector<std::string> names;
    for (const Case& row : rows.value()) names.push_back(caseName(row));
    return names;
}

TEST(Suite, AllHasTheRowsOfEverySuiteOnce) {
    const Suite& all = *findSuite("ALL").value();
    std::set<std::string> names, expected;
    for (const Case& row : all.rows()) EXPECT_TRUE(names.insert(caseName(row)).second) << caseName(row);
    for (const Suite& suite : suites()) {
        EXPECT_NE(suite.name, all.name); // it is made of the others
        EXPECT_EQ(suite.rows().front() == defaultBaseline(), suite.name != kDefaultSuite);
        std::set<std::string> operations, additions;
        for (const Case& row : suite.rows()) {
            expected.insert(caseName(row));
            operations.insert(row.operation.name);
            additions.insert(caseName(row).substr(row.operation.name.size()));
        }
        expectGolden(fmt::format("{}: {} rows of {} operations,{}", suite.name, suite.rows().size(),
                                 operations.size(), fmt::join(additions, ";")));
    }
    EXPECT_EQ(names, expected);
    EXPECT_FALSE(all.windows || all.recording);
    EXPECT_THAT(all.strategies, ElementsAre(Strategy::Set));
}

TEST(Suite, BindlessHasEveryIndexAndMemoryEveryKind) {
    for (const char* suite : {"bindless", "memory"})
        for (const Case& row : findSuite(suite).value()->rows()) expectGolden(caseName(row));
}

TEST(Suite, ErrorNamesTheChoices) {
    const Error error = findSuite("matrices").error();
    EXPECT_EQ(error.kind, ErrorKind::Usage);
    expectGolden(error.sentence());
}

// Any part, or the whole text where there are wildcards; of names and ids.
TEST(SelectRows, MatchesNamesAndIds) {
    for (const auto& [pattern, rows] : {std::pair("unaligned", 6u),
                                        {"random", 46u},
                                        {"*Sample(nearest)*", 27u},
                                        {"byteaddressbuffer.load? linear", 3u},
                                        {"CBUFFER{FLOAT4} LOAD LINEAR", 1u}})
        EXPECT_EQ(selected({pattern}).size(), rows) << pattern;
    EXPECT_EQ(selected({}).size(), 138u);
    EXPECT_FALSE(selectRows(matrixRows(), std::vector<std::string>{"Load*"}).ok());
    EXPECT_THAT(selected({"raw-load2-unaligned-linear"}),
                ElementsAre("ByteAddressBuffer.Load2 unaligned linear"));
    EXPECT_THAT(selected({"Constant-*-random"}), ElementsAre("cbuffer{float4} load random"));
}

TEST(SelectRows, KeepsTheSuitesOrderAndNamesARowOnce) {
    EXPECT_THAT(
        selected(
            {"cbuffer{float4} load random", "Buffer<R8>.Load linear", "*load random", "typed-r8-linear"}),
        AllOf(Contains("cbuffer{float4} load random").Times(1), Contains("Buffer<R8>.Load linear").Times(1)));
    EXPECT_THAT(selected({"cbuffer{float4} load random", "Buffer<R8>.Load uniform"}),
                ElementsAre("Buffer<R8>.Load uniform", "cbuffer{float4} load random"));
}

TEST(SelectRows, ErrorNamesThePatternAndNearRowsOrWhereNamesAre) {
    const std::vector<std::string> near = {"cbuffer", "Bufer<RGBA8>.Load"}, far = {"zzzzzzzzqqqqqqqq"};
    const std::vector<Case> matrix = matrixRows(), stride = suiteRows("stride");
    for (const Result<std::vector<Case>>& rows :
         {selectRows(matrix, near), selectRows(matrix, far), selectRows(stride, far, "stride")}) {
        ASSERT_FALSE(rows.ok());
        EXPECT_EQ(rows.error().kind, ErrorKind::Usage);
        expectGolden(rows.error().sentence());
    }
}

TEST(Strategies, WaysOfRecordingHaveNamesOfTheirOwn) {
    const std::vector<std::string> ways = recordingWays();
    EXPECT_EQ(std::set<std::string>(ways.begin(), ways.end()).size(), ways.size());
    EXPECT_EQ(ways.front(), "dispatch only"); // what the others are read against
}

TEST(Strategies, ParseInTheOrderGiven) {
    const auto parsed = [](std::string_view list) { return parseStrategies(list).value(); };
    for (const Strategy strategy : kEveryStrategy)
        EXPECT_THAT(parsed(strategyName(strategy)), ElementsAre(strategy));
    EXPECT_THAT(parsed("push,set"), ElementsAre(Strategy::Push, Strategy::Set));
    EXPECT_THAT(parsed(" Push , SET,push"), ElementsAre(Strategy::Push, Strategy::Set));
}

TEST(Strategies, ErrorNamesTheChoices) {
    for (const std::string_view list : {"", "pull", "set,", "set,pull", "set push"}) {
        const Result<std::vector<Strategy>> parsed = parseStrategies(list);
        ASSERT_FALSE(parsed.ok()) << list;
        EXPECT_EQ(parsed.error().kind, ErrorKind::Usage);
        expectGolden(parsed.error().sentence());
    }
}

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

TEST(Matrix, HasPerfTestsRowsInItsOrder) {
    std::vector<std::string> names;
    for (const Case& row : matrixRows()) names.push_back(caseName(row));
    EXPECT_EQ(names.size(), 138u);
    EXPECT_EQ(names, perfTestNames());
}

// What advice rests on comes behind them.
TEST(Matrix, GoesOnWithLoadsAsPeopleWriteThem) {
    std::vector<Case> rows = findSuite(kDefaultSuite).value()->rows();
    const std::vector<Case> perfTests = matrixRows();
    ASSERT_TRUE(std::ranges::equal(perfTests, std::span(rows).first(perfTests.size())));
    rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(perfTests.size()));
    for (const Case& row : rows) {
        const Operation& load = row.operation;
        EXPECT_TRUE(load.provable || row.pattern == Pattern::Hashed || load.sampler == Sampler::Between)
            << caseName(row);
        EXPECT_EQ(std::ranges::count(perfTests, row), 0) << caseName(row);
    }
}

// Or `compare` would pair rows that forbid bounds checks with rows that leave them to the driver.
TEST(RobustnessSuite, SharesOnlyTheBaselineWithOtherSuites) {
    const std::vector<Case> rows = robustnessRows();
    for (const Case& row : std::span(rows).subspan(1)) {
        Case others = row;
        others.robustness = Robustness::Off;
        EXPECT_NE(row, others);
        EXPECT_NE(caseName(row), caseName(others));
        EXPECT_NE(factsOf(row), factsOf(others)) << caseName(row);
    }
}

// What a compiler can prove is what there is.
TEST(ProvableRawLoad, IsAsAlignedAsItsOffsetAndDistance) {
    for (const Case& row : allRows()) {
        const LoadFacts facts = factsOf(row);
        EXPECT_EQ(facts.alignmentProvable, row.operation.provable) << caseName(row);
        if (facts.alignmentProvable) {
            EXPECT_EQ(facts.alignment, std::gcd(std::gcd(facts.stride, facts.byteOffset), 1024))
                << caseName(row);
        }
    }
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
        {provableRawLoad(3, 16), Pattern::Linear},
        {nearestSample(Format::RGBA32F)},
        {ofShape(load, ImageShape::LinearTiled), Pattern::Linear},
        {ofShape(load, ImageShape::Layers)},
        {sample(Format::RGBA8, Sampler::Between)},
        {sample(Format::RGBA8, Sampler::Anisotropic16)},
        {mixedLoads({constantLoad(), constantLoad(), rawLoad(1), rawLoad(4, 4)}), Pattern::Linear},
        {stridedLoad(24, CachePlace::OwnWindow), Pattern::Linear},
        {stridedLoad(48, CachePlace::InsideL1, Format::RGBA32F), Pattern::Linear},
        {vectorLoad(Format::R16F, 6, 12), Pattern::Linear},
        {offsetLoad(4, 20), Pattern::Linear},
        {structLoad(48), Pattern::Linear},
        {rawLoad(4), Pattern::Uniform, Technique::Shuffle, 16},
        {indexedLoad(textureLoad(Format::R8), DescriptorIndex::PerLane)},
        {inMemory(typedLoad(Format::RGBA8), MemoryKind::HostCached)},
        *noLoadsOf({rawLoad(4), Pattern::Linear}),
        *dependentOf({rawLoad(4), Pattern::Random}),
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
        EXPECT_EQ(format.integerType().empty(), !named.name.ends_with("I")) << format.textureName;
        EXPECT_EQ(lowercase(format.bufferName), lowercase(format.textureName));
    }
}

TEST(AllRows, NamesIdsAndRowsGoTogether) {
    for (const auto text : {caseName, caseId}) {
        std::map<std::string, Case> rows;
        for (const Suite& suite : suites()) {
            std::set<std::string> ofSuite;
            std::vector<Case> ofSuiteAndNoLoadControls = suite.rows();
            for (const Case& noLoads : missingControls(suite.rows()))
                ofSuiteAndNoLoadControls.push_back(noLoads);
            for (const Case& row : ofSuiteAndNoLoadControls) {
                EXPECT_TRUE(ofSuite.insert(text(row)).second) << text(row);
                EXPECT_EQ(rows.emplace(text(row), row).first->second, row) << text(row);
            }
        }
        EXPECT_EQ(rows.size(), allRows().size());
    }
}

TEST(AllRows, IdsSuitScripts) {
    constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
    for (const Case& row : allRows()) {
        const std::string id = caseId(row);
        EXPECT_EQ(id.find_first_not_of(kAllowed), std::string::npos) << id;
        EXPECT_FALSE(id.starts_with("-") || id.ends_with("-")) << id;
    }
}

// Without the baseline, which comes first.
std::vector<Case> mixedLoadRows() {
    std::vector<Case> rows = suiteRows("mixed");
    rows.erase(rows.begin());
    return rows;
}

// Neither samplers, traversals nor loads of push constants: what the parts' fields cannot express together.
TEST(MixedSuite, PartsAreLoadsThatCanBeMixed) {
    for (const Case& row : mixedLoadRows()) {
        EXPECT_EQ(row.operation.parts.size(), loadsPerIteration(row)) << caseName(row);
        std::set<std::uint32_t> offsets = {0};
        for (const Operation& part : row.operation.parts) {
            EXPECT_EQ(part.sampler, Sampler::None) << caseName(row);
            EXPECT_FALSE(part.traversal || part.secondArray > 0) << caseName(row);
            EXPECT_NE(part.source.kind, ResourceKind::PushConstants) << caseName(row);
            EXPECT_TRUE(part.parts.empty()) << caseName(row);
            offsets.insert(part.byteOffset);
        }
        EXPECT_LE(offsets.size(), 2u) << caseName(row) << ": the kernel gets one";
        EXPECT_EQ(*offsets.rbegin(), row.operation.byteOffset) << caseName(row);
    }
}

// Or a row would measure misses that the rows of its kinds do not have.
TEST(MixedSuite, ReadsNoMoreThanTheSmallestL1Holds) {
    constexpr std::size_t kSmallest = 16 * 1024, kElements = 511, kTexels = 31 * 31;
    for (const Case& row : mixedLoadRows()) {
        std::vector<SourceResource> counted; // parts that read one resource read the same elements, or fewer
        std::size_t bytes = 0;
        for (const Operation& part : row.operation.parts) {
            if (std::ranges::count(counted, part.source) > 0) continue;
            counted.push_back(part.source);
            std::uint32_t widest = 0;
            for (const Operation& other : row.operation.parts) {
                if (other.source == part.source) widest = std::max(widest, factsOf({other}).stride);
            }
            bytes += widest * (part.source.kind == ResourceKind::Texture ? kTexels : kElements);
        }
        EXPECT_LE(bytes, kSmallest) << caseName(row);
    }
}

TEST(VectorSuite, AllLoadsOfARowAreMisalignedAlikeAndStayInside) {
    for (const Case& row : vectorRows()) {
        if (shaderOf(row) != "raw_vector") continue;
        const Operation& load = row.operation;
        const Traversal& traversal = *load.traversal;
        for (const std::uint32_t distance : {traversal.unit, traversal.step, traversal.window})
            EXPECT_EQ(distance % load.stride, 0u) << caseName(row);
        const std::uint32_t words = (traits(load.source.format).bytesOf(load.width) + 3) / 4;
        EXPECT_LE(load.byteOffset + traversal.window - traversal.unit + 4 * words, load.source.bytes())
            << caseName(row);
        EXPECT_LE(traversal.window, 12u * 1024) << caseName(row); // within L1
        EXPECT_EQ(traversal.spread, 0u) << caseName(row);
    }
}

std::vector<Case> traversingRows() {
    std::vector<Case> rows = suiteRows("stride");
    std::erase_if(rows, [](const Case& row) { return !row.operation.traversal; });
    return rows;
}

bool isSplit(const Case& row) {
    return row.operation.secondArray > 0;
}

// Bytes of the source that the row's elements reach up to.
std::uint32_t endOf(const Case& row) {
    const std::uint32_t elements = row.operation.traversal->window;
    return isSplit(row) ? row.operation.secondArray + 8 * elements : row.operation.stride * elements;
}

TEST(StrideSuite, ReadsAsManyBytesWhereTheStrideAllows) {
    for (const Case& row : traversingRows()) {
        const std::uint32_t members = traits(row.operation.source.format).channels;
        const std::uint32_t most = members == 1 ? 20 : members == 2 ? 24 : 32;
        const std::uint32_t stride = isSplit(row) ? 20 : row.operation.stride;
        EXPECT_EQ(4 * row.operation.width, std::min(stride, most)) << caseName(row);
    }
}

TEST(StrideSuite, StaysInsideItsSourceAndItsPlace) {
    for (const Case& row : traversingRows()) {
        EXPECT_LE(endOf(row), row.operation.source.bytes()) << caseName(row);
        EXPECT_EQ(row.operation.secondArray % 256, 0u); // as every device allows
        EXPECT_TRUE(!isSplit(row) || row.operation.secondArray >= row.operation.traversal->window * 12);
        if (isOwnWindow(row)) {
            EXPECT_GE(endOf(row), 11u << 20) << caseName(row);
        } else {
            EXPECT_LE(endOf(row), 12u * 1024) << caseName(row);
        }
    }
}

// Workgroups begin at different places, and yet every one must end with the model's sums.
TEST(StrideSuite, AnOwnWindowIsReadOnceAndAllWindowsHoldTheSame) {
    for (const Case& row : traversingRows()) {
        if (!isOwnWindow(row)) continue;
        SCOPED_TRACE(caseName(row));
        const Traversal& traversal = *row.operation.traversal;
        EXPECT_EQ(traversal.step, 256u);
        EXPECT_EQ(traversal.spread + 1, traversal.window / 256); // all places serve as a start
        EXPECT_EQ(traversal.window % 65536, 0u);
        EXPECT_EQ(row.operation.source.period, 65536u); // words: a power of two, so a part of any window
    }
    const std::vector<std::byte> bytes = sourceBytes(stridedLoad(4, CachePlace::OwnWindow).source);
    constexpr std::ptrdiff_t kPeriod = 4 * 65536;
    EXPECT_TRUE(std::equal(bytes.begin() + kPeriod, bytes.end(), bytes.begin()));
    EXPECT_FALSE(std::equal(bytes.begin() + kPeriod / 2, bytes.end(), bytes.begin()));
}

} // namespace vkperftest::suite_test
