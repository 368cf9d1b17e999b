#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"
#include "shader_of.h"

namespace vkperftest {
namespace {

using testing::Contains;
using testing::ElementsAre;

std::vector<Case> vectors() {
    std::vector<Case> rows = vectorRows();
    std::erase_if(rows, [](const Case& row) { return shaderOf(row) != "raw_vector"; });
    return rows;
}

TEST(VectorSuite, HasEveryOffsetAndAFloorOfEveryWidth) {
    std::vector<std::string> names;
    for (const Case& row : vectorRows()) names.push_back(caseName(row));
    for (const std::string element : {"float", "half"}) {
        for (int width = 2; width <= 16; width += element == "half" ? 2 : 1) {
            const std::string name = "ByteAddressBuffer.Load<" + element + std::to_string(width) + "> linear";
            for (const char* placed : {"", ", offset 4", ", offset 8", ", offset 12", ", offset 16",
                                       ", offset 20", ", offset 28", ", offset 32", ", floor"})
                EXPECT_THAT(names, Contains(name + placed));
        }
    }
    for (const char* apart : {"2> 12", "3> 12", "4> 20", "5> 20", "9> 36", "15> 60", "16> 68"})
        EXPECT_THAT(names, Contains(fmt::format("ByteAddressBuffer.Load<float{} bytes apart linear", apart)));
    for (const char* promised : {"8 bytes of float2", "16 bytes of float4", "32 bytes of float4"}) {
        EXPECT_THAT(names, Contains(fmt::format("StructuredBuffer<{}>.Load linear", promised)));
        EXPECT_THAT(names, Contains(fmt::format("StructuredBuffer<{}>.Load linear, floor", promised)));
    }
    EXPECT_EQ(names.size(), 1u + 15 * 10 + 8 * 9 + 3 * 2);
    EXPECT_THAT(vectorRows(), Contains(defaultBaseline()));
}

TEST(VectorSuite, IsMeasuredUnderOneStrategy) {
    EXPECT_THAT(findSuite("vector").value()->strategies, ElementsAre(Strategy::Set));
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
