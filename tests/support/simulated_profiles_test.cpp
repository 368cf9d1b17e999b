#include "support/simulated_profiles.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>

#include "cases/controls.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

double planted(const SimulatedProfile& profile, const BoundRow& bound) {
    return steadyNanosecondsPerLoad(profile.properties, plantedCost(profile, bound));
}

double plantedRatio(const SimulatedProfile& profile, const Case& row) {
    return planted(profile, {defaultBaseline()}) / planted(profile, {row});
}

TEST(SimulatedProfiles, PlantATimeForEveryRowUnderEveryStrategy) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        for (const Case& row : allRows()) {
            for (const Strategy strategy : kEveryStrategy) {
                const double nanoseconds = planted(profile, {row, strategy});
                EXPECT_TRUE(std::isfinite(nanoseconds) && nanoseconds > 0) << caseName(row);
            }
        }
    }
}

TEST(SimulatedProfiles, HoldRowsBoundByLoadsAndByAdditions) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        int loads = 0, additions = 0;
        for (const Case& row : matrixRows()) {
            const LoadCost cost = plantedCost(profile, {row});
            ++(cost.issue > cost.arithmetic ? loads : additions);
        }
        EXPECT_GT(loads, 80) << profile.name;
        EXPECT_GT(additions, 15) << profile.name;
    }
}

TEST(SimulatedProfiles, HaveTheShapeOfGpus) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        const Case wide{typedLoad(Format::RGBA32F), Pattern::Linear};
        EXPECT_LE(plantedRatio(profile, wide),
                  plantedRatio(profile, {typedLoad(Format::RGBA8), Pattern::Linear}));
        EXPECT_LT(plantedRatio(profile, {bilinearSample(Format::RGBA32F), Pattern::Linear}),
                  plantedRatio(profile, {nearestSample(Format::R8), Pattern::Linear}));
        EXPECT_GT(plantedRatio(profile, {rawLoad(1), Pattern::Linear}), 2);
    }
}

TEST(SimulatedProfiles, OneLoadInFlightWaitsForLatencyWhereFewLanesAreResident) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        const double times = planted(profile, {{rawLoad(1), Pattern::Linear, Technique::Serial}}) /
                             planted(profile, {{rawLoad(1), Pattern::Linear}});
        EXPECT_GE(times, 1);
        EXPECT_EQ(times > 1.2, profile.name == "rdna3") << profile.name << ": " << times;
    }
}

TEST(SimulatedProfiles, OnlyOneTellsStrategiesApart) {
    const Case buffer{rawLoad(4), Pattern::Linear};
    int different = 0;
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        const double times = planted(profile, {buffer, Strategy::Push}) / planted(profile, {buffer});
        EXPECT_DOUBLE_EQ(times, profile.otherStrategies);
        different += times != 1 ? 1 : 0;
        EXPECT_EQ(planted(profile, {defaultBaseline(), Strategy::Push}),
                  planted(profile, {defaultBaseline()}));
    }
    EXPECT_EQ(different, 1);
}

TEST(SimulatedProfiles, AreWithinTheBoundsOfTheirProperties) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        for (const char* name :
             {"units", "groups-per-unit", "boost-ghz", "idle-share", "ramp-ms", "wander"}) {
            const PropertyOfGpu property = *findProperty(name).value();
            EXPECT_GE(profile.properties.*(property.value), property.least) << profile.name << ", " << name;
            EXPECT_LE(profile.properties.*(property.value), property.most) << profile.name << ", " << name;
        }
    }
}

TEST(SimulatedProfiles, PropertiesHaveNames) {
    GpuProperties properties;
    const Result<const PropertyOfGpu*> property = findProperty("groups-per-unit");
    ASSERT_TRUE(property.ok());
    properties.*(property.value()->value) = 7;
    EXPECT_EQ(properties.groupsPerUnit, 7);
    EXPECT_FALSE(findProperty("groups").ok());
}

const SimulatedProfile& hopper() {
    return *std::ranges::find(simulatedProfiles(), "hopper", &SimulatedProfile::name);
}

// The clocks of an H100 for a load of 32 lanes: 10, 40 and 80 at strides of 20, 32 and 64 bytes.
TEST(SimulatedProfiles, LoadElementsOfFloatsWordByWord) {
    const auto clocks = [](const Case& row) { return 32 * plantedCost(hopper(), {row}).issue; };
    EXPECT_NEAR(clocks({stridedLoad(20), Pattern::Linear}), 10, 0.5);
    EXPECT_NEAR(clocks({stridedLoad(24), Pattern::Linear}), 11.3, 0.5);
    EXPECT_NEAR(clocks({stridedLoad(32), Pattern::Linear}), 40, 0.5);
    EXPECT_NEAR(clocks({stridedLoad(64), Pattern::Linear}), 80, 0.5);
    EXPECT_NEAR(clocks({stridedLoad(80), Pattern::Linear}), 29, 1);
    EXPECT_NEAR(clocks({stridedLoad(96), Pattern::Linear}), 41, 1.5);
    const auto wide = stridedLoad(16, CachePlace::InsideL1, Format::RGBA32F);
    EXPECT_NEAR(clocks({wide, Pattern::Linear}), 4, 0.1);
    EXPECT_NEAR(clocks({stridedLoad(16), Pattern::Linear}), 16, 0.1);
}

