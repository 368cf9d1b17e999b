// When a sentence may be said: planted figures, with intervals and without.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "advice/advice.h"
#include "advice/reading.h"
#include "advice/rule.h"
#include "cases/format.h"
#include "experiments/made_up_rows.h"
#include "perftest/reference.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr double kQuiet = 0.001;

// The baseline takes 1 ns a load, and so do all rows that `times` does not name.
struct MadeUpMatrix {
    double spread = kQuiet;
    double floor = 0.02; // what each row's floor takes
    std::map<std::string, double> times;
    std::vector<Case> rows = matrixRows();

    RunResult run() const {
        RunResult run;
        run.settings = {.suite = "matrix",
                        .baseline = "Buffer<RGBA8>.Load random",
                        .strategies = {"set"},
                        .precisionGoal = 0.01};
        for (const Case& row : rows) {
            const std::string pattern(patternName(row.pattern)), name = caseName(row);
            const auto own = times.find(name);
            addMadeUpRow(run, row.operation.name, pattern, "", own != times.end() ? own->second : 1, spread);
            run.rows.back().name = name;
        }
        for (RowResult& row : run.rows) {
            run.twins.push_back({.name = row.name + ", floor",
                                 .baselineLoads = kMadeUpLoads,
                                 .baselineNanoseconds = row.baselineNanoseconds,
                                 .strategies = {madeUpTimes(floor, kQuiet)}});
            row.floor = row.name + ", floor";
        }
        return run;
    }
};

std::string saidOf(const RunResult& run) {
    const RunFigures figures = analyse(run);
    std::string text;
    for (const Advice& each : advise(figures).said)
        if (each.heading != Heading::Use) text += each.rule + ": " + each.sentence + "\n";
    return text;
}

// "16 linear: structured; structured 1.0, raw 2.0": a line of the table.
std::string choiceOf(const RunResult& run, std::uint32_t bytes, Pattern pattern) {
    const RunFigures figures = analyse(run);
    for (const LoadChoice& choice : advise(figures).choices) {
        if (choice.bytes != bytes || choice.pattern != pattern) continue;
        std::string text = kindsText(choice, ", ") + ";";
        for (const Alternative& each : choice.all) text += " " + costText(&each);
        return text;
    }
    return {};
}

// Nearly all figures are known to a tenth at best: their intervals decide what is said.
TEST(Advice, IsGivenOnADisturbedRun) {
    const RunResult run = MadeUpMatrix{.spread = 0.3}.run();
    const RunFigures figures = analyse(run);
    ASSERT_TRUE(figures.quality.has_value());
    ASSERT_EQ(figures.quality->grade, Grade::Disturbed);
    EXPECT_FALSE(advise(figures).empty());
}

TEST(Advice, SaysWhatMakesNoDifference) {
    const std::string said = saidOf(MadeUpMatrix().run());
    for (const char* sentence :
         {"buffers: Raw loads are as fast as typed ones for 4, 8 and 16 bytes.\n",
          "buffers: Structured loads are as fast as raw ones for 4, 8 and 16 bytes.\n",
          "widths: Wide raw loads are free: Load2, Load3 and Load4 take about as long as a Load.\n",
          "widths: Wide structured loads are free: float2 and float4 take about as long as a float.\n",
          "typed: Typed loads, linear and random: all formats take about the same time, so wide ones are "
          "free.\n",
          "raw: Linear raw loads are as fast as random ones for Load, Load2, Load3 and Load4.\n",
          "raw: Raw loads that begin 4 bytes off are as fast as aligned ones for Load2 and Load4. In both "
          "cases the compiler knows only 4 bytes of alignment.\n",
          "uniform: Uniform addresses gain nothing for typed loads, raw loads, structured loads, texture "
          "loads "
          "and samples.\n",
          "constants: Uniform constants are as fast as structured, raw, typed and texture loads of 16 "
          "bytes.\n",
          "constants: Constants that lanes index differently are as fast as uniform ones.\n",
          "textures: Texture loads, linear and random, are as fast as typed ones of the same format.\n",
          "sampling: Bilinear samples, linear and random, are as fast as nearest ones.\n"})
        EXPECT_THAT(said, HasSubstr(sentence));
    EXPECT_THAT(said, Not(HasSubstr("Avoid")));
    EXPECT_EQ(choiceOf(MadeUpMatrix().run(), 16, Pattern::Linear), "any; 1.0 1.0 1.0 1.0 1.0");
}

TEST(Advice, NamesWhatIsFasterAndWhatToAvoid) {
    MadeUpMatrix matrix;
    for (const char* pattern : {" uniform", " linear", " random"})
        matrix.times[std::string("StructuredBuffer<float4>.Load") + pattern] = 0.5;
    matrix.times["cbuffer{float4} load linear"] = 20;
    const std::string said = saidOf(matrix.run());
    EXPECT_THAT(said,
                HasSubstr("buffers: Structured loads are faster than raw ones for 16 bytes (2.0 times as "
                          "fast); as fast for 4 and 8 bytes.\n"));
    EXPECT_THAT(
        said, HasSubstr("constants: Constants that lanes index differently are slower than uniform ones for "
                        "linear addresses (20 times as long); as fast for random addresses.\n"));
    EXPECT_THAT(said, HasSubstr("avoid: Avoid cbuffer{float4} load: it takes 2.0 to 40 times as long as "
                                "StructuredBuffer<float4>.Load.\n"));
    EXPECT_EQ(choiceOf(matrix.run(), 16, Pattern::Linear), "structured; 1.0 2.0 2.0 2.0 40");
    EXPECT_EQ(choiceOf(matrix.run(), 4, Pattern::Linear), "any; 1.0 1.0 1.0 1.0");
}

