#include "cases/controls.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>

#include "cases/binding.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "shader_of.h"

namespace vkperftest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Case> missingOf(Technique technique, std::span<const Case> rows) {
    std::vector<Case> twins = missingTwins(rows);
    std::erase_if(twins, [&](const Case& twin) { return twin.technique != technique; });
    return twins;
}

std::vector<Case> missingFloors(std::span<const Case> rows) {
    return missingOf(Technique::Floor, rows);
}

std::vector<std::string> namesOf(Technique technique, const std::vector<std::string>& filters) {
    std::vector<std::string> names;
    const std::vector<Case> rows = selectRows(matrixRows(), filters).value();
    for (const Case& twin : missingOf(technique, rows)) names.push_back(caseName(twin));
    return names;
}

std::vector<std::string> floorsOf(const std::vector<std::string>& filters) {
    return namesOf(Technique::Floor, filters);
}

TEST(Floor, IsSharedByRowsOfOneKernel) {
    EXPECT_THAT(floorsOf({"Buffer<R8>.Load linear", "Buffer<R16f>.Load linear"}),
                ElementsAre("Buffer<R8>.Load linear, floor"));
    EXPECT_THAT(floorsOf({"cbuffer"}), // a random row has that of the linear one
                ElementsAre("cbuffer{float4} load uniform, floor", "cbuffer{float4} load linear, floor"));
    EXPECT_THAT(floorsOf({"ByteAddressBuffer.Load2 linear", "ByteAddressBuffer.Load2 unaligned linear"}),
                ElementsAre("ByteAddressBuffer.Load2 linear, floor"));
    EXPECT_THAT(floorsOf({"Texture2D<RG8>.Sample(nearest) linear", "Texture2D<RG8>.Sample(bilinear) linear"}),
                ElementsAre("Texture2D<RG8>.Sample(nearest) linear, floor"));
}

// Widths of buffers: three typed, four raw, three structured, one constant; of textures: three fetched, three
// sampled.
TEST(Floor, TheMatrixNeedsFewOfThem) {
    EXPECT_THAT(missingFloors(matrixRows()), SizeIs(2 * (3 + 4 + 3 + 1 + 3 + 3)));
}

TEST(Floor, EveryLoopOfItsOwnHasOneAndNoneServesNobody) {
    for (const Suite& suite : suites()) {
        const std::vector<Case> rows = suite.rows();
        const std::vector<Case> floors = missingFloors(rows);
        std::set<std::string> kernels;
        for (const Case& floor : floors) {
            EXPECT_TRUE(kernels.insert(kernelKey(floor)).second) << caseName(floor);
            EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const Case& row) {
                return servesAsFloor(floor, row);
            })) << caseName(floor);
        }
        for (const Case& row : rows) {
            const auto serves = [&](const Case& floor) { return servesAsFloor(floor, row); };
            EXPECT_EQ(std::count_if(rows.begin(), rows.end(), serves) +
                          std::count_if(floors.begin(), floors.end(), serves),
                      floorOf(row) ? 1 : 0)
                << caseName(row);
        }
    }
}

// Addresses take other kernels than descriptors; rows that share a floor must share it there, too.
TEST(Floor, ServesUnderEveryStrategyThatBindsTheRow) {
    std::size_t otherKernels = 0;
    for (const Suite& suite : suites()) {
        std::vector<Case> floors = missingFloors(suite.rows());
        for (const Case& row : suite.rows()) {
            if (row.technique == Technique::Floor) floors.push_back(row);
        }
        for (const Case& row : suite.rows()) {
            const auto serves = [&](const Case& floor) { return servesAsFloor(floor, row); };
            const auto floor = std::find_if(floors.begin(), floors.end(), serves);
            if (floor == floors.end()) continue;
            for (const Strategy strategy : kEveryStrategy) {
                if (!whyUnsupported({row, strategy}).empty()) continue;
                const BoundRow bound{*floor, strategy};
                EXPECT_TRUE(whyUnsupported(bound).empty()) << caseName(row);
                EXPECT_EQ(kernelKey(bound), kernelKey({*floorOf(row), strategy})) << caseName(row);
                otherKernels += kernelKey(bound) != kernelKey(*floor);
            }
        }
    }
    EXPECT_GT(otherKernels, 0u);
}

