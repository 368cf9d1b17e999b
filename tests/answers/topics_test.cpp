// What each topic finds: rows with times made up, with intervals and without.
#include <algorithm>

#include <gmock/gmock.h>

#include "answers/advice.h"
#include "answers/made_up_suite.h"
#include "golden.h"

namespace vkperftest::topics_test {

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
        {"raw-structured",
         {{"ByteAddressBuffer.Load4(16 * i) uniform", 0.5}, {"ByteAddressBuffer.Load linear", 2}}},
        {"typed-structured", {{"Buffer<RG32f>.Load linear", 3}}},
        {"wide-raw",
         {{"ByteAddressBuffer.Load2(8 * i) linear", 1.5}, {"ByteAddressBuffer.Load4(16 * i) linear", 12}}},
        {"typed-formats", {{"Buffer<RGBA32f>.Load linear", 2}, {"Buffer<R8>.Load linear", 0.5}}},
        {"typed-formats", {{"Buffer<R32ui>.Load linear", 2}}},
        {"texture-formats", {{"Texture2D<BC1>.Load linear", 2}}},
        {"uniform-buffers", {{"ByteAddressBuffer.Load uniform", 0.25}, {"Buffer<R8>.Load uniform", 4}}},
        {"uniform-shared", {{"groupshared{float4} load uniform", 0.5}}},
        {"reduce", {{"Buffer<R32f>.Load uniform, reduce", 0.05}}},
        {"constants", {{"cbuffer{float4} load uniform", 0.5}}},
        {"indexed-constants", {{"cbuffer{float4[4]} load linear", 4}}},
        {"texture-typed", {{"Texture2D<RGBA8>.Load linear", 2}}},
        {"small-constants", {{"push constants{float4} load uniform", 0.5}}},
        {"narrow", {{"buffer{uint8_t} load linear", 2}}},
        {"narrow-streams", {{"buffer{uint8_t} load linear, own window", 0.25}}},
        {"narrow-stores", {{"buffer{uint8_t} store linear", 2}}},
        {"strides-raw", {{"ByteAddressBuffer.Load stride 2", 0.5}, {"ByteAddressBuffer.Load stride 64", 8}}},
        {"per-subgroup", {{"Buffer<RGBA8>.Load per subgroup", 0.25}}},
        {"conflicts", {{"groupshared{float} load stride 32", 32}}},
        {"bindless-lane", {{"Texture2D<R8>[per lane].Load linear", 3}}},
        {"checks", {{"ByteAddressBuffer.Load uniform, robustness 2", 1.3}}},
        {"raw-stores", {{"RWByteAddressBuffer.Store4 linear", 3}}},
        {"texel-stores", {{"RWBuffer<R32ui>.Store scattered", 0.5}}},
        {"scattered-stores", {{"RWByteAddressBuffer.Store scattered", 8}}},
        {"atomic-sums", {{"RWByteAddressBuffer.InterlockedAdd uniform", 12}}},
        {"atomic-results", {{"groupshared{uint}.InterlockedAdd linear", 3}}},
        {"atomic-coinciding", {{"RWByteAddressBuffer.InterlockedAdd coinciding", 32}}},
        {"counted-constants", {{"cbuffer{float4[16]} load loop counter", 0.5}}},
        {"atomic-typed",
         {{"RWBuffer<R32ui>.InterlockedAdd linear", 2},
          {"RWByteAddressBuffer.InterlockedAdd uniform", 0.03}}},
        {"four-arrays", {{"StructuredBuffer<float>+<float>+<float>+<float>.Load linear", 4}}},
    };
    for (const auto& [topic, times] : kMade)
        expectFound(*std::ranges::find(topics(), topic, &Topic::name), times);
}

// A file of all rows also has narrow loads inside L1, and floats in other memory.
TEST(Topics, OfStreamsAreAboutStreamsAlone) {
    const auto found = [](const char* suite) {
        return foundOn(MadeUpSuite{.rows = findSuite(suite).value()->rows()}.run(), "narrow-streams");
    };
    EXPECT_EQ(found("all"), found("narrow"));
}

TEST(Topics, FindNothingThatTheIntervalsDoNotCarry) {
    MadeUpSuite matrix{.times = {{"Buffer<R32f>.Load uniform", 1.2}}, .spread = 0.4};
    EXPECT_EQ(foundOn(matrix.run(), "uniform-buffers"), "");
    // Additions may limit all rows: of other kernels nothing is known, but one kernel is as fast as itself.
    matrix = {.times = {{"cbuffer{float4} load uniform", 0.5}}, .control = 0.95};
    EXPECT_EQ(foundOn(matrix.run(), "constants"), "");
    EXPECT_EQ(foundOn(matrix.run(), "uniform-buffers"), "16 as fast");
}

// What people write replaces PerfTest's rows, whose alignment no compiler can prove; else the finding says so.
TEST(Topics, RestOnRawLoadsWhoseAlignmentIsProvable) {
    RunResult run = MadeUpSuite{.times = {{"ByteAddressBuffer.Load4 linear", 4}}}.run();
    const auto found = [&] {
        const RunFigures figures = analyse(run);
        for (const Finding& finding : advise(figures).topics)
            if (finding.topic == "raw-structured") return finding;
        return Finding();
    };
    EXPECT_NE(found().scope.find("no compiler can prove"), std::string::npos);
    EXPECT_EQ(foundOn(run, "raw-structured"), "5 as fast, 1 slower by 4.0 to 4.0");
    for (const unsigned width : {2u, 4u}) {
        addMadeUpRow(run, "ByteAddressBuffer.Load" + std::to_string(width) + "(i)", "linear", "", 1, 0.001);
        run.rows.back().load = findRow(run, fmt::format("ByteAddressBuffer.Load{} linear", width))->load;
        run.rows.back().load->alignmentProvable = true;
        run.rows.back().noLoads = run.rows.front().noLoads;
    }
    EXPECT_EQ(foundOn(run, "raw-structured"), "4 as fast"); // two of them words
    EXPECT_EQ(found().scope, "");
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

} // namespace vkperftest::topics_test