TEST(Advice, CountsWideLoadsInNarrowOnes) {
    MadeUpMatrix matrix;
    matrix.times["ByteAddressBuffer.Load2 linear"] = 1.5;
    matrix.times["ByteAddressBuffer.Load3 linear"] = 3;
    matrix.times["ByteAddressBuffer.Load4 linear"] = 12;
    EXPECT_THAT(
        saidOf(matrix.run()),
        HasSubstr(
            "widths: Wide raw loads are free: Load2, Load3 and Load4 uniform and random take about as long "
            "as a Load. They pay off: Load2 linear takes as long as 1.5 Loads. They gain nothing over one "
            "Load per word: Load3 linear takes as long as 3.0 Loads. They cost more than one Load per word, "
            "from separate arrays: Load4 linear takes as long as 12 Loads.\n"));
}

TEST(Advice, SaysWhatPatternsCost) {
    MadeUpMatrix suite;
    suite.rows = patternRows();
    const std::string same = saidOf(suite.run());
    for (const char* sentence :
         {"pattern: Strided addresses of ByteAddressBuffer.Load are as fast as consecutive ones for strides "
          "of 2, 4, 8, 16, 32 and 64.\n",
          "pattern: Reversed addresses are as fast as linear ones for ByteAddressBuffer.Load, "
          "ByteAddressBuffer.Load4, StructuredBuffer<float4>.Load, Buffer<RGBA8>.Load and "
          "Buffer<RGBA32f>.Load.\n",
          "pattern: Hashed addresses are as fast as linear ones for ",
          "pattern: Addresses that differ between subgroups are as fast as uniform ones for "})
        EXPECT_THAT(same, HasSubstr(sentence));
    suite.times = {{"ByteAddressBuffer.Load stride 2", 0.5},
                   {"ByteAddressBuffer.Load stride 32", 4},
                   {"ByteAddressBuffer.Load stride 64", 8},
                   {"ByteAddressBuffer.Load4 hashed", 3},
                   {"Buffer<RGBA8>.Load per subgroup", 0.25}};
    const std::string differs = saidOf(suite.run());
    for (const char* sentence :
         {"pattern: Strided addresses of ByteAddressBuffer.Load are faster than consecutive ones for a "
          "stride of 2 (2.0 times as fast); slower for strides of 32 and 64 (4.0 to 8.0 times as long); as "
          "fast for "
          "strides of 4, 8 and 16.\n",
          "pattern: Hashed addresses are slower than linear ones for ByteAddressBuffer.Load4 (3.0 times as "
          "long); as fast for ByteAddressBuffer.Load, ",
          "pattern: Addresses that differ between subgroups are faster than uniform ones for "
          "Buffer<RGBA8>.Load (4.0 times as fast); as fast for "})
        EXPECT_THAT(differs, HasSubstr(sentence));
    suite.spread = 0.4;
    EXPECT_THAT(saidOf(suite.run()), Not(HasSubstr("Strided addresses of Buffer")));
    EXPECT_THAT(saidOf(MadeUpMatrix().run()), Not(HasSubstr("pattern: "))) << "its rows are not the matrix's";
}

TEST(Advice, ComparesSharedMemoryWithRawLoads) {
    MadeUpMatrix suite;
    suite.rows = sharedRows();
    const std::string same = saidOf(suite.run());
    EXPECT_THAT(
        same,
        HasSubstr("shared: Loads from shared memory are as fast as raw ones for 1, 2, 3 and 4 words.\n"));
    EXPECT_THAT(same, HasSubstr("shared: Loads from shared memory with bank conflicts are as fast as those "
                                "without for degrees 2, 4, 8, 16 and 32.\n"
                                "shared: Stores to shared memory with bank conflicts are as fast as those "
                                "without for degrees 2, 4, 8, 16 and 32.\n"));
    suite.times = {{"groupshared{float4} load linear", 4},    {"groupshared{float2} load uniform", 0.5},
                   {"groupshared{float2} load linear", 0.5},  {"groupshared{float} load stride 2", 0.5},
                   {"groupshared{float} load stride 32", 32}, {"groupshared{uint} store stride 4", 0.5},
                   {"groupshared{uint} store stride 16", 8}};
    const std::string differs = saidOf(suite.run());
    EXPECT_THAT(differs,
                HasSubstr("shared: Loads from shared memory are faster than raw ones for 2 words (2.0 "
                          "times as fast); slower for 4 words linear (4.0 times as long); as fast for "));
    EXPECT_THAT(
        differs,
        HasSubstr("shared: Loads from shared memory with bank conflicts are faster than those without "
                  "for degree 2 (2.0 times as fast); slower for degree 32 (32 times as long); as fast "
                  "for degrees 4, 8 and 16.\n"
                  "shared: Stores to shared memory with bank conflicts are faster than those without "
                  "for degree 4 (2.0 times as fast); slower for degree 16 (8.0 times as long); as fast "
                  "for degrees 2, 8 and 32.\n"));
}