TEST(SerialTwin, IsTheRowWithOneLoadInFlight) {
    const Case row{rawLoad(4), Pattern::Random};
    EXPECT_EQ(caseName(*serialOf(row)), "ByteAddressBuffer.Load4 random, serial");
    EXPECT_EQ(kernelKey(*serialOf(row)), "raw_buffer.4.random.serial");
    EXPECT_EQ(serialOf(row)->operation, row.operation);
    EXPECT_FALSE(serialOf(*serialOf(row)));
    EXPECT_FALSE(floorOf(*serialOf(row)));
    EXPECT_FALSE(serialOf(*floorOf(row)));
    const Case sized{rawLoad(4), Pattern::Uniform, Technique::Direct, 16};
    EXPECT_EQ(serialOf(sized)->subgroupSize, 16u);
}

// Loops that share loads have as many in flight as they have; of a copy's, each iteration waits for its own;
// an iteration of mixed loads has one of each part.
TEST(Twins, BelongToRowsThatLoadDirectly) {
    for (const Suite& suite : suites()) {
        for (const Case& row : suite.rows()) {
            const bool direct = row.technique == Technique::Direct;
            const bool own = direct && accessOf(row.operation.kind) == RowAccess::Load &&
                             row.operation.kind != LoadKind::Mixed;
            EXPECT_EQ(serialOf(row).has_value(), own) << caseName(row);
            // Reduce adds up a share of the elements alone; shuffles and broadcasts do more than load and add.
            EXPECT_EQ(floorOf(row).has_value(),
                      !onlyWrites(row.operation.kind) && (direct || row.technique == Technique::PerLane))
                << caseName(row);
        }
    }
}

// Rows of one kernel share a floor, but each loads from a resource of its own.
TEST(SerialTwin, IsOneForEachRow) {
    EXPECT_THAT(namesOf(Technique::Serial, {"Buffer<R8>.Load linear", "Buffer<R16f>.Load linear"}),
                ElementsAre("Buffer<R8>.Load linear, serial", "Buffer<R16f>.Load linear, serial"));
    EXPECT_THAT(missingOf(Technique::Serial, matrixRows()), SizeIs(138));
    const Case row{rawLoad(4), Pattern::Linear};
    EXPECT_THAT(missingOf(Technique::Serial, std::vector<Case>{row, row}), SizeIs(1));
    EXPECT_THAT(missingOf(Technique::Serial, std::vector<Case>{row, *serialOf(row)}), IsEmpty());
}

// Else a kernel would leave its loop early, and count too few ticks.
TEST(CounterChain, NoRoundEndsWithTheValueThatStopsIt) {
    for (std::size_t kernel = 0; kernel < kCounterKernels.size(); ++kernel) {
        const CounterConstants constants{.slot = static_cast<std::uint32_t>(kernel)};
        std::uint32_t value = constants.slot;
        for (std::uint32_t round = 0; round < constants.rounds; ++round) {
            for (std::uint32_t step = 0; step < kStepsOfRound[kernel]; ++step)
                value = (value ^ constants.flipped) + constants.added;
            ASSERT_NE(value, constants.never) << round;
        }
        EXPECT_EQ(value, chainEnd(kernel));
    }
    EXPECT_NE(chainEnd(0), chainEnd(1)); // or one kernel's result could pass for the other's
}

// Else a compiler may find that many steps are one.
TEST(CounterChain, ItsValuesDoNotRepeat) {
    const CounterConstants constants;
    std::set<std::uint32_t> values;
    std::uint32_t value = 0;
    for (int step = 0; step < 4096; ++step)
        EXPECT_TRUE(values.insert(value = (value ^ constants.flipped) + constants.added).second) << step;
}

} // namespace
} // namespace vkperftest
