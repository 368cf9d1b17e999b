#include "cost/measured_loads.h"

#include <gmock/gmock.h>

#include "advice/every_device.h"
#include "cases/suite.h"
#include "experiments/made_up_rows.h"

namespace vkperftest {
namespace measured_loads_test {

const MeasuredLoad* find(const std::vector<MeasuredLoad>& loads, std::string_view name) {
    for (const MeasuredLoad& load : loads) {
        if (load.row == name) return &load;
    }
    return nullptr;
}

double of(const MeasuredLoad& load, GpuPart part) {
    return load.least[static_cast<std::size_t>(part)].median;
}

// On every device of which figures are known.
TEST(MeasuredLoads, TakeNoLongerThanTheirRows) {
    for (const KnownDevice& device : everyDevice()) {
        const std::vector<MeasuredLoad> loads = measuredLoads(analyse(device.run));
        EXPECT_FALSE(loads.empty()) << device.name;
        for (const MeasuredLoad& load : loads) {
            for (const Nanoseconds& least : load.least) {
                EXPECT_LE(least.median, load.time.median * 1.0001) << device.name << ": " << load.row;
                EXPECT_LE(least.low, least.median) << device.name << ": " << load.row;
                EXPECT_GE(least.low, 0) << device.name << ": " << load.row;
            }
            EXPECT_EQ(load.facts.technique, Technique::Direct) << load.row;
        }
    }
}

// A user's load at linear addresses must not be priced by rows of other patterns, nor by shared memory's, nor
// by those of other than 32-bit values.
TEST(MeasuredLoads, AreOfPerfTestsPatternsAndOfWordsInMemory) {
    RunResult run;
    for (const std::vector<Case>& rows : {patternRows(), sharedRows(), bindlessRows(), memoryRows(),
                                          narrowRows(), constantRows(), textureRows()}) {
        for (const Case& row : rows)
            addMadeUpRow(run, row.operation.name, std::string(patternName(row.pattern)), "", 1, 0.01);
    }
    run.settings.baseline = "Buffer<RGBA8>.Load random";
    std::size_t loads = 0;
    for (const MeasuredLoad& load : measuredLoads(analyse(run))) {
        EXPECT_TRUE(isPerfTests(load.facts.pattern)) << load.row;
        EXPECT_NE(load.facts.kind, LoadKind::Shared) << load.row;
        EXPECT_NE(load.facts.kind, LoadKind::Bindless) << load.row;
        EXPECT_EQ(load.facts.memory, MemoryKind::DeviceLocal) << load.row;
        EXPECT_EQ(load.facts.image, ImageShape::Plane) << load.row;
        EXPECT_FALSE(load.row.starts_with("buffer{")) << load.row;
        EXPECT_NE(load.facts.kind, LoadKind::Specialized) << load.row;
        ++loads;
    }
    EXPECT_GT(loads, 20u);
}

TEST(MeasuredLoads, PrintedFiguresAreTimesOfLoadsInUnitsOfTheBaselines) {
    for (const KnownDevice& device : everyDevice()) {
        if (device.run.source.empty()) continue;
        const std::vector<MeasuredLoad> loads = measuredLoads(analyse(device.run));
        for (const RowResult& row : device.run.rows) {
            const MeasuredLoad* const load = find(loads, row.name);
            const auto& printed = row.strategies.front().printed;
            if (load == nullptr) continue;
            EXPECT_NEAR(load->time.median, 1 / printed->ratio, 1e-9) << row.name;
            EXPECT_EQ(of(*load, GpuPart::Instructions), 0) << row.name;
        }
    }
}

TEST(MeasuredLoads, OnACpuCostsAddUp) {
    for (const KnownDevice& device : everyDevice()) {
        if (!device.run.settings.cpu) continue;
        for (const MeasuredLoad& load : measuredLoads(analyse(device.run))) {
            EXPECT_LT(of(load, GpuPart::Memory), load.time.median) << load.row;
            EXPECT_EQ(of(load, GpuPart::Own), 0) << load.row;
        }
    }
}

TEST(MeasuredLoads, TexelsHaveAPathOfTheirOwnOnNvidiaAndNoneOnAmd) {
    int ofNvidia = 0, ofAmd = 0;
    for (const KnownDevice& device : everyDevice()) {
        const bool nvidia = device.name.find("RTX") != std::string::npos;
        const bool amd = device.name.find("RX 5700") != std::string::npos;
        if (!nvidia && !amd) continue;
        const std::vector<MeasuredLoad> loads = measuredLoads(analyse(device.run));
        const MeasuredLoad* const typed = find(loads, "Buffer<RGBA8>.Load linear");
        const MeasuredLoad* const raw = find(loads, "ByteAddressBuffer.Load4 linear");
        if (raw != nullptr) {
            EXPECT_GT(of(*raw, GpuPart::Memory), 0) << device.name;
        }
        if (typed == nullptr) continue; // with a caveat
        ++(nvidia ? ofNvidia : ofAmd);
        EXPECT_GT(of(*typed, nvidia ? GpuPart::Texture : GpuPart::Memory), 0) << device.name;
        EXPECT_EQ(of(*typed, nvidia ? GpuPart::Memory : GpuPart::Texture), 0) << device.name;
    }
    EXPECT_GT(ofNvidia, 0);
    EXPECT_GT(ofAmd, 0);
}

} // namespace measured_loads_test
} // namespace vkperftest