TEST(Advice, ComparesArraysOfDescriptorsWithASingleOne) {
    MadeUpMatrix suite;
    suite.rows = bindlessRows();
    const std::string same = saidOf(suite.run());
    for (const char* index : {"a constant index", "a uniform index", "one index per subgroup",
                              "indices that differ between lanes"})
        EXPECT_THAT(
            same,
            HasSubstr(fmt::format(
                "bindless: Loads through an array of descriptors with {} are as fast as loads through a "
                "single one for StructuredBuffer<float4>.Load, Buffer<RGBA8>.Load and "
                "Texture2D<R8>.Load.\n",
                index)));
    suite.times = {{"StructuredBuffer<float4>[per lane].Load uniform", 8},
                   {"StructuredBuffer<float4>[per lane].Load linear", 6},
                   {"Texture2D<R8>[per lane].Load linear", 3},
                   {"Buffer<RGBA8>[constant].Load uniform", 0.5},
                   {"Buffer<RGBA8>[constant].Load linear", 0.5}};
    const std::string differs = saidOf(suite.run());
    EXPECT_THAT(differs,
                HasSubstr("with indices that differ between lanes are slower than loads through a single one "
                          "for StructuredBuffer<float4>.Load (6.0 to 8.0 times as long) and "
                          "Texture2D<R8>.Load linear (3.0); as fast for "));
    EXPECT_THAT(differs, HasSubstr("with a constant index are faster than loads through a single one for "
                                   "Buffer<RGBA8>.Load (2.0 times as fast); as fast for "));
    suite.times.clear();
    suite.spread = 0.4;
    EXPECT_THAT(saidOf(suite.run()), Not(HasSubstr("bindless: ")));
    EXPECT_THAT(saidOf(MadeUpMatrix().run()), Not(HasSubstr("bindless: ")))
        << "its rows are not the matrix's";
}

TEST(Advice, ComparesOtherMemoryWithTheDevicesOwn) {
    MadeUpMatrix suite;
    suite.rows = memoryRows();
    const std::string same = saidOf(suite.run());
    for (const char* memory : {"host-visible device-local memory (BAR)", "host-cached memory"})
        EXPECT_THAT(same,
                    HasSubstr(fmt::format(
                        "memory: Loads from {} are as fast as those from device-local memory for "
                        "ByteAddressBuffer.Load4 from one address, Buffer<RGBA8>.Load from one address, "
                        "StructuredBuffer<4 bytes>.Load of own windows and StructuredBuffer<16 bytes of "
                        "float4>.Load of own windows.\n",
                        memory)));
    suite.times = {{"ByteAddressBuffer.Load4 uniform, host-cached memory", 0.5},
                   {"StructuredBuffer<4 bytes>.Load linear, own window, host-cached memory", 20},
                   {"StructuredBuffer<16 bytes of float4>.Load linear, own window, host-cached memory", 40}};
    EXPECT_THAT(
        saidOf(suite.run()),
        HasSubstr("Loads from host-cached memory are faster than those from device-local memory for "
                  "ByteAddressBuffer.Load4 from one address (2.0 times as fast); slower for "
                  "StructuredBuffer<4 bytes>.Load of own windows and StructuredBuffer<16 bytes of "
                  "float4>.Load of own windows (20 to 40 times as long); as fast for Buffer<RGBA8>.Load "
                  "from one address.\n"));
    suite.times.clear();
    suite.spread = 0.4;
    EXPECT_THAT(saidOf(suite.run()), Not(HasSubstr("memory: ")));
    EXPECT_THAT(saidOf(MadeUpMatrix().run()), Not(HasSubstr("memory: "))) << "its rows are not the matrix's";
}

TEST(Advice, ComparesNarrowLoadsWithUnpackedWords) {
    MadeUpMatrix suite;
    suite.rows = narrowRows();
    const std::string same = saidOf(suite.run());
    EXPECT_THAT(same, HasSubstr("narrow: Loads of 8- and 16-bit values are as fast as loads of 32-bit words "
                                "that the shader unpacks.\n"));
    EXPECT_THAT(same,
                HasSubstr("narrow: Loads of 64-bit integers are as fast as Load2 and Load4 for 8 and 16 "
                          "bytes.\n"));
    suite.times = {{"buffer{uint8_t} load linear", 2},          {"buffer{f16vec4} unpacked load uniform", 3},
                   {"buffer{f16vec4} unpacked load linear", 3}, {"buffer{f16vec4} unpacked load random", 3},
                   {"buffer{uint64_t} load uniform", 0.5},      {"buffer{u64vec2} load random", 4}};
    const std::string differs = saidOf(suite.run());
    EXPECT_THAT(differs,
                HasSubstr("narrow: Loads of 8- and 16-bit values are faster than loads of 32-bit words "
                          "that the shader unpacks for buffer{f16vec4} (3.0 times as fast); slower for "
                          "buffer{uint8_t} linear (2.0 times as long); as fast for "));
    EXPECT_THAT(differs,
                HasSubstr("narrow: Loads of 64-bit integers are faster than Load2 and Load4 for 8 bytes "
                          "uniform (2.0 times as fast); slower for 16 bytes random (4.0 times as "
                          "long); as fast for "));
}

// What unpacks words may be limited by the instructions for that, which belong to the load; the loads of
// others, too, by theirs, and then nothing is known.
TEST(Advice, CountsTheInstructionsThatUnpack) {
    MadeUpMatrix suite;
    suite.rows = narrowRows();
    suite.times = {{"buffer{u8vec4} load linear", 0.5}};
    RunResult run = suite.run();
    const auto limitByAdds = [&](const std::string& name) {
        for (RowResult& twin : run.twins)
            if (twin.name == name + ", floor") twin.strategies[0] = madeUpTimes(0.95, kQuiet);
    };
    limitByAdds("buffer{u8vec4} unpacked load linear");
    EXPECT_THAT(saidOf(run), HasSubstr("unpacks for buffer{u8vec4} linear (2.0 times as fast)"));
    limitByAdds("ByteAddressBuffer.Load2 linear");
    limitByAdds("buffer{uint64_t} load linear");
    EXPECT_THAT(saidOf(run),
                HasSubstr("as fast as Load2 and Load4 for 8 bytes uniform and random and 16 bytes"));
}

