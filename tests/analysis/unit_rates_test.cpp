#include "analysis/unit_rates.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "analysis/figures.h"
#include "base/text.h"
#include "cases/families/families.h"
#include "matchers.h"
#include "model/published.h"
#include "paths.h"

namespace vkperftest::unit_rates_test {

DeviceRecord deviceOf(std::uint32_t vendor, const std::string& name, std::uint32_t lanes = 32) {
    return {.name = name, .vendorId = vendor, .subgroupSize = lanes};
}

const DeviceRecord kH100 = deviceOf(kVendorNvidia, "NVIDIA H100");

TEST(Architectures, FollowFromTheirDevicesNames) {
    std::ifstream devices(
        repositoryFile("tests/analysis/devices.txt")); // "Nvidia; Hopper (9.0); NVIDIA H100"
    for (std::string line; std::getline(devices, line);) {
        const std::vector<std::string> fields =
            split(line, ';'); // of an unknown architecture the second is empty
        const Architecture* const known = architectureOf(
            deviceOf(fields[0] == "Amd" ? kVendorAmd : kVendorNvidia, std::string(trim(fields[2]))));
        EXPECT_EQ(known != nullptr ? known->name : "", trim(fields[1])) << line;
    }
}

TEST(UnitRates, StandInTheDocumentationWithTheirSources) {
    std::ostringstream text;
    text << std::ifstream(repositoryFile("docs/method.md")).rdbuf();
    for (const UnitRate& rate : unitRates()) {
        EXPECT_NE(rate.source, "");
        EXPECT_THAT(text.str(),
                    HasSubstr(fmt::format("| {} | {} | {:g} {} | {} |",
                                          join(split(rate.architectures, '|'), ", "), kUnitNames[rate.unit],
                                          rate.perClock, kUnitMeasures[rate.unit], rate.source)));
    }
}

TEST(UnitRates, AreUnknownWithoutASource) {
    EXPECT_EQ(rateOf(kH100, Unit::L1)->perClock, 128);
    EXPECT_EQ(rateOf(deviceOf(kVendorAmd, "Radeon RX 580"), Unit::L1)->perClock, 64);
    EXPECT_EQ(rateOf(deviceOf(kVendorAmd, "Radeon RX 6800"), Unit::TextureLoads), nullptr);
    for (const auto& [vendor, name] : {std::pair(kVendorIntel, "Intel Arc A770"),
                                       {kVendorNvidia, "NVIDIA GeForce RTX 4090"},
                                       {kVendorNvidia, "llvmpipe"}})
        EXPECT_EQ(rateOf(deviceOf(vendor, name), Unit::L1), nullptr) << name;
}

// Clocks and unit; "" if it is not known.
std::string timeOf(const DeviceRecord& device, const Case& row, std::uint32_t promised = 0) {
    const std::optional<UnitTime> time = unitTime(device, factsOf(row), promised);
    return time ? fmt::format("{} {:g}{}", kUnitNames[time->unit], time->clocks, time->isWhole ? "" : "+")
                : "";
}

// What an H100 and an H200 take for these, within 3 %.
TEST(UnitTime, CountsWordsConflictsAndLinesOfNvidiasL1) {
    using enum Pattern;
    const auto words = [](std::uint32_t stride) { return stridedLoad(stride); };
    for (const auto& [row, expected] :
         std::vector<std::pair<Case, const char*>>{{{rawLoad(1)}, "L1 1"},
                                                   {{rawLoad(2), Linear}, "L1 4"},
                                                   {{rawLoad(3), Linear}, "L1 4.5"},
                                                   {{rawLoad(4), Linear}, "L1 16"},
                                                   {{rawLoad(4), Random}, "L1 8"},
                                                   {{rawLoad(4)}, "L1 4"},
                                                   {{rawLoad(4), Stride4}, "L1 64"},
                                                   {{rawLoad(1), Stride64}, "L1 32"},
                                                   {{rawLoad(1), Hashed}, "L1 4.75"},
                                                   {{structuredLoad(2), Linear}, "L1 2"},
                                                   {{structuredLoad(4)}, "L1 4"},
                                                   {{structuredLoad(4), Stride2}, "L1 8"},
                                                   {{words(20), Linear}, "L1 10"},
                                                   {{words(36), Linear}, "L1 15"},
                                                   {{words(64), Linear}, "L1 80"},
                                                   {{words(80), Linear}, "L1 28.75"},
                                                   {{narrowLoad(Format::R8UI, 4), Linear}, "L1 1"},
                                                   {{writable(structuredLoad(4)), Linear}, "L1 4+"},
                                                   {{stridedLoad(4, CachePlace::OwnWindow), Linear}, "L1 1+"},
                                                   {{rawLoad(4), Linear, Technique::NoLoads}, ""},
                                                   {{rawStore(4), Linear}, ""},
                                                   {{splitLoad(), Linear}, ""},
                                                   {{constantLoad(), Linear}, "constants 128+"},
                                                   {{shortConstantLoad(), Linear}, "constants 64+"},
                                                   {{shortConstantLoad(4), Hashed}, "constants 16+"},
                                                   {{constantLoad()}, ""}})
        EXPECT_EQ(timeOf(kH100, row), expected) << caseName(row);
    EXPECT_EQ(timeOf(kH100, {structuredLoad(4), Linear}, 4), "L1 16") << "an address that promises 4 bytes";
    EXPECT_EQ(timeOf(kH100, {rawLoad(4), Linear}, 16), "L1 4");
    EXPECT_EQ(timeOf(kH100, {rawLoad(2), Linear}, 8), "L1 2");
    EXPECT_EQ(timeOf(deviceOf(kVendorNvidia, "NVIDIA GeForce RTX 2080"), {structuredLoad(4)}), "L1 8");
}

TEST(UnitTime, CountsTexelsSamplesAndShuffles) {
    using enum Pattern;
    for (const auto& [row, expected] : std::vector<std::pair<Case, const char*>>{
             {{typedLoad(Format::RGBA16F), Random}, "texture 4+"},
             {{typedLoad(Format::RGBA32F)}, "texture 8+"},
             {{textureLoad(Format::R8), Linear}, "texture 4+"},
             {{bilinearSample(Format::RGBA8), Linear}, "texture 8+"},
             {{sample(Format::RGBA8, Sampler::Trilinear), Linear}, "texture 16+"},
             {{sample(Format::RGBA8, Sampler::Anisotropic16), Linear}, "texture 128+"},
             {{ofShape(bilinearSample(Format::RGBA8), ImageShape::Volume), Linear}, "texture 16+"},
             {{sharedLoad(4), Linear}, "shared memory 4+"},
             {{sharedLoad(1), Stride8}, "shared memory 8+"},
             {{typedLoad(Format::RGBA8), Uniform, Technique::Shuffle}, "shuffle 4+"},
             {{packedLoad(), Uniform, Technique::Shuffle}, "shuffle 1+"},
             {{indexedLoad(typedLoad(Format::RGBA8), DescriptorIndex::PerLane), Linear}, ""},
             // Two units at once: half of the loads each.
             {{mixedLoads({rawLoad(4), typedLoad(Format::RGBA8)}), Linear}, "L1 8+"}})
        EXPECT_EQ(timeOf(kH100, row), expected) << caseName(row);
}

TEST(UnitTime, CountsAddressesAndBytesOnAmdsGpus) {
    using enum Pattern;
    const DeviceRecord gcn = deviceOf(kVendorAmd, "Radeon RX 580", 64),
                       rdna = deviceOf(kVendorAmd, "Radeon RX 6800", 32);
    for (const auto& [row, expected] :
         std::vector<std::pair<Case, const char*>>{{{rawLoad(1), Linear}, "L1 4+"}, // coalesced
                                                   {{rawLoad(1), Random}, "texture 16+"},
                                                   {{structuredLoad(4), Random}, "L1 16+"},
                                                   {{typedLoad(Format::RGBA8), Linear}, "texture 16+"},
                                                   {{bilinearSample(Format::RGBA8), Linear}, "texture 16+"},
                                                   {{rawLoad(4)}, ""}}) // scalar
        EXPECT_EQ(timeOf(gcn, row), expected) << caseName(row);
    EXPECT_EQ(timeOf(rdna, {structuredLoad(4), Linear}), "L1 4+");
    EXPECT_EQ(timeOf(rdna, {bilinearSample(Format::RGBA8), Linear}), "L1 1+") << "samples are not known";
}

// The limiters of a stored file's rows under its first strategy, by name.
std::map<std::string, std::string> limitersOf(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(repositoryFile("results/" + file)).rdbuf();
    const Result<RunResult> run = runFromJson(text.str(), file);
    std::map<std::string, std::string> limiters;
    const RunFigures figures = analyse(run.value());
    for (const RowFigures& row : figures.rows)
        if (row.under(0) != nullptr) limiters[row.row->name] = row.under(0)->limiterName();
    return limiters;
}

TEST(StoredFiles, HaveALimiterForNearlyAllBufferRows) {
    for (const char* file : {"nvidia-h200.json", "nvidia-h100.json"}) {
        std::size_t rows = 0, unknown = 0;
        for (const auto& [name, limiter] : limitersOf(file)) {
            const std::string kind = name.substr(0, name.find_first_of("<.{"));
            if (kind != "ByteAddressBuffer" && kind != "StructuredBuffer" && kind != "cbuffer") continue;
            ++rows;
            unknown += limiter == "?" ? 1u : 0u;
        }
        EXPECT_EQ(rows, 30u);
        EXPECT_LE(unknown, 3u) << file;
    }
}

// Shifts, masks and conversions take these rows' time.
TEST(StoredFiles, CallInstructionsByTheirName) {
    for (const auto& [name, limiter] : limitersOf("nvidia-h200-narrow.json")) {
        if (name.find(" unpacked ") != std::string::npos) {
            EXPECT_EQ(limiter, "instructions") << name;
        }
    }
}

// A core issues one load in a clock at most, and no unit exceeds its rate; clocks are read within 3 %.
TEST(StoredFiles, BreakNoLawOfTheHardware) {
    std::size_t seen = 0;
    for (const auto& entry : std::filesystem::directory_iterator(repositoryFile("results"))) {
        const std::string name = entry.path().filename().string();
        if (!name.ends_with(".json") || name.ends_with(".schema.json")) continue;
        const RunResult run = readResultsFile(entry.path().string()).value();
        EXPECT_EQ(impossibleRows(run), "") << name; // which have no figures below
        for (const RowFigures& row : analyse(run).rows) {
            for (const std::optional<StrategyFigures>& its : row.strategies) {
                if (!its || !its->clocks) continue;
                ++seen;
                EXPECT_GE(*its->clocks, 0.97) << name << ": " << row.row->name;
                EXPECT_GE(its->overUnit().value_or(1), 0.97) << name << ": " << row.row->name;
            }
        }
    }
    EXPECT_GT(seen, 1000u);
}

// Equal figures, whatever the descriptor's index and the memory.
TEST(StoredFiles, JudgeEqualFiguresAlike) {
    const std::string row = "Buffer<RGBA8>.Load uniform";
    auto memory = limitersOf("nvidia-h200-memory.json");
    EXPECT_EQ(memory[row], "loads");
    EXPECT_EQ(memory[row + ", BAR memory"], "loads");
    EXPECT_EQ(limitersOf("nvidia-h200-bindless.json")["Buffer<RGBA8>[constant].Load uniform"], "loads");
}

} // namespace vkperftest::unit_rates_test
