#include "analysis/l1_limit.h"

#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

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
std::string architectureOf(std::uint32_t vendor, const std::string& name) {
    for (const L1Width& width : l1Widths()) {
        for (const std::string& pattern : split(width.names, '|'))
            if (width.vendorId == vendor && globMatches(pattern, name))
                return std::string(width.architecture);
    }
    return {};
}

TEST(L1Widths, KnowArchitecturesByTheirDevicesNames) {
    const std::pair<const char*, const char*> kNvidia[] = {
        {"Tesla V100-SXM2-16GB", "Volta (7.0)"},
        {"NVIDIA TITAN V", "Volta (7.0)"},
        {"NVIDIA GeForce RTX 2080 Ti", "Turing (7.5)"},
        {"NVIDIA GeForce GTX 1650", "Turing (7.5)"},
        {"Quadro RTX 4000", "Turing (7.5)"},
        {"Tesla T4", "Turing (7.5)"},
        {"NVIDIA T1000", "Turing (7.5)"},
        {"NVIDIA T400 4GB", "Turing (7.5)"},
        {"NVIDIA T550 Laptop GPU", "Turing (7.5)"},
        {"Quadro T2000 with Max-Q Design", "Turing (7.5)"},
        {"NVIDIA GeForce MX450", "Turing (7.5)"},
        {"NVIDIA GeForce MX550", "Turing (7.5)"},
        {"NVIDIA GeForce RTX 2060 with Max-Q Design", "Turing (7.5)"},
        {"NVIDIA A100-SXM4-40GB", "Ampere (8.0)"},
        {"NVIDIA A100 80GB PCIe", "Ampere (8.0)"},
        {"NVIDIA A100-PCIE-40GB (NVK GA100)", "Ampere (8.0)"},
        {"NVIDIA GeForce RTX 2050", "Ampere (8.6)"},
        {"NVIDIA GeForce RTX 2050 (NVK GA107)", "Ampere (8.6)"},
        {"NVIDIA GeForce MX570 A", "Ampere (8.6)"},
        {"NVIDIA GeForce RTX 3050", "Ampere (8.6)"},
        {"NVIDIA GeForce RTX 3050 6GB Laptop GPU", "Ampere (8.6)"},
        {"NVIDIA GeForce RTX 3050 Ti Laptop GPU", "Ampere (8.6)"},
        {"NVIDIA GeForce RTX 3060 (NVK GA106)", "Ampere (8.6)"},
        {"Quadro RTX A6000", "Ampere (8.6)"},
        {"NVIDIA RTX A2000 12GB", "Ampere (8.6)"},
        {"NVIDIA RTX A1000 Laptop GPU", "Ampere (8.6)"},
        {"NVIDIA A40", "Ampere (8.6)"},
        {"NVIDIA H100 80GB HBM3", "Hopper (9.0)"},
        {"NVIDIA GH200 480GB", "Hopper (9.0)"},
        {"NVIDIA GeForce GTX 1080 Ti", ""},
        {"NVIDIA TITAN Xp", ""},
        {"NVIDIA GeForce MX350", ""},
        {"NVIDIA GeForce RTX 3050 A Laptop GPU", ""},
        {"NVIDIA GeForce RTX 4090", ""},
        {"NVIDIA RTX 2000 Ada Generation", ""},
        {"NVIDIA L40S", ""},
        {"NVIDIA GeForce RTX 5090", ""},
        {"NVIDIA RTX PRO 6000 Blackwell Workstation Edition", ""},
        {"NVIDIA B200", ""},
    };
    for (const auto& [name, architecture] : kNvidia)
        EXPECT_EQ(architectureOf(0x10de, name), architecture) << name;
    const std::pair<const char*, const char*> kAmd[] = {
        {"AMD Radeon HD 7900 Series (RADV TAHITI)", "GCN 1 to 5"},
        {"AMD Radeon (TM) R9 390 Series", "GCN 1 to 5"},
        {"AMD Radeon (TM) R9 Fury Series (RADV FIJI)", "GCN 1 to 5"},
        {"Radeon RX 480", "GCN 1 to 5"},
        {"Radeon RX 580 Series", "GCN 1 to 5"},
        {"AMD Radeon RX 550 / 550 Series (RADV POLARIS12)", "GCN 1 to 5"},
        {"AMD Radeon RX Vega (RADV VEGA10)", "GCN 1 to 5"},
        {"AMD Radeon Graphics (RADV RENOIR)", "GCN 1 to 5"},
        {"AMD Instinct MI50", "GCN 1 to 5"},
        {"AMD Instinct MI210 (RADV ALDEBARAN)", "CDNA 1 to 3"},
        {"AMD Instinct MI100", "CDNA 1 to 3"},
        {"AMD Instinct MI300X", "CDNA 1 to 3"},
        {"AMD Radeon RX 5700 XT", "RDNA 1"},
        {"AMD Radeon RX 5500 XT (RADV NAVI14)", "RDNA 1"},
        {"AMD Radeon RX 6800 (RADV NAVI21)", "RDNA 2"},
        {"AMD Radeon Graphics (RADV REMBRANDT)", "RDNA 2"},
        {"AMD Radeon Pro W5700", "RDNA 1"},
        {"AMD FirePro W5100 (RADV BONAIRE)", "GCN 1 to 5"},
        {"AMD Radeon RX 7900 XTX", ""},
        {"AMD Radeon Graphics (RADV GFX1103_R1)", ""},
        {"AMD Radeon RX 9070 XT (RADV GFX1201)", ""},
        {"AMD Instinct MI355X", ""},
    };
    for (const auto& [name, architecture] : kAmd)
        EXPECT_EQ(architectureOf(0x1002, name), architecture) << name;
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
    EXPECT_DOUBLE_EQ(limitOf(runOn(0x10de, "NVIDIA GeForce RTX 2070")), 64 * 10 * 2.0);
    EXPECT_DOUBLE_EQ(limitOf(runOn(0x1002, "AMD Radeon RX 6800 (RADV NAVI21)")), 128 * 10 * 2.0);
    EXPECT_DOUBLE_EQ(limitOf(runOn(0x1002, "AMD Radeon RX 580 Series (RADV POLARIS10)")), 64 * 10 * 2.0);
}

TEST(L1Limit, TakesTheClockWhileTheHeaviestRowRan) {
    RunResult run = runOn(0x10de, "NVIDIA H100");
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
    EXPECT_FALSE(l1Limit(run)) << "bytes a nanosecond cannot be held against it";
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

} // namespace
} // namespace vkperftest