TEST(Advice, ComparesSmallConstantsWithABuffersAndWaysToBindIt) {
    MadeUpMatrix suite;
    suite.rows = constantRows();
    const auto run = [&] {
        RunResult made = suite.run();
        made.settings.strategies = {"set", "dynamic", "inline"};
        for (RowResult& row : made.rows) {
            for (const char* strategy : {"dynamic", "inline"}) {
                StrategyResult other = row.strategies[0];
                other.strategy = strategy;
                row.strategies.push_back(other);
            }
        }
        return made;
    };
    const std::string same = saidOf(run());
    EXPECT_THAT(
        same,
        HasSubstr("small-constants: Push constants are as fast as a constant buffer of the same size.\n"));
    EXPECT_THAT(same,
                HasSubstr("small-constants: Specialization constants are as fast as a constant buffer of "
                          "the same size.\n"));
    EXPECT_THAT(same, HasSubstr("small-constants: Constant buffers with dynamic offsets are as fast as "
                                "descriptor sets in 6 rows.\n"));
    EXPECT_THAT(same, HasSubstr("small-constants: Inline uniform blocks are as fast as descriptor sets in 6 "
                                "rows.\n"));
    suite.times = {{"push constants{float4} load uniform", 0.5},
                   {"specialization constants{float4} load linear", 3},
                   {"specialization constants{float4} load random", 0.25}};
    RunResult other = run();
    for (RowResult& row : other.rows) {
        if (row.name == "push constants{float4} load uniform") // under these, it is bound in the same way
            for (double& sample : row.strategies[1].nanoseconds) sample *= 9;
        if (row.name != "cbuffer{float4[16]} load linear") continue;
        for (double& sample : row.strategies[1].nanoseconds) sample *= 2;
        for (double& sample : row.strategies[2].nanoseconds) sample /= 3;
    }
    const std::string differs = saidOf(other);
    EXPECT_THAT(
        differs,
        HasSubstr("small-constants: Push constants are faster than a constant buffer of the same size "
                  "(2.0 times as fast).\n"));
    EXPECT_THAT(differs,
                HasSubstr("small-constants: Specialization constants are faster than a constant buffer "
                          "of the same size for random addresses (4.0 times as fast); slower for linear "
                          "addresses (3.0 times as long); as fast for uniform addresses.\n"));
    EXPECT_THAT(differs,
                HasSubstr("small-constants: Constant buffers with dynamic offsets are up to 2.0 times "
                          "as slow as descriptor sets in 1 row.\n"));
    EXPECT_THAT(differs, HasSubstr("small-constants: Inline uniform blocks are up to 3.0 times as fast as "
                                   "descriptor sets in 1 row.\n"));
}

TEST(Advice, SaysWhatMisalignmentCosts) {
    MadeUpMatrix matrix;
    matrix.times["ByteAddressBuffer.Load4 unaligned linear"] = 2;
    EXPECT_THAT(
        saidOf(matrix.run()),
        HasSubstr("raw: Raw loads that begin 4 bytes off are slower than aligned ones for Load4 linear (2.0 "
                  "times as long); as fast for Load2 and Load4 uniform and random.\n"));
}

TEST(Advice, ComparesFormats) {
    MadeUpMatrix matrix;
    for (const char* pattern : {" linear", " random"}) {
        matrix.times[std::string("Buffer<RGBA32f>.Load") + pattern] = 2;
        matrix.times[std::string("Texture2D<RGBA32F>.Sample(bilinear)") + pattern] = 4;
    }
    const std::string said = saidOf(matrix.run());
    EXPECT_THAT(
        said,
        HasSubstr(
            "typed: Typed loads, linear and random: 16 bytes take 2.0 times as long as 8 bytes or fewer.\n"));
    EXPECT_THAT(said, HasSubstr("sampling: Bilinear samples, linear and random, are slower than nearest ones "
                                "for 16 bytes (4.0 times as "
                                "long); as fast for 8 bytes or fewer.\n"));
    EXPECT_THAT(said, HasSubstr("textures: Texture loads, linear and random, are faster than typed ones of "
                                "the same format for 16 bytes "
                                "(2.0 times as fast); as fast for 8 bytes or fewer.\n"));
}

TEST(Advice, SaysWhichKindsHaveAUniformPath) {
    MadeUpMatrix matrix;
    for (const FormatTraits& format : perfTestFormats())
        matrix.times[fmt::format("Buffer<{}>.Load uniform", format.bufferName)] = 0.25;
    EXPECT_THAT(saidOf(matrix.run()),
                HasSubstr("uniform: Uniform addresses make typed loads 4.0 times as fast as the better of "
                          "linear and random ones, but "
                          "gain nothing for raw loads, structured loads, texture loads and samples.\n"));
}

TEST(Advice, SaysWhatFormatsCostThatPerfTestLacks) {
    MadeUpMatrix format{.rows = formatRows()};
    EXPECT_THAT(
        saidOf(format.run()),
        HasSubstr("format: Typed loads of other formats, uniform and linear, are as fast as those of "
                  "PerfTest's format of the same size.\nformat: Texture loads of other formats, uniform and "
                  "linear, are as fast as those of PerfTest's format of the same size.\nformat: Loads of "
                  "compressed textures, uniform and linear, are as fast as those of RGBA8 ones.\n"));
    for (const char* pattern : {" uniform", " linear"}) {
        format.times[std::string("Buffer<RGB9E5>.Load") + pattern] = 2;
        format.times[std::string("Texture2D<R8UI>.Load") + pattern] = 0.5;
        format.times[std::string("Texture2D<BC7>.Load") + pattern] = 2;
    }
    const std::string said = saidOf(format.run());
    EXPECT_THAT(
        said, HasSubstr("format: Typed loads of other formats, uniform and linear, are slower than those of "
                        "PerfTest's format of the same size for RGB9E5 (2.0 times as long); as fast for 31 "
                        "other formats.\n"));
    EXPECT_THAT(
        said,
        HasSubstr("format: Texture loads of other formats, uniform and linear, are faster than those of "
                  "PerfTest's format of the same size for R8ui (2.0 times as fast); as fast for 31 "
                  "other formats.\n"));
    EXPECT_THAT(said,
                HasSubstr("format: Loads of compressed textures, uniform and linear, are slower than "
                          "those of RGBA8 ones for BC7 (2.0 times as long); as fast for BC1 and BC3.\n"));
    EXPECT_THAT(saidOf(MadeUpMatrix().run()), Not(HasSubstr("other formats, uniform")));
}

