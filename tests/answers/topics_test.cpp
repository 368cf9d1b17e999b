// What each topic finds: rows with times made up, with intervals and without.
#include <algorithm>

#include <gmock/gmock.h>

#include "answers/made_up_suite.h"
#include "golden.h"

namespace vkperftest::topics_test {
namespace {

using Times = std::map<std::string, double>;

// What a topic finds in its suite if the rows of `times` take other times than all others.
void expectFound(const Topic& topic, const Times& times) {
    const MadeUpSuite suite{.rows = findSuite(topic.suite).value()->rows(), .times = times};
    expectGolden(fmt::format("{}: {}", topic.name, foundOn(suite.run(), std::string(topic.name))));
}

// A wide load takes as long as one narrow one: it is faster than several.
TEST(Topics, CompareTheRowsOfTheirSuite) {
    for (const Topic& topic : topics())
        if (!topic.suite.empty()) expectFound(topic, {});
}

TEST(Topics, FindWhatDiffers) {
    const std::pair<const char*, Times> kMade[] = {
        {"structured-raw",
         {{"StructuredBuffer<float4>.Load uniform", 0.5}, {"StructuredBuffer<float>.Load linear", 0.5}}},
        {"raw-typed", {{"ByteAddressBuffer.Load2 random", 3}}},
        {"wide-raw",
         {{"ByteAddressBuffer.Load2 linear", 1.5},
          {"ByteAddressBuffer.Load3 linear", 3},
          {"ByteAddressBuffer.Load4 linear", 12}}},
        {"typed-formats", {{"Buffer<RGBA32f>.Load linear", 2}, {"Buffer<RGBA32f>.Load random", 4}}},
        {"typed-formats", {{"Buffer<R8>.Load linear", 0.5}}},
        {"raw-linear", {{"ByteAddressBuffer.Load4 linear", 2}}},
        {"unaligned",
         {{"ByteAddressBuffer.Load4 unaligned linear", 2},
          {"ByteAddressBuffer.Load2 unaligned random", 0.5}}},
        {"uniform-raw", {{"ByteAddressBuffer.Load uniform", 0.25}, {"ByteAddressBuffer.Load2 uniform", 4}}},
        {"uniform-raw", {{"ByteAddressBuffer.Load random", 0.25}}},
        {"constants", {{"cbuffer{float4} load uniform", 0.5}}},
        {"divergent-constants", {{"cbuffer{float4} load linear", 20}}},
        {"texture-typed", {{"Texture2D<RGBA8>.Load linear", 2}}},
        {"push-constants", {{"push constants{float4} load uniform", 0.5}}},
        {"further-typed", {{"Buffer<R32ui>.Load linear", 2}}},
        {"compressed", {{"Texture2D<BC1>.Load linear", 2}}},
        {"narrow", {{"buffer{uint8_t} load linear", 2}}},
        {"strides", {{"ByteAddressBuffer.Load stride 2", 0.5}, {"ByteAddressBuffer.Load stride 64", 8}}},
        {"per-subgroup", {{"Buffer<RGBA8>.Load per subgroup", 0.25}}},
        {"conflicts", {{"groupshared{float} load stride 32", 32}}},
        {"bindless-lane", {{"Texture2D<R8>[per lane].Load linear", 3}}},
        {"host-cached", {{"StructuredBuffer<4 bytes>.Load linear, own window, host-cached memory", 20}}},
        {"scattered-stores", {{"RWByteAddressBuffer.Store scattered", 8}}},
        {"atomic-sums", {{"RWByteAddressBuffer.InterlockedAdd uniform", 12}}},
        {"atomic-sums-used", {{"RWStructuredBuffer<uint>.InterlockedAdd with result uniform", 0.5}}},
        {"atomic-exchanges", {{"RWByteAddressBuffer.InterlockedExchange uniform", 32}}},
    };
    for (const auto& [topic, times] : kMade)
        expectFound(*std::ranges::find(topics(), topic, &Topic::name), times);
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
    expectGolden(found(2, 1, 0.001));
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
    expectGolden(foundOn(run, "push"));
}

} // namespace
} // namespace vkperftest::topics_test
