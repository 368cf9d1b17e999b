#include <algorithm>
#include <cstddef>
#include <vector>

#include <gmock/gmock.h>

#include "cases/source_data.h"
#include "cases/suite.h"
#include "cases/traversal.h"

namespace vkperftest {
namespace {

using testing::Contains;

std::vector<Case> traversingRows() {
    std::vector<Case> rows = strideRows();
    std::erase_if(rows, [](const Case& row) { return !traverses(row.access); });
    return rows;
}

// Bytes of the source that the row's elements reach up to.
std::uint32_t endOf(const Case& row) {
    const std::uint32_t elements = traversalOf(row).window;
    return row.access == Access::SplitLoad ? secondPartOffset(row) + 8 * elements : row.stride * elements;
}

TEST(StrideSuite, HasEveryStrideAndTheSplitFormInBothPlaces) {
    std::vector<std::string> names;
    for (const Case& row : strideRows()) names.push_back(caseName(row));
    std::vector<std::string> loads = {"StructuredBuffer<float3>+<float2>.Load linear"};
    for (int stride = 4; stride <= 64; stride += 4)
        loads.push_back("StructuredBuffer<" + std::to_string(stride) + " bytes>.Load linear");
    for (const char* stride : {"80", "96", "128"})
        loads.push_back(std::string("StructuredBuffer<") + stride + " bytes>.Load linear");
    for (const std::string& load : loads) {
        for (const char* what : {"", ", outside L1", ", floor"}) EXPECT_THAT(names, Contains(load + what));
    }
    EXPECT_EQ(names.size(), 1u + 20 * 3);
    EXPECT_THAT(strideRows(), Contains(defaultBaseline()));
}

TEST(StrideSuite, ReadsTwentyBytesWhereTheStrideAllows) {
    for (const Case& row : traversingRows()) {
        const bool small = row.access == Access::StridedLoad && row.stride < 20;
        EXPECT_EQ(4 * row.width, small ? row.stride : 20u) << caseName(row);
    }
}

TEST(StrideSuite, NamesSayStrideAndPlace) {
    const Case row{.access = Access::StridedLoad,
                   .format = Format::R32F,
                   .width = 5,
                   .stride = 24,
                   .outsideL1 = true,
                   .pattern = Pattern::Linear};
    EXPECT_EQ(caseName(row), "StructuredBuffer<24 bytes>.Load linear, outside L1");
    EXPECT_EQ(caseId(row), "strided-24-linear-outside-l1");
    EXPECT_EQ(operationName(row), "StructuredBuffer<24 bytes>.Load");
    EXPECT_EQ(kernelKey(row), "strided_buffer.24.linear");
}

TEST(StrideSuite, StaysInsideItsSourceAndItsPlace) {
    for (const Case& row : traversingRows()) {
        EXPECT_LE(endOf(row), sourceResource(row).bytes()) << caseName(row);
        if (row.outsideL1) {
            EXPECT_GE(endOf(row), 1024u * 1024) << caseName(row);
        } else {
            EXPECT_LE(endOf(row), 12u * 1024) << caseName(row);
        }
    }
}

// Workgroups begin at different places, and yet every one must end with the model's sums.
TEST(StrideSuite, OutsideL1AWorkgroupReadsEveryElementOrAPeriodOfThemOnce) {
    for (const Case& row : traversingRows()) {
        if (!row.outsideL1) continue;
        SCOPED_TRACE(caseName(row));
        const Traversal traversal = traversalOf(row);
        EXPECT_EQ(traversal.step, 256u);
        EXPECT_EQ(traversal.spread + 1, traversal.window / 256) << "all places serve as a start";
        EXPECT_EQ(traversal.window % 65536, 0u);
        const SourceResource source = sourceResource(row);
        EXPECT_EQ(traversal.window > 65536, source.period > 0);
        if (source.period == 0) continue;
        EXPECT_LT(row.stride, 16u);
        EXPECT_EQ(source.period, 65536 * row.stride / 4);
        const std::vector<std::byte> bytes = sourceBytes(source);
        const std::size_t period = 65536u * row.stride;
        EXPECT_TRUE(
            std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(period), bytes.end(), bytes.begin()));
        EXPECT_FALSE(
            std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(period / 2), bytes.end(), bytes.begin()));
    }
}

TEST(StrideSuite, TheSecondPartBeginsWhereEveryDeviceAllows) {
    for (const Case& row : traversingRows()) {
        if (row.access != Access::SplitLoad) continue;
        EXPECT_EQ(secondPartOffset(row) % 256, 0u);
        EXPECT_GE(secondPartOffset(row), traversalOf(row).window * 12);
    }
}

} // namespace
} // namespace vkperftest
