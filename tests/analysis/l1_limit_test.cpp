#include "analysis/l1_limit.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

RunResult runOn(std::uint32_t vendor, const std::string& name) {
    RunResult run;
    run.device = {.name = name, .vendorId = vendor, .computeUnits = 10};
    run.conditions = {{.clock = 1900}, {.clock = 2100}, {}};
    return run;
}

double limitOf(const RunResult& run) {
    return l1Limit(run).value_or(L1Limit{}).bytesPerNanosecond();
}

TEST(L1Limit, IsWidthTimesUnitsTimesClock) {
    EXPECT_DOUBLE_EQ(limitOf(runOn(0x10de, "NVIDIA H100")), 128 * 10 * 2.0);
    EXPECT_DOUBLE_EQ(limitOf(runOn(0x1002, "AMD Radeon RX 6800 (RADV NAVI21)")), 128 * 10 * 2.0);
    EXPECT_DOUBLE_EQ(limitOf(runOn(0x1002, "AMD Radeon RX 5700 XT")), 128 * 10 * 2.0);
    EXPECT_DOUBLE_EQ(limitOf(runOn(0x1002, "AMD Radeon RX 580 Series (RADV POLARIS10)")), 64 * 10 * 2.0);
    EXPECT_DOUBLE_EQ(limitOf(runOn(0x1002, "Radeon RX 480")), 64 * 10 * 2.0);
}

TEST(L1Limit, IsUnknownWithoutAnyOfThem) {
    RunResult run = runOn(0x10de, "NVIDIA H100");
    run.conditions.clear();
    EXPECT_FALSE(l1Limit(run));
    run = runOn(0x10de, "NVIDIA H100");
    run.device.computeUnits = 0;
    EXPECT_FALSE(l1Limit(run));
    EXPECT_FALSE(l1Limit(runOn(0x8086, "Intel Arc A770")));
    run = runOn(0x10de, "a driver on the CPU");
    run.settings.cpu = true;
    EXPECT_FALSE(l1Limit(run));
}

TEST(BytesOfLoad, AreReadFromTheName) {
    EXPECT_EQ(bytesOfLoad("ByteAddressBuffer.Load"), 4u);
    EXPECT_EQ(bytesOfLoad("ByteAddressBuffer.Load3"), 12u);
    EXPECT_EQ(bytesOfLoad("ByteAddressBuffer.Load4 unaligned"), 16u);
    EXPECT_EQ(bytesOfLoad("ByteAddressBuffer.Load<float10>"), 40u);
    EXPECT_EQ(bytesOfLoad("ByteAddressBuffer.Load<half6>"), 12u);
    EXPECT_EQ(bytesOfLoad("StructuredBuffer<float>.Load"), 4u);
    EXPECT_EQ(bytesOfLoad("StructuredBuffer<float2>.Load"), 8u);
    EXPECT_EQ(bytesOfLoad("cbuffer{float4} load"), 16u);
    EXPECT_EQ(bytesOfLoad("Buffer<R8>.Load"), 1u);
    EXPECT_EQ(bytesOfLoad("Texture2D<RGBA16F>.Load"), 8u);
}

TEST(BytesOfLoad, AreUnknownWhereTheNameDoesNotTell) {
    EXPECT_EQ(bytesOfLoad("Texture2D<RGBA8>.Sample(bilinear)"), std::nullopt);
    EXPECT_EQ(bytesOfLoad("StructuredBuffer<float3>+<float2>.Load"), std::nullopt);
    EXPECT_EQ(bytesOfLoad("StructuredBuffer<20 bytes>.Load"), std::nullopt);
    EXPECT_EQ(bytesOfLoad("<R"), std::nullopt);
    EXPECT_EQ(bytesOfLoad("x<R>.Load"), std::nullopt);
    EXPECT_EQ(bytesOfLoad("StructuredBuffer<float4x4>.Load"), std::nullopt);
    EXPECT_EQ(bytesOfLoad("StructuredBuffer<float4>.Load + store"), std::nullopt);
}

TEST(MostBytes, AreThoseOfTheLinearRowThatDeliversMost) {
    RunResult run = runOn(0x10de, "NVIDIA H100");
    const auto add = [&](const char* operation, const char* pattern) {
        run.rows.push_back({.name = "a row", .operation = operation, .pattern = pattern});
        run.rows.back().strategies = {{.strategy = "set"}, {.strategy = "push"}};
    };
    add("ByteAddressBuffer.Load4", "linear"); // the floor of another
    run.rows[0].name = "a floor";
    add("ByteAddressBuffer.Load", "linear"); // 4 bytes, 100 and 90 loads
    run.rows[1].floor = "a floor";
    add("ByteAddressBuffer.Load4", "linear");       // 16 bytes, 30 and 31
    add("ByteAddressBuffer.Load4", "uniform");      // the same bytes for all
    add("Texture2D<R8>.Sample(nearest)", "linear"); // reads more than it returns
    RunFigures figures{.run = &run};
    const double loads[][2] = {{700, 700}, {100, 90}, {30, 31}, {500, 500}, {900, 900}};
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        RowFigures row{.row = &run.rows[i]};
        for (const double each : loads[i])
            row.strategies.push_back(StrategyFigures{.loadsPerNanosecond = each});
        figures.rows.push_back(row);
    }
    const std::optional<MostBytes> most = mostBytes(figures);
    ASSERT_TRUE(most);
    EXPECT_EQ(most->row, &run.rows[2]);
    EXPECT_EQ(most->strategy, "push");
    EXPECT_EQ(most->bytesPerNanosecond, 16 * 31);

    figures.rows[2].strategies[1]->unbelievable = true;
    EXPECT_EQ(mostBytes(figures)->strategy, "set");
    run.settings.cpu = true;
    EXPECT_FALSE(mostBytes(figures));
}

} // namespace
} // namespace vkperftest
