#include "cases/controls.h"

#include <algorithm>
#include <set>

#include "cases/binding.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "matchers.h"
#include "shader_of.h"

namespace vkperftest::controls_test {

std::vector<Case> missingOf(Technique technique, std::span<const Case> rows) {
    std::vector<Case> controls = missingControls(rows);
    std::erase_if(controls, [&](const Case& control) { return control.technique != technique; });
    return controls;
}

std::vector<Case> missingNoLoadControls(std::span<const Case> rows) {
    return missingOf(Technique::NoLoads, rows);
}

std::vector<std::string> namesOf(Technique technique, const std::vector<std::string>& filters) {
    std::vector<std::string> names;
    const std::vector<Case> rows = selectRows(matrixRows(), filters).value();
    for (const Case& control : missingOf(technique, rows)) names.push_back(caseName(control));
    return names;
}

std::vector<std::string> noLoadControlsOf(const std::vector<std::string>& filters) {
    return namesOf(Technique::NoLoads, filters);
}

TEST(NoLoads, IsSharedByRowsOfOneKernel) {
    EXPECT_THAT(noLoadControlsOf({"Buffer<R8>.Load linear", "Buffer<R16f>.Load linear"}),
                ElementsAre("Buffer<R8>.Load linear, no loads"));
    EXPECT_THAT(
        noLoadControlsOf({"cbuffer"}), // a random row has that of the linear one
        ElementsAre("cbuffer{float4} load uniform, no loads", "cbuffer{float4} load linear, no loads"));
    EXPECT_THAT(
        noLoadControlsOf({"ByteAddressBuffer.Load2 linear", "ByteAddressBuffer.Load2 unaligned linear"}),
        ElementsAre("ByteAddressBuffer.Load2 linear, no loads"));
    EXPECT_THAT(
        noLoadControlsOf({"Texture2D<RG8>.Sample(nearest) linear", "Texture2D<RG8>.Sample(bilinear) linear"}),
        ElementsAre("Texture2D<RG8>.Sample(nearest) linear, no loads"));
}

// Widths of buffers: three typed, four raw, three structured, one constant; of textures: three fetched, three sampled.
TEST(NoLoads, TheMatrixNeedsFewOfThem) {
    EXPECT_THAT(missingNoLoadControls(matrixRows()), SizeIs(2 * (3 + 4 + 3 + 1 + 3 + 3)));
}

TEST(NoLoads, EveryLoopOfItsOwnHasOneAndNoneServesNobody) {
    for (const Suite& suite : suites()) {
        const std::vector<Case> rows = suite.rows();
        const std::vector<Case> noLoadControls = missingNoLoadControls(rows);
        std::set<std::string> kernels;
        for (const Case& noLoads : noLoadControls) {
            EXPECT_TRUE(kernels.insert(kernelKey(noLoads)).second) << caseName(noLoads);
            EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const Case& row) {
                return servesAsNoLoads(noLoads, row);
            })) << caseName(noLoads);
        }
        for (const Case& row : rows) {
            const auto serves = [&](const Case& noLoads) { return servesAsNoLoads(noLoads, row); };
            EXPECT_EQ(std::count_if(rows.begin(), rows.end(), serves) +
                          std::count_if(noLoadControls.begin(), noLoadControls.end(), serves),
                      noLoadsOf(row) ? 1 : 0)
                << caseName(row);
        }
    }
}

// Addresses take other kernels than descriptors; rows that share a no-load control must share it there, too.
TEST(NoLoads, ServesUnderEveryStrategyThatBindsTheRow) {
    std::size_t otherKernels = 0;
    for (const Suite& suite : suites()) {
        std::vector<Case> noLoadControls = missingNoLoadControls(suite.rows());
        for (const Case& row : suite.rows()) {
            if (row.technique == Technique::NoLoads) noLoadControls.push_back(row);
        }
        for (const Case& row : suite.rows()) {
            const auto serves = [&](const Case& noLoads) { return servesAsNoLoads(noLoads, row); };
            const auto noLoads = std::find_if(noLoadControls.begin(), noLoadControls.end(), serves);
            if (noLoads == noLoadControls.end()) continue;
            for (const Strategy strategy : kEveryStrategy) {
                if (!whyUnsupported({row, strategy}).empty()) continue;
                const BoundRow bound{*noLoads, strategy};
                EXPECT_TRUE(whyUnsupported(bound).empty()) << caseName(row);
                EXPECT_EQ(kernelKey(bound), kernelKey({*noLoadsOf(row), strategy})) << caseName(row);
                otherKernels += kernelKey(bound) != kernelKey(*noLoads);
            }
        }
    }
    EXPECT_GT(otherKernels, 0u);
}

TEST(DependentControl, IsTheRowWithOneLoadInFlight) {
    const Case row{rawLoad(4), Pattern::Random};
    EXPECT_EQ(caseName(*dependentOf(row)), "ByteAddressBuffer.Load4 random, dependent");
    EXPECT_EQ(kernelKey(*dependentOf(row)), "raw_buffer.4.random.dependent");
    EXPECT_EQ(dependentOf(row)->operation, row.operation);
    EXPECT_FALSE(dependentOf(*dependentOf(row)));
    EXPECT_FALSE(noLoadsOf(*dependentOf(row)));
    EXPECT_FALSE(dependentOf(*noLoadsOf(row)));
    const Case sized{rawLoad(4), Pattern::Uniform, Technique::Direct, 16};
    EXPECT_EQ(dependentOf(sized)->subgroupSize, 16u);
}

// Loops that share loads have as many in flight as they have; an iteration of mixed loads has one of each part.
TEST(Controls, BelongToRowsThatLoadDirectly) {
    for (const Suite& suite : suites()) {
        for (const Case& row : suite.rows()) {
            const bool direct = row.technique == Technique::Direct;
            const bool own = direct && accessOf(row.operation.kind) == RowAccess::Load &&
                             row.operation.kind != LoadKind::Mixed;
            EXPECT_EQ(dependentOf(row).has_value(), own) << caseName(row);
            // Reduce adds up a share of the elements alone; shuffles and broadcasts do more than load and add.
            EXPECT_EQ(noLoadsOf(row).has_value(),
                      !onlyWrites(row.operation.kind) && (direct || row.technique == Technique::PerLane))
                << caseName(row);
        }
    }
}

// Rows of one kernel share a no-load control, but each loads from a resource of its own.
TEST(DependentControl, IsOneForEachRow) {
    EXPECT_THAT(namesOf(Technique::Dependent, {"Buffer<R8>.Load linear", "Buffer<R16f>.Load linear"}),
                ElementsAre("Buffer<R8>.Load linear, dependent", "Buffer<R16f>.Load linear, dependent"));
    EXPECT_THAT(missingOf(Technique::Dependent, matrixRows()), SizeIs(138));
    const Case row{rawLoad(4), Pattern::Linear};
    EXPECT_THAT(missingOf(Technique::Dependent, std::vector<Case>{row, row}), SizeIs(1));
    EXPECT_THAT(missingOf(Technique::Dependent, std::vector<Case>{row, *dependentOf(row)}), IsEmpty());
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

} // namespace vkperftest::controls_test
