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

TEST(L1Limit, IsWidthTimesUnitsTimesClock) {
    EXPECT_DOUBLE_EQ(*l1Limit(runOn(0x10de, "NVIDIA H100")), 128 * 10 * 2.0);
    EXPECT_DOUBLE_EQ(*l1Limit(runOn(0x1002, "AMD Radeon RX 6800 (RADV NAVI21)")), 128 * 10 * 2.0);
    EXPECT_DOUBLE_EQ(*l1Limit(runOn(0x1002, "AMD Radeon RX 5700 XT")), 128 * 10 * 2.0);
    EXPECT_DOUBLE_EQ(*l1Limit(runOn(0x1002, "AMD Radeon RX 580 Series (RADV POLARIS10)")), 64 * 10 * 2.0);
    EXPECT_DOUBLE_EQ(*l1Limit(runOn(0x1002, "Radeon RX 480")), 64 * 10 * 2.0);
}

TEST(L1Limit, IsUnknownWithoutAnyOfThem) {
    RunResult run = runOn(0x10de, "NVIDIA H100");
    run.conditions.clear();
    EXPECT_EQ(l1Limit(run), std::nullopt);
    run = runOn(0x10de, "NVIDIA H100");
    run.device.computeUnits = 0;
    EXPECT_EQ(l1Limit(run), std::nullopt);
    EXPECT_EQ(l1Limit(runOn(0x8086, "Intel Arc A770")), std::nullopt);
    run = runOn(0x10de, "a driver on the CPU");
    run.settings.cpu = true;
    EXPECT_EQ(l1Limit(run), std::nullopt);
}

TEST(BytesOfLoad, AreReadFromTheName) {
    EXPECT_EQ(bytesOfLoad("ByteAddressBuffer.Load"), 4u);
    EXPECT_EQ(bytesOfLoad("ByteAddressBuffer.Load3"), 12u);
    EXPECT_EQ(bytesOfLoad("ByteAddressBuffer.Load4 unaligned"), 16u);
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
    EXPECT_EQ(bytesOfLoad("x<R>.Load"), 0u);
}

} // namespace
} // namespace vkperftest
