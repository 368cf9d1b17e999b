#include <algorithm>

#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"
#include "shader_of.h"

namespace vkperftest {
namespace {

std::vector<Case> vectors() {
    std::vector<Case> rows = vectorRows();
    std::erase_if(rows, [](const Case& row) { return shaderOf(row) != "raw_vector"; });
    return rows;
}

TEST(VectorSuite, NaturalAlignmentIsThePowerOfTwoThatHoldsTheVector) {
    using Widths = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
    for (const auto& [width, alignment] : Widths{{2, 8}, {3, 16}, {4, 16}, {5, 32}, {8, 32}, {9, 64}})
        EXPECT_EQ(vectorLoad(Format::R32F, width).stride, alignment) << width;
    for (const auto& [width, alignment] : Widths{{2, 4}, {6, 16}, {16, 32}})
        EXPECT_EQ(vectorLoad(Format::R16F, width).stride, alignment) << width;
}

TEST(VectorSuite, AllLoadsOfARowAreMisalignedAlikeAndStayInside) {
    for (const Case& row : vectors()) {
        const Operation& load = row.operation;
        const Traversal& traversal = *load.traversal;
        for (const std::uint32_t distance : {traversal.unit, traversal.step, traversal.window})
            EXPECT_EQ(distance % load.stride, 0u) << caseName(row);
        const std::uint32_t words = (traits(load.source.format).bytesOf(load.width) + 3) / 4;
        EXPECT_LE(load.byteOffset + traversal.window - traversal.unit + 4 * words, load.source.bytes())
            << caseName(row);
        EXPECT_LE(traversal.window, 12u * 1024) << caseName(row); // within L1
        EXPECT_EQ(traversal.spread, 0u) << caseName(row);
    }
}

} // namespace
} // namespace vkperftest
