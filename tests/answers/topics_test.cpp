// What each topic finds: rows with times made up, with intervals and without.
#include <gmock/gmock.h>

#include "answers/made_up_suite.h"

namespace vkperftest::topics_test {
namespace {

using Times = std::map<std::string, double>;

std::vector<Case> rowsOf(std::string_view suite) {
    return findSuite(suite).value()->rows();
}

// How many rows each topic compares in its suite.
TEST(Topics, CompareTheRowsOfTheirSuite) {
    const std::map<std::string_view, std::size_t> kRows = {{"raw-typed", 9},
                                                           {"structured-typed", 9},
                                                           {"structured-raw", 9},
                                                           {"rw-raw", 8},
                                                           {"rw-structured", 6},
                                                           {"rw-typed", 18},
                                                           {"rw-texture", 18},
                                                           {"wide-raw", 9},
                                                           {"wide-structured", 6},
                                                           {"typed-formats", 16},
                                                           {"further-typed", 64},
                                                           {"further-texture", 64},
                                                           {"compressed", 6},
                                                           {"narrow", 27},
                                                           {"long", 6},
                                                           {"raw-linear", 4},
                                                           {"unaligned", 6},
                                                           {"uniform-typed", 9},
                                                           {"uniform-raw", 4},
                                                           {"uniform-structured", 3},
                                                           {"uniform-texture", 9},
                                                           {"uniform-samples", 18},
                                                           {"constants", 4},
                                                           {"divergent-constants", 2},
                                                           {"push-constants", 1},
                                                           {"specialized", 3},
                                                           {"texture-typed", 18},
                                                           {"bilinear", 18},
                                                           {"nearest-formats", 16},
                                                           {"bilinear-formats", 16},
                                                           {"image-loads", 24},
                                                           {"image-samples", 30},
                                                           {"samples", 24},
                                                           {"strides", 30},
                                                           {"reversed", 5},
                                                           {"hashed", 5},
                                                           {"per-subgroup", 5},
                                                           {"shared", 8},
                                                           {"conflicts", 5},
                                                           {"store-conflicts", 5},
                                                           {"bindless-constant", 6},
                                                           {"bindless-uniform", 6},
                                                           {"bindless-subgroup", 6},
                                                           {"bindless-lane", 6},
                                                           {"bar", 4},
                                                           {"host-cached", 4},
                                                           {"scattered-stores", 4},
                                                           {"uniform-stores", 4},
                                                           {"typed-stores", 9},
                                                           {"texture-stores", 9},
                                                           {"atomic-sums", 7},
                                                           {"atomic-sums-used", 7},
                                                           {"atomic-exchanges", 6}};
    for (const Topic& topic : topics()) {
        if (topic.suite.empty()) continue;
        const MadeUpSuite suite{.rows = rowsOf(topic.suite)};
        const std::size_t rows = kRows.at(topic.name);
        // A wide load takes as long as one narrow one: it is faster than several.
        const std::string expected =
            std::to_string(rows) + (topic.perValue ? " faster by 2.0 to 4.0" : " as fast");
        EXPECT_EQ(foundOn(suite.run(), std::string(topic.name)), expected) << topic.name;
    }
}

struct Made {
    const char* topic;
    const char* suite;
    Times times; // of rows
    const char* found;
};

TEST(Topics, FindWhatDiffers) {
    const Made kMade[] = {
        {"structured-raw",
         "matrix",
         {{"StructuredBuffer<float4>.Load uniform", 0.5}, {"StructuredBuffer<float>.Load linear", 0.5}},
         "2 faster by 2.0 to 2.0, 7 as fast"},
        {"raw-typed", "matrix", {{"ByteAddressBuffer.Load2 random", 3}}, "1 slower by 3.0 to 3.0, 8 as fast"},
        // In Loads: 1.5, 3 and 12.
        {"wide-raw",
         "matrix",
         {{"ByteAddressBuffer.Load2 linear", 1.5},
          {"ByteAddressBuffer.Load3 linear", 3},
          {"ByteAddressBuffer.Load4 linear", 12}},
         "7 faster by 1.3 to 4.0, 1 slower by 3.0 to 3.0, 1 as fast"},
        {"typed-formats",
         "matrix",
         {{"Buffer<RGBA32f>.Load linear", 2}, {"Buffer<RGBA32f>.Load random", 4}},
         "2 slower by 2.0 to 4.0, 14 as fast"},
        {"typed-formats", "matrix", {{"Buffer<R8>.Load linear", 0.5}}, "8 slower by 2.0 to 2.0, 8 as fast"},
        {"raw-linear",
         "matrix",
         {{"ByteAddressBuffer.Load4 linear", 2}},
         "1 slower by 2.0 to 2.0, 3 as fast"},
        {"unaligned",
         "matrix",
         {{"ByteAddressBuffer.Load4 unaligned linear", 2}, {"ByteAddressBuffer.Load2 unaligned random", 0.5}},
         "1 slower by 2.0 to 2.0, 1 no slower, 4 as fast"}, // misalignment makes nothing faster
        {"uniform-raw",
         "matrix",
         {{"ByteAddressBuffer.Load uniform", 0.25}, {"ByteAddressBuffer.Load2 uniform", 4}},
         "1 faster by 4.0 to 4.0, 1 slower by 4.0 to 4.0, 2 as fast"},
        {"uniform-raw",
         "matrix",
         {{"ByteAddressBuffer.Load random", 0.25}},
         "1 slower by 4.0 to 4.0, 3 as fast"}, // against the better one
        {"constants", "matrix", {{"cbuffer{float4} load uniform", 0.5}}, "4 faster by 2.0 to 2.0"},
        {"divergent-constants",
         "matrix",
         {{"cbuffer{float4} load linear", 20}},
         "1 slower by 20.0 to 20.0, 1 as fast"},
        {"texture-typed",
         "matrix",
         {{"Texture2D<RGBA8>.Load linear", 2}},
         "1 slower by 2.0 to 2.0, 17 as fast"},
        {"push-constants",
         "constant",
         {{"push constants{float4} load uniform", 0.5}},
         "1 faster by 2.0 to 2.0"},
        {"further-typed", "format", {{"Buffer<R32ui>.Load linear", 2}}, "1 slower by 2.0 to 2.0, 63 as fast"},
        {"compressed", "format", {{"Texture2D<BC1>.Load linear", 2}}, "1 slower by 2.0 to 2.0, 5 as fast"},
        {"narrow", "narrow", {{"buffer{uint8_t} load linear", 2}}, "1 slower by 2.0 to 2.0, 26 as fast"},
        {"strides",
         "pattern",
         {{"ByteAddressBuffer.Load stride 2", 0.5}, {"ByteAddressBuffer.Load stride 64", 8}},
         "1 faster by 2.0 to 2.0, 1 slower by 8.0 to 8.0, 28 as fast"},
        {"per-subgroup",
         "pattern",
         {{"Buffer<RGBA8>.Load per subgroup", 0.25}},
         "1 faster by 4.0 to 4.0, 4 as fast"},
        {"conflicts",
         "shared",
         {{"groupshared{float} load stride 32", 32}},
         "1 slower by 32.0 to 32.0, 4 as fast"},
        {"bindless-lane",
         "bindless",
         {{"Texture2D<R8>[per lane].Load linear", 3}},
         "1 slower by 3.0 to 3.0, 5 as fast"},
        {"host-cached",
         "memory",
         {{"StructuredBuffer<4 bytes>.Load linear, own window, host-cached memory", 20}},
         "1 slower by 20.0 to 20.0, 3 as fast"},
        {"scattered-stores",
         "store",
         {{"RWByteAddressBuffer.Store scattered", 8}},
         "1 slower by 8.0 to 8.0, 3 as fast"},
        {"atomic-sums",
         "atomic",
         {{"RWByteAddressBuffer.InterlockedAdd uniform", 12}},
         "1 faster by 12.0 to 12.0, 6 as fast"},
        {"atomic-sums-used",
         "atomic",
         {{"RWStructuredBuffer<uint>.InterlockedAdd with result uniform", 0.5}},
         "1 slower by 2.0 to 2.0, 6 as fast"},
        {"atomic-exchanges",
         "atomic",
         {{"RWByteAddressBuffer.InterlockedExchange uniform", 32}},
         "1 slower by 32.0 to 32.0, 5 as fast"},
    };
    for (const Made& made : kMade) {
        const MadeUpSuite suite{.rows = rowsOf(made.suite), .times = made.times};
        EXPECT_EQ(foundOn(suite.run(), made.topic), made.found) << made.topic;
    }
}

TEST(Topics, FindNothingThatTheIntervalsDoNotCarry) {
    MadeUpSuite matrix{.times = {{"cbuffer{float4} load linear", 1.2}}, .spread = 0.4};
    EXPECT_EQ(foundOn(matrix.run(), "divergent-constants"), "");
    // Additions may limit all rows.
    matrix = {.times = {{"cbuffer{float4} load uniform", 0.5}}, .control = 0.95};
    for (const Topic& topic : topics()) EXPECT_EQ(foundOn(matrix.run(), std::string(topic.name)), "");
}

TEST(Topics, FindLowerLimitsWhereTheFasterRowIsNotLimitedByLoads) {
    MadeUpSuite matrix;
    for (const char* pattern : {" uniform", " linear", " random"})
        matrix.times[std::string("StructuredBuffer<float2>.Load") + pattern] = 0.09;
    const RunResult run = matrix.run();
    const RunFigures figures = analyse(run);
    for (const TopicFinding& finding : advise(figures).findings) {
        if (finding.topic != "structured-raw") continue;
        for (const TopicClaim& claim : finding.claims)
            EXPECT_EQ(claim.sense, claim.times.median < 0.5 ? Sense::AtMost : Sense::Exact) << claim.subject;
        EXPECT_TRUE(finding.line().find("≥11x as fast") != std::string::npos) << finding.line();
    }
}

TEST(Topics, NeedEveryFormat) {
    RunResult run = MadeUpSuite().run();
    std::erase_if(run.rows, [](const RowResult& row) { return row.operation == "Buffer<R8>.Load"; });
    EXPECT_EQ(foundOn(run, "typed-formats"), "");
    EXPECT_EQ(foundOn(run, "uniform-typed"), "");
    EXPECT_NE(foundOn(run, "uniform-raw"), "");
}

TEST(Topics, CompareSubgroupSizesWithTheDriversChoice) {
    const auto found = [](double narrow, double wide, double spread) {
        RunResult run = MadeUpSuite{.spread = spread}.run();
        addMadeUpRow(run, "ByteAddressBuffer.Load4", "uniform", ", subgroup 16", narrow, spread);
        addMadeUpRow(run, "ByteAddressBuffer.Load4", "uniform", ", subgroup 32", wide, spread);
        return foundOn(run, "subgroups");
    };
    EXPECT_EQ(found(0.5, 0.8, 0.001), "2 faster by 1.2 to 2.0");
    EXPECT_EQ(found(2, 1, 0.001), "1 slower by 2.0 to 2.0, 1 as fast");
    EXPECT_EQ(found(0.9, 1, 0.4), "");
    RunResult run = MadeUpSuite().run();
    Case mixed = mixedRows().back();
    for (const double time : {1.0, 0.5}) {
        addMadeUpRow(run, mixed.operation.name, std::string(patternName(mixed.pattern)), "", time, 0.001);
        run.rows.back().name = caseName(mixed);
        run.rows.back().load = factsOf(mixed);
        mixed.subgroupSize = 16;
    }
    EXPECT_EQ(foundOn(run, "subgroups"), "1 faster by 2.0 to 2.0");
}

TEST(Topics, CompareStrategiesWithSet) {
    RunResult run = MadeUpSuite().run();
    run.settings.strategies = {"set", "push"};
    for (RowResult& row : run.rows) {
        row.strategies.push_back(row.strategies[0]);
        row.strategies[1].strategy = "push";
    }
    EXPECT_EQ(foundOn(run, "push"), "138 as fast");
    for (double& sample : run.rows[5].strategies[1].nanoseconds) sample *= 2;
    for (double& sample : run.rows[6].strategies[1].nanoseconds) sample *= 1.02; // by more than 1 %
    EXPECT_EQ(foundOn(run, "push"), "2 slower by 1.0 to 2.0, 136 as fast");
}

} // namespace
} // namespace vkperftest::topics_test