// RGB32f has no format of its size: the next larger one is RGBA32f.
TEST(Advice, ComparesFormatsWithTheSmallestThatHoldThem) {
    MadeUpMatrix format{.rows = formatRows()};
    for (const char* pattern : {" uniform", " linear"})
        format.times[std::string("Buffer<RGBA32f>.Load") + pattern] = 2;
    EXPECT_THAT(saidOf(format.run()), HasSubstr("for RGBA32ui, RGBA32i and RGB32f (2.0 times as fast)"));
}

TEST(Advice, SaysWhatWritableResourcesCost) {
    MadeUpMatrix storage{.rows = storageRows()};
    EXPECT_THAT(
        saidOf(storage.run()),
        HasSubstr("storage: RWByteAddressBuffer loads, uniform and linear, are as fast as ByteAddressBuffer "
                  "ones for "
                  "4, 8, 12 and 16 bytes.\n"
                  "storage: RWStructuredBuffer loads, uniform and linear, are as fast as StructuredBuffer "
                  "ones for 4, "
                  "8 and 16 bytes.\n"
                  "storage: RWBuffer loads, uniform and linear, are as fast as Buffer ones.\n"
                  "storage: RWTexture2D loads, uniform and linear, are as fast as Texture2D ones.\n"));
    for (const Case& row : storage.rows) {
        const LoadKind kind = row.operation.kind;
        if (kind == LoadKind::WritableTyped) storage.times[caseName(row)] = 0.5;
        if (kind == LoadKind::WritableTexture) storage.times[caseName(row)] = 2;
        if (kind == LoadKind::WritableRaw && row.pattern == Pattern::Uniform)
            storage.times[caseName(row)] = 4;
    }
    const std::string said = saidOf(storage.run());
    EXPECT_THAT(
        said, HasSubstr("storage: RWBuffer loads, uniform and linear, are faster than Buffer ones (2.0 times "
                        "as fast).\n"));
    EXPECT_THAT(
        said, HasSubstr("storage: RWTexture2D loads, uniform and linear, are slower than Texture2D ones (2.0 "
                        "times as long).\n"));
    EXPECT_THAT(
        said,
        HasSubstr("storage: RWByteAddressBuffer loads, uniform and linear, are slower than "
                  "ByteAddressBuffer ones for 4, 8, 12 and 16 bytes uniform (4.0 times as long); as fast "
                  "for 4, 8, 12 and 16 bytes linear.\n"));
    EXPECT_THAT(saidOf(MadeUpMatrix().run()), Not(HasSubstr("RWBuffer")));
}

TEST(Advice, SaysWhatOtherImagesAndSamplesCost) {
    MadeUpMatrix texture{.rows = textureRows()};
    EXPECT_THAT(
        saidOf(texture.run()),
        HasSubstr(
            "images: Loads from 1D, array, 3D and linearly tiled textures, uniform and linear, are as fast "
            "as those from 2D ones.\n"
            "images: Bilinear samples of 1D, array, 3D, cube and linearly tiled textures, uniform and "
            "linear, are as fast as those of 2D ones.\n"
            "images: Trilinear, anisotropic and gathered samples, and bilinear ones between texels, uniform "
            "and linear, are as fast as bilinear ones at texel centres.\n"));
    for (const Case& row : texture.rows) {
        if (row.operation.source.shape == ImageShape::Cube) texture.times[caseName(row)] = 3;
        if (row.operation.sampler == Sampler::Anisotropic16) texture.times[caseName(row)] = 8;
        if (row.operation.sampler == Sampler::Gather && row.pattern == Pattern::Linear)
            texture.times[caseName(row)] = 0.5;
        if (row.operation.source.shape == ImageShape::LinearTiled &&
            row.operation.source.format == Format::RGBA32F && row.operation.sampler == Sampler::None)
            texture.times[caseName(row)] = 0.5;
    }
    const std::string said = saidOf(texture.run());
    EXPECT_THAT(said,
                HasSubstr("are faster than those from 2D ones for Texture2D<RGBA32F>.Load linear-tiled (2.0 "
                          "times as fast); as fast for 11 other rows.\n"));
    EXPECT_THAT(said,
                HasSubstr("are slower than those of 2D ones for TextureCube<RGBA8>.Sample(bilinear), "
                          "TextureCube<RGBA16F>.Sample(bilinear) and TextureCube<RGBA32F>.Sample(bilinear) "
                          "(3.0 times as long); as fast for 12 other rows.\n"));
    EXPECT_THAT(
        said,
        HasSubstr(
            "are faster than bilinear ones at texel centres for Texture2D<R8>.Gather, Texture2D<R16F>.Gather "
            "and Texture2D<R32F>.Gather linear (2.0 times as fast); slower for "
            "Texture2D<RGBA8>.Sample(anisotropic 16) (8.0 times as long); as fast for 8 other rows.\n"));
    EXPECT_THAT(saidOf(MadeUpMatrix().run()), Not(HasSubstr("images:")));
}

