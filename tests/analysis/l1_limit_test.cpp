#include "analysis/l1_limit.h"

#include <gmock/gmock.h>

#include "cases/families/families.h"

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

std::optional<std::uint32_t> bytesOf(const Operation& operation) {
    return bytesOfLoad({.load = factsOf({operation, Pattern::Linear})});
}

TEST(BytesOfLoad, AreThoseOfItsValues) {
    EXPECT_EQ(bytesOf(rawLoad(3)), 12u);
    EXPECT_EQ(bytesOf(rawLoad(4, 4)), 16u);
    EXPECT_EQ(bytesOf(vectorLoad(Format::R32F, 10)), 40u);
    EXPECT_EQ(bytesOf(vectorLoad(Format::R16F, 6, 4)), 12u);
    EXPECT_EQ(bytesOf(structuredLoad(2)), 8u);
    EXPECT_EQ(bytesOf(constantLoad()), 16u);
    EXPECT_EQ(bytesOf(typedLoad(Format::R8)), 1u);
    EXPECT_EQ(bytesOf(textureLoad(Format::RGBA16F)), 8u);
}

TEST(BytesOfLoad, AreUnknownWhereAnotherNumberIsBrought) {
    for (const Operation& operation : {bilinearSample(Format::RGBA8), splitLoad(), stridedLoad(20),
                                       structuredCopy(16), shortConstantLoad(), pushedLoad()})
        EXPECT_EQ(bytesOf(operation), std::nullopt) << operation.name;
    EXPECT_EQ(bytesOfLoad({.name = "ByteAddressBuffer.Load2 linear"}), std::nullopt);
}

TEST(MostBytes, AreThoseOfTheLinearRowThatDeliversMost) {
    RunResult run = runOn(0x10de, "NVIDIA H100");
    for (const Case& row : {Case{rawLoad(4), Pattern::Linear, Technique::Floor}, // loads nothing
                            Case{rawLoad(1), Pattern::Linear},                   // 4 bytes, 100 and 90 loads
                            Case{rawLoad(4), Pattern::Linear},                   // 16 bytes, 30 and 31
                            Case{rawLoad(4)},                                    // the same bytes for all
                            Case{nearestSample(Format::R8), Pattern::Linear}})   // reads more than it returns
        run.rows.push_back({.load = factsOf(row), .strategies = {{.strategy = "set"}, {.strategy = "push"}}});
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
