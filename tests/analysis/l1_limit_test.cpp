#include "analysis/l1_limit.h"

#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "analysis/figures.h"
#include "base/text.h"
#include "cases/families/families.h"
#include "paths.h"

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

// "" if no entry fits.
std::string_view architectureOf(std::uint32_t vendor, const std::string& name) {
    const L1Width* const width = l1WidthOf({.name = name, .vendorId = vendor});
    return width != nullptr ? width->architecture : "";
}

TEST(L1Widths, KnowArchitecturesByTheirDevicesNames) {
    std::ifstream devices(
        repositoryFile("tests/analysis/devices.txt")); // "Nvidia; Hopper (9.0); NVIDIA H100"
    for (std::string line; std::getline(devices, line);) {
        const std::vector<std::string> fields =
            split(line, ';'); // of an unknown architecture the second is empty
        EXPECT_EQ(
            architectureOf(fields[0] == "Amd" ? kVendorAmd : kVendorNvidia, std::string(trim(fields[2]))),
            trim(fields[1]))
            << line;
    }
}

TEST(L1Widths, StandInTheDocumentationWithTheirSources) {
    std::ostringstream text;
    text << std::ifstream(repositoryFile("docs/measuring.md")).rdbuf();
    for (const L1Width& width : l1Widths()) {
        EXPECT_NE(width.source, "");
        EXPECT_THAT(text.str(), testing::HasSubstr(fmt::format("| {} | {:g} | {} |", width.architecture,
                                                               width.bytesPerClock, width.source)));
    }
}

TEST(L1Limit, IsWidthTimesUnitsTimesClock) {
    EXPECT_DOUBLE_EQ(limitOf(runOn(0x10de, "NVIDIA H100")), 128 * 10 * 2.0);
    EXPECT_DOUBLE_EQ(limitOf(runOn(0x1002, "Radeon RX 580")), 64 * 10 * 2.0);
    RunResult run = runOn(0x10de, "NVIDIA H100"); // at the clock while the heaviest row ran
    run.conditions.push_back({.row = "raw", .clock = 1500});
    run.conditions.push_back({.row = "raw", .clock = 1700});
    EXPECT_DOUBLE_EQ(limitOf(run), 128 * 10 * 1.6);
}

TEST(L1Limit, IsUnknownWithoutAnyOfThem) {
    RunResult run = runOn(0x10de, "NVIDIA H100");
    run.conditions.clear();
    EXPECT_FALSE(l1Limit(run));
    run = runOn(0x10de, "NVIDIA H100");
    run.device.computeUnits = 0;
    EXPECT_FALSE(l1Limit(run));
    EXPECT_FALSE(l1Limit(runOn(0x8086, "Intel Arc A770")));
    EXPECT_FALSE(l1Limit(runOn(0x10de, "NVIDIA GeForce RTX 4090"))) << "nobody has published it";
    run = runOn(0x10de, "NVIDIA H100");
    run.timerRate = {1.99, 2.01, 5};
    EXPECT_FALSE(l1Limit(run)); // bytes a nanosecond cannot be held against it
    run = runOn(0x10de, "on the CPU");
    run.settings.cpu = true;
    EXPECT_FALSE(l1Limit(run));
}

std::optional<std::uint32_t> bytesOf(const Operation& operation) {
    return bytesOfLoad({.load = factsOf({operation, Pattern::Linear})});
}

TEST(BytesOfLoad, AreThoseOfItsValuesUnlessAnotherNumberIsBrought) {
    for (const auto& [operation, bytes] : {std::pair(rawLoad(4, 4), 16u),
                                           {vectorLoad(Format::R16F, 6, 4), 12u},
                                           {structuredLoad(2), 8u},
                                           {constantLoad(), 16u},
                                           {typedLoad(Format::R8), 1u},
                                           {textureLoad(Format::RGBA16F), 8u}})
        EXPECT_EQ(bytesOf(operation), bytes) << operation.name;
    for (const Operation& operation : {bilinearSample(Format::RGBA8), splitLoad(), stridedLoad(20),
                                       structuredCopy(16), shortConstantLoad(), pushedLoad()})
        EXPECT_EQ(bytesOf(operation), std::nullopt) << operation.name;
    EXPECT_EQ(bytesOfLoad({.name = "ByteAddressBuffer.Load2 linear"}), std::nullopt);
}

TEST(MostBytes, AreThoseOfTheLinearRowThatDeliversMost) {
    RunResult run;
    for (const Case& row : {Case{rawLoad(4), Pattern::Linear, Technique::NoLoads}, // loads nothing
                            Case{rawLoad(1), Pattern::Linear},                 // 4 bytes, 100 and 90 loads
                            Case{rawLoad(4), Pattern::Linear},                 // 16 bytes, 30 and 31
                            Case{rawLoad(4)},                                  // the same bytes for all
                            Case{nearestSample(Format::R8), Pattern::Linear}}) // reads more than it returns
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

    run.timerRate = {1.99, 2.01, 5};
    EXPECT_FALSE(mostBytes(figures));
    run.timerRate.reset();
    run.settings.cpu = true;
    EXPECT_FALSE(mostBytes(figures));
}

} // namespace
} // namespace vkperftest