// At one GHz one unit delivers as many bytes a clock as a nanosecond.
std::string mostBytesAt(double bytesPerClock, const std::string& row,
                        const std::vector<Conditions>& conditions = {{.clock = 1000}}) {
    MadeUpMatrix matrix{.floor = 0.01};
    matrix.times[row] = 16 / bytesPerClock;
    RunResult run = matrix.run();
    run.device.vendorId = 0x10de;
    run.device.name = "NVIDIA H100";
    run.device.computeUnits = 1;
    run.conditions = conditions;
    const RunFigures figures = analyse(run);
    const Reading reading(figures);
    for (const AdviceRule* rule : adviceRules()) {
        if (rule->name != "bytes") continue;
        const std::vector<Told> told = rule->tell(reading);
        return told.empty() ? "" : told.front().text;
    }
    return {};
}

TEST(Advice, SaysBytesAClockOfWhatTheCacheCanDeliver) {
    EXPECT_EQ(mostBytesAt(126, "ByteAddressBuffer.Load4 linear"),
              "ByteAddressBuffer.Load4 linear delivers as many bytes as any load: 126 of 128 bytes per clock "
              "and multiprocessor");
    // Lanes at random read the same bytes many times over.
    EXPECT_EQ(mostBytesAt(126, "ByteAddressBuffer.Load4 random"),
              "ByteAddressBuffer.Load4 random delivers as many bytes as any load: 126 bytes per clock and "
              "multiprocessor");
    EXPECT_EQ(
        mostBytesAt(126, "ByteAddressBuffer.Load4 linear", {{.clock = 1200}, {.row = "raw", .clock = 1000}}),
        "ByteAddressBuffer.Load4 linear delivers as many bytes as any load: 126 of 128 bytes per clock and "
        "multiprocessor")
        << "by the clock of the limit: a heavy row's";
}

TEST(Advice, SaysAtLeastWhereTheFasterRowIsNotBoundByLoads) {
    MadeUpMatrix matrix;
    for (const char* pattern : {" uniform", " linear", " random"})
        matrix.times[std::string("StructuredBuffer<float2>.Load") + pattern] = 0.09;
    const std::string said = saidOf(matrix.run());
    EXPECT_THAT(said, HasSubstr("raw ones for 8 bytes (at least 11 times as fast)"));
    EXPECT_EQ(choiceOf(matrix.run(), 8, Pattern::Linear), "structured; 1.0 ≥11 ≥11 ≥11");
}

// The table shows what was measured, and marks it.
TEST(Advice, SaysNothingOfSlowerRowsThatAreBoundByAdds) {
    MadeUpMatrix matrix{.floor = 0.95};
    matrix.times["cbuffer{float4} load uniform"] = 0.5;
    EXPECT_EQ(saidOf(matrix.run()), "");
    EXPECT_EQ(choiceOf(matrix.run(), 16, Pattern::Uniform), "constant; 2.0? 2.0? 2.0? 2.0? 1.0");
}

TEST(Advice, SaysNothingThatTheIntervalsDoNotCarry) {
    MadeUpMatrix matrix{.spread = 0.4};
    matrix.times["cbuffer{float4} load linear"] = 1.2;
    EXPECT_THAT(saidOf(matrix.run()), Not(HasSubstr("Constants")));
}

TEST(Advice, SaysNothingOfRowsThatWereNotMeasured) {
    RunResult run = MadeUpMatrix().run();
    std::erase_if(run.rows, [](const RowResult& row) { return row.operation != "Buffer<R8>.Load"; });
    const RunFigures figures = analyse(run);
    const AdviceList list = advise(figures);
    std::vector<std::string> silent;
    for (const Unsaid& each : list.unsaid) silent.push_back(each.rule);
    EXPECT_THAT(silent, testing::Contains("buffers"));
    EXPECT_TRUE(list.empty()); // eight formats may gain by uniform addresses
}

// --filter cannot be what left them out.
TEST(Advice, NamesTheSuiteThatTheRunIsOf) {
    RunResult run = MadeUpMatrix().run();
    run.rows.resize(1);
    const RunFigures part = analyse(run);
    EXPECT_THAT(advise(part).notes, testing::ElementsAre(HasSubstr("omit --filter")));
    run.settings.suite = "cache";
    const RunFigures other = analyse(run);
    EXPECT_THAT(
        advise(other).notes,
        testing::ElementsAre("No advice: the rows of the suite 'cache' give none, and other advice needs "
                             "those of the suite 'matrix'. Measure these: `vkperftest run --output "
                             "FILE.json`."));
}

TEST(Advice, SaysWhereAnotherSubgroupSizeIsFaster) {
    const auto said = [](double narrow, double wide, double spread) {
        RunResult run = MadeUpMatrix{.spread = spread}.run();
        addMadeUpRow(run, "ByteAddressBuffer.Load4", "uniform", ", subgroup 16", narrow, spread);
        addMadeUpRow(run, "ByteAddressBuffer.Load4", "uniform", ", subgroup 32", wide, spread);
        const std::string all = saidOf(run);
        const std::size_t begin = all.find("subgroups: ");
        return begin == std::string::npos ? "" : all.substr(begin, all.find('\n', begin) - begin);
    };
    EXPECT_EQ(said(0.5, 0.8, kQuiet),
              "subgroups: Subgroups of 16 lanes are faster than the driver's choice for "
              "ByteAddressBuffer.Load4 uniform (2.0 times as fast).");
    EXPECT_EQ(
        said(2, 1, kQuiet),
        "subgroups: No other subgroup size is at least 1.1 times as fast as the driver's choice for 1 of "
        "1 rows.");
    EXPECT_EQ(said(0.95, 1, kQuiet), said(2, 1, kQuiet));
    EXPECT_EQ(said(0.9, 1, 0.4),
              "subgroups: It is unclear whether another subgroup size than the driver's choice "
              "is at least 1.1 times as fast.");
    EXPECT_THAT(saidOf(MadeUpMatrix().run()), Not(HasSubstr("subgroup")));
}