TEST(SimulatedProfiles, LoadOwnWindowsFromBehindL1) {
    const auto slower = [](const Operation& own, const Operation& inside) {
        return planted(hopper(), {{own, Pattern::Linear}}) / planted(hopper(), {{inside, Pattern::Linear}});
    };
    EXPECT_GT(slower(stridedLoad(20, CachePlace::OwnWindow), stridedLoad(20)), 2);
    EXPECT_NEAR(slower(stridedLoad(128, CachePlace::OwnWindow), stridedLoad(128)), 1, 0.01)
        << "banks hide it";
    EXPECT_GT(slower(stridedLoad(128, CachePlace::OwnWindow, Format::RGBA32F),
                     stridedLoad(128, CachePlace::InsideL1, Format::RGBA32F)),
              2);
}

// By the model of the header, from the costs of the rows of each kind.
TEST(SimulatedProfiles, AddUpMixedLoadsByUnit) {
    for (const SimulatedProfile& profile : simulatedProfiles()) {
        for (const Case& row : mixedRows()) {
            if (row.operation.parts.empty()) continue;
            double storage = 0, textures = 0, constants = 0, arithmetic = 0, latency = 0;
            for (const Operation& part : row.operation.parts) {
                const LoadCost cost = plantedCost(profile, {{part, row.pattern}});
                const bool isStorage = part.source.kind == ResourceKind::StorageBuffer;
                const bool isConstant = part.source.kind == ResourceKind::UniformBuffer;
                (isConstant ? constants : isStorage || profile.oneUnit ? storage : textures) += cost.issue;
                arithmetic += cost.arithmetic;
                latency = std::max(latency, cost.latency);
            }
            const LoadCost mixed = plantedCost(profile, {row});
            EXPECT_DOUBLE_EQ(4 * mixed.issue, std::max({storage, textures, constants})) << caseName(row);
            EXPECT_DOUBLE_EQ(4 * mixed.arithmetic, arithmetic) << caseName(row);
            EXPECT_EQ(mixed.latency, latency) << caseName(row);
            EXPECT_EQ(mixed.inFlight, 4) << caseName(row);
            SimulatedProfile cpu = profile;
            cpu.properties.addsUp = 1;
            EXPECT_DOUBLE_EQ(4 * plantedCost(cpu, {row}).issue, storage + textures + constants + arithmetic);
        }
    }
}

// Units that work at the same time gain; those that share one do not.
TEST(SimulatedProfiles, HideLoadsOfOtherUnits) {
    const auto nanoseconds = [](const Operation& operation) {
        return planted(hopper(), {{operation, Pattern::Linear}});
    };
    const Operation raw = rawLoad(4), structured = structuredLoad(4), typed = typedLoad(Format::RGBA8);
    const double mixed = nanoseconds(mixedLoads({raw, raw, typed, typed}));
    EXPECT_NEAR(mixed, std::max(nanoseconds(raw), nanoseconds(typed)) / 2, 1e-6);
    const double shared = nanoseconds(mixedLoads({raw, raw, structured, structured}));
    EXPECT_NEAR(shared, (nanoseconds(raw) + nanoseconds(structured)) / 2, 1e-6);
}

TEST(SimulatedProfiles, PlantFloorsOfMixedLoads) {
    for (const Case& row : mixedRows()) {
        const Case floor = *floorOf(row);
        EXPECT_EQ(plantedCost(hopper(), {floor}).issue, 0) << caseName(row);
        EXPECT_LT(planted(hopper(), {floor}), planted(hopper(), {row})) << caseName(row);
    }
}

TEST(SimulatedProfiles, LoadByAddressesAsWideAsTheyPromise) {
    const auto under = [](const char* strategy, const Operation& load) {
        return planted(hopper(), {{load, Pattern::Linear}, parseStrategies(strategy).value().front()});
    };
    EXPECT_NEAR(under("address-4", rawLoad(4)) / under("address-16", rawLoad(4)), 4, 0.1);
    EXPECT_NEAR(under("address-4", structuredLoad(4)) / under("set", structuredLoad(4)), 4, 0.1);
    EXPECT_NEAR(under("address-4", rawLoad(4)), under("set", rawLoad(4)), 1e-6);
}

} // namespace
} // namespace vkperftest
