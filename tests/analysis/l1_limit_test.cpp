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
    const struct {
        std::uint32_t vendor;
        const char* architecture; // empty: none is known
        std::vector<const char*> devices;
    } kDevices[] = {
        {kVendorNvidia, "Volta (7.0)", {"Tesla V100-SXM2-16GB", "NVIDIA TITAN V"}},
        {kVendorNvidia,
         "Turing (7.5)",
         {"NVIDIA GeForce RTX 2080 Ti", "NVIDIA GeForce GTX 1650", "Quadro RTX 4000", "Tesla T4",
          "NVIDIA T1000", "NVIDIA T400 4GB", "NVIDIA T550 Laptop GPU", "Quadro T2000 with Max-Q Design",
          "NVIDIA GeForce MX450", "NVIDIA GeForce MX550", "NVIDIA GeForce RTX 2060 with Max-Q Design"}},
        {kVendorNvidia,
         "Ampere (8.0)",
         {"NVIDIA A100-SXM4-40GB", "NVIDIA A100 80GB PCIe", "NVIDIA A100-PCIE-40GB (NVK GA100)"}},
        {kVendorNvidia,
         "Ampere (8.6)",
         {"NVIDIA GeForce RTX 2050", "NVIDIA GeForce RTX 2050 (NVK GA107)", "NVIDIA GeForce MX570 A",
          "NVIDIA GeForce RTX 3050", "NVIDIA GeForce RTX 3050 6GB Laptop GPU",
          "NVIDIA GeForce RTX 3050 Ti Laptop GPU", "NVIDIA GeForce RTX 3060 (NVK GA106)", "Quadro RTX A6000",
          "NVIDIA RTX A2000 12GB", "NVIDIA RTX A1000 Laptop GPU", "NVIDIA A40"}},
        {kVendorNvidia, "Hopper (9.0)", {"NVIDIA H100 80GB HBM3", "NVIDIA GH200 480GB"}},
        {kVendorNvidia,
         "",
         {"NVIDIA GeForce GTX 1080 Ti", "NVIDIA TITAN Xp", "NVIDIA GeForce MX350",
          "NVIDIA GeForce RTX 3050 A Laptop GPU", "NVIDIA GeForce RTX 4090", "NVIDIA RTX 2000 Ada Generation",
          "NVIDIA L40S", "NVIDIA GeForce RTX 5090", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition",
          "NVIDIA B200"}},
        {kVendorAmd,
         "GCN 1 to 5",
         {"AMD Radeon HD 7900 Series (RADV TAHITI)", "AMD Radeon (TM) R9 390 Series",
          "AMD Radeon (TM) R9 Fury Series (RADV FIJI)", "Radeon RX 480", "Radeon RX 580 Series",
          "AMD Radeon RX 550 / 550 Series (RADV POLARIS12)", "AMD Radeon RX Vega (RADV VEGA10)",
          "AMD Radeon Graphics (RADV RENOIR)", "AMD Instinct MI50", "AMD FirePro W5100 (RADV BONAIRE)"}},
        {kVendorAmd,
         "CDNA 1 to 3",
         {"AMD Instinct MI210 (RADV ALDEBARAN)", "AMD Instinct MI100", "AMD Instinct MI300X"}},
        {kVendorAmd,
         "RDNA 1",
         {"AMD Radeon RX 5700 XT", "AMD Radeon RX 5500 XT (RADV NAVI14)", "AMD Radeon Pro W5700"}},
        {kVendorAmd, "RDNA 2", {"AMD Radeon RX 6800 (RADV NAVI21)", "AMD Radeon Graphics (RADV REMBRANDT)"}},
        {kVendorAmd,
         "",
         {"AMD Radeon RX 7900 XTX", "AMD Radeon Graphics (RADV GFX1103_R1)",
          "AMD Radeon RX 9070 XT (RADV GFX1201)", "AMD Instinct MI355X"}},
    };
    for (const auto& [vendor, architecture, devices] : kDevices)
        for (const char* name : devices) EXPECT_EQ(architectureOf(vendor, name), architecture) << name;
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
    EXPECT_DOUBLE_EQ(limitOf(runOn(0x1002, "AMD Radeon RX 580 Series (RADV POLARIS10)")), 64 * 10 * 2.0);
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
    run = runOn(0x10de, "a driver on the CPU");
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

    run.timerRate = {1.99, 2.01, 5};
    EXPECT_FALSE(mostBytes(figures));
    run.timerRate.reset();
    run.settings.cpu = true;
    EXPECT_FALSE(mostBytes(figures));
}

} // namespace
} // namespace vkperftest