TEST(Advice, NamesTheOnlySubgroupSizeOfADevice) {
    RunResult run = MadeUpMatrix().run();
    run.device.smallestSubgroup = run.device.largestSubgroup = 32;
    EXPECT_THAT(saidOf(run), Not(HasSubstr("subgroup")));
    addMadeUpRow(run, "ByteAddressBuffer.Load4", "uniform", ", subgroup 32", 1, kQuiet);
    const std::string said = saidOf(run);
    EXPECT_THAT(said, HasSubstr("subgroups: The device offers only subgroups of 32 lanes.\n"));
    EXPECT_THAT(said, Not(HasSubstr("No other subgroup size")));
}

TEST(Advice, ComparesMixedLoadsInSubgroupsOfOtherSizes) {
    RunResult run = MadeUpMatrix().run();
    const Case mixed = mixedRows().back();
    Case sized = mixed;
    sized.subgroupSize = 16;
    for (const auto& [row, time] : {std::pair(mixed, 1.0), std::pair(sized, 0.5)}) {
        addMadeUpRow(run, row.operation.name, std::string(patternName(row.pattern)), "", time, kQuiet);
        run.rows.back().name = caseName(row);
        run.rows.back().load = factsOf(row);
    }
    EXPECT_THAT(saidOf(run),
                HasSubstr("subgroups: Subgroups of 16 lanes are faster than the driver's choice for " +
                          caseName(mixed) + " (2.0 times as fast).\n"));
}

// Rows of a suite, of which each takes 1 ns unless `times` names it.
std::string saidOfSuite(const std::vector<Case>& rows, const std::map<std::string, double>& times) {
    RunResult run;
    run.settings = {.baseline = "Buffer<RGBA8>.Load random", .strategies = {"set"}, .precisionGoal = 0.01};
    for (const Case& row : rows) {
        const auto own = times.find(caseName(row));
        addMadeUpRow(run, row.operation.name, std::string(patternName(row.pattern)), "",
                     own != times.end() ? own->second : 1, kQuiet);
        run.rows.back().name = caseName(row);
        run.rows.back().load = factsOf(row);
    }
    return saidOf(run);
}

TEST(Advice, SaysWhatScatteredStoresCost) {
    const std::string neighbours = " those of neighbouring lanes to neighbouring elements for ";
    EXPECT_THAT(
        saidOfSuite(storeRows(), {{"RWByteAddressBuffer.Store scattered", 8},
                                  {"RWByteAddressBuffer.Store4 scattered", 2},
                                  {"RWByteAddressBuffer.Store2 uniform", 0.5}}),
        StartsWith("stores: Raw stores of each lane to a cache line of its own are slower than" + neighbours +
                   "Store and Store4 (2.0 to 8.0 times as long); as fast for Store2 and Store3.\n"
                   "stores: Raw stores of all lanes to one address are faster than" +
                   neighbours + "Store2 (2.0 times as fast); as fast for Store, Store3 and Store4.\n"));
    EXPECT_THAT(saidOfSuite(storeRows(), {}), HasSubstr("cache line of its own are as fast as" + neighbours +
                                                        "Store, Store2, Store3 and Store4.\n"));
    EXPECT_THAT(saidOf(MadeUpMatrix().run()), Not(HasSubstr("stores: ")));
}

TEST(Advice, ComparesStoresOfTexelsWithRawOnes) {
    const std::string same = saidOfSuite(storeRows(), {});
    EXPECT_THAT(same, HasSubstr("stores: Stores to RWBuffer are as fast as raw ones for 1, 2 and 4 words.\n"
                                "stores: Stores to RWTexture2D are as fast as raw ones for 1, 2 and 4 "
                                "words.\n"));
    EXPECT_THAT(saidOfSuite(storeRows(), {{"RWBuffer<R32ui>.Store uniform", 0.5},
                                          {"RWBuffer<R32ui>.Store linear", 0.5},
                                          {"RWBuffer<R32ui>.Store scattered", 0.5},
                                          {"RWTexture2D<RGBA32UI>.Store linear", 3}}),
                HasSubstr("stores: Stores to RWBuffer are faster than raw ones for 1 word (2.0 times as "
                          "fast); as fast for 2 and 4 words.\n"
                          "stores: Stores to RWTexture2D are slower than raw ones for 4 words linear (3.0 "
                          "times as long); as fast for 1 and 2 words and 4 words uniform and scattered.\n"));
}

TEST(Advice, SaysWhetherToSumUpOverTheSubgroupByHand) {
    const std::string dropped = "atomics: Atomic additions of subgroups' sums (WaveActiveSum, then one lane "
                                "adds) are ",
                      used = "atomics: Atomic additions of subgroups' sums whose old value is used are ",
                      exchanges = "atomics: Atomic exchanges of all lanes on one word are ";
    EXPECT_EQ(
        saidOfSuite(atomicRows(), {{"RWByteAddressBuffer.InterlockedAdd uniform", 12},
                                   {"groupshared{uint}.InterlockedAdd uniform", 3},
                                   {"RWStructuredBuffer<uint>.InterlockedAdd with result uniform", 0.5}}),
        dropped +
            "faster than additions of each lane for raw buffers and shared memory (3.0 to 12 times as "
            "fast); as fast for structured buffers, RWBuffer, RWTexture2D, 64-bit integers and floats.\n" +
            used +
            "slower than additions of each lane for structured buffers (2.0 times as long); as fast "
            "for raw buffers, RWBuffer, RWTexture2D, shared memory, 64-bit integers and floats.\n" +
            exchanges +
            "faster than additions for raw buffers and shared memory (3.0 to 12 times as fast); as fast "
            "for structured buffers, RWBuffer, RWTexture2D and 64-bit integers.\n");
    const std::string all = "as fast as additions of each lane for raw buffers, structured buffers, "
                            "RWBuffer, RWTexture2D, shared "
                            "memory, 64-bit integers and floats.\n";
    EXPECT_EQ(saidOfSuite(atomicRows(), {}),
              dropped + all + used + all + exchanges +
                  "as fast as additions for raw buffers, structured buffers, RWBuffer, RWTexture2D, shared "
                  "memory and 64-bit integers.\n");
    EXPECT_THAT(
        saidOfSuite(atomicRows(), {{"RWByteAddressBuffer.InterlockedExchange uniform", 32}}),
        HasSubstr(exchanges + "slower than additions for raw buffers (32 times as long); as fast for"));
}

TEST(Advice, NamesThePatternIfOnlyOneDiffers) {
    MadeUpMatrix matrix;
    matrix.times["StructuredBuffer<float>.Load linear"] = 0.5;
    matrix.times["StructuredBuffer<float2>.Load linear"] = 0.5;
    matrix.times["StructuredBuffer<float2>.Load random"] = 0.4;
    EXPECT_THAT(saidOf(matrix.run()),
                HasSubstr("Structured loads are faster than raw ones for 4 bytes linear (2.0 times as fast) "
                          "and 8 bytes linear and random (2.0 to 2.5); as fast for"));
}

TEST(Advice, SaysTheTableInSentences) {
    MadeUpMatrix matrix;
    matrix.times["StructuredBuffer<float>.Load linear"] = 0.5;
    const RunResult run = matrix.run();
    const RunFigures figures = analyse(run);
    const AdviceList list = advise(figures);
    ASSERT_GE(list.said.size(), 3u);
    EXPECT_EQ(list.said[0].sentence, "Fastest for 4 bytes: any (uniform, random); structured (linear).");
    EXPECT_EQ(list.said[1].sentence, "Fastest for 8 bytes: any.");
    EXPECT_EQ(list.said[0].rows.size(), 12u);
}

// Where several kinds are within a few percent, all of them are named, the fastest first.
TEST(Advice, NamesEveryKindThatIsAboutTheFastest) {
    MadeUpMatrix matrix;
    matrix.times["StructuredBuffer<float>.Load linear"] = 0.48;
    matrix.times["ByteAddressBuffer.Load linear"] = 0.47;
    EXPECT_EQ(choiceOf(matrix.run(), 4, Pattern::Linear), "raw, structured; 1.0 1.0 2.1 2.1");
}

const RunResult& printedRun(const char* gpu) {
    return findReference(gpu).value()->run;
}

// A conversion can only have made a raw row slower: what is faster all the same is at least as fast.
TEST(Advice, TakesOfCaveatsWhatTheyCannotHaveCaused) {
    EXPECT_EQ(choiceOf(printedRun("R9 390X"), 4, Pattern::Uniform), "raw, typed; ≥1.2 1.0 ≥1.0 ≥4.2");
    for (const char* gpu : {"R9 390X", "Vega Frontier Edition", "Radeon VII"})
        EXPECT_THAT(choiceOf(printedRun(gpu), 4, Pattern::Uniform), HasSubstr("raw")) << gpu;
    EXPECT_THAT(choiceOf(printedRun("R9 390X"), 16, Pattern::Linear), HasSubstr(" ~ "));
    EXPECT_THAT(saidOf(printedRun("R9 390X")), Not(HasSubstr("Avoid ByteAddressBuffer")));
    EXPECT_THAT(saidOf(printedRun("R9 390X")), Not(HasSubstr("Wide raw loads")));
}

TEST(Advice, CountsRowsWherePushDescriptorsDiffer) {
    RunResult run = MadeUpMatrix().run();
    run.settings.strategies = {"set", "push"};
    for (RowResult& row : run.rows) {
        StrategyResult push = row.strategies[0];
        push.strategy = "push";
        row.strategies.push_back(push);
    }
    EXPECT_THAT(saidOf(run),
                HasSubstr("push: Push descriptors are as fast as descriptor sets in 138 rows.\n"));
    for (double& sample : run.rows[5].strategies[1].nanoseconds) sample *= 2;
    EXPECT_THAT(
        saidOf(run),
        HasSubstr("push: Push descriptors are up to 2.0 times as slow as descriptor sets in 1 row.\n"));
}

TEST(Advice, TakesPrintedFiguresAsTheyStand) {
    Row fast{.name = "a"}, slow{.name = "b"};
    const StrategyFigures one{.ratio = {.median = 1.2}}, other{.ratio = {.median = 1.05}};
    fast.figures = &one;
    slow.figures = &other;
    EXPECT_EQ(claimOf(fast, slow, kDiffers)->outcome, Outcome::Faster);
    EXPECT_EQ(claimOf(slow, fast, kDiffers)->outcome, Outcome::Slower);
    EXPECT_FALSE(claimOf(fast, slow, kOtherKernelDiffers).has_value());
    EXPECT_FALSE(claimOf(fast, Row{.name = "c"}, kDiffers).has_value());
}

} // namespace
} // namespace vkperftest
