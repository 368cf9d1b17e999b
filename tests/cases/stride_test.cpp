#include <algorithm>
#include <cstddef>
#include <vector>

#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"
#include "shader_of.h"

namespace vkperftest {
namespace {

using testing::Contains;

std::vector<Case> traversingRows() {
    std::vector<Case> rows = strideRows();
    std::erase_if(rows, [](const Case& row) { return !row.operation.traversal; });
    return rows;
}

bool isSplit(const Case& row) {
    return row.operation.secondArray > 0;
}

// Bytes of the source that the row's elements reach up to.
std::uint32_t endOf(const Case& row) {
    const std::uint32_t elements = row.operation.traversal->window;
    return isSplit(row) ? row.operation.secondArray + 8 * elements : row.operation.stride * elements;
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
        const bool small = !isSplit(row) && row.operation.stride < 20;
        EXPECT_EQ(4 * row.operation.width, small ? row.operation.stride : 20u) << caseName(row);
    }
}

TEST(StrideSuite, NamesSayStrideAndPlace) {
    const Case row{stridedLoad(24, CachePlace::OutsideL1), Pattern::Linear};
    EXPECT_EQ(caseName(row), "StructuredBuffer<24 bytes>.Load linear, outside L1");
    EXPECT_EQ(caseId(row), "strided-24-linear-outside-l1");
    EXPECT_EQ(row.operation.name, "StructuredBuffer<24 bytes>.Load");
    EXPECT_EQ(kernelKey(row), "strided_buffer.24.linear");
}

TEST(StrideSuite, StaysInsideItsSourceAndItsPlace) {
    for (const Case& row : traversingRows()) {
        EXPECT_LE(endOf(row), row.operation.source.bytes()) << caseName(row);
        if (isOutsideL1(row)) {
            EXPECT_GE(endOf(row), 1024u * 1024) << caseName(row);
        } else {
            EXPECT_LE(endOf(row), 12u * 1024) << caseName(row);
        }
    }
}

// Workgroups begin at different places, and yet every one must end with the model's sums.
TEST(StrideSuite, OutsideL1AWorkgroupReadsEveryElementOrAPeriodOfThemOnce) {
    for (const Case& row : traversingRows()) {
        if (!isOutsideL1(row)) continue;
        SCOPED_TRACE(caseName(row));
        const Traversal& traversal = *row.operation.traversal;
        EXPECT_EQ(traversal.step, 256u);
        EXPECT_EQ(traversal.spread + 1, traversal.window / 256) << "all places serve as a start";
        EXPECT_EQ(traversal.window % 65536, 0u);
        const SourceResource& source = row.operation.source;
        EXPECT_EQ(traversal.window > 65536, source.period > 0);
        if (source.period == 0) continue;
        EXPECT_LT(row.operation.stride, 16u);
        EXPECT_EQ(source.period, 65536 * row.operation.stride / 4);
        const std::vector<std::byte> bytes = sourceBytes(source);
        const std::size_t period = 65536u * row.operation.stride;
        EXPECT_TRUE(
            std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(period), bytes.end(), bytes.begin()));
        EXPECT_FALSE(
            std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(period / 2), bytes.end(), bytes.begin()));
    }
}

TEST(StrideSuite, TheSecondPartBeginsWhereEveryDeviceAllows) {
    for (const Case& row : traversingRows()) {
        if (!isSplit(row)) continue;
        EXPECT_EQ(row.operation.secondArray % 256, 0u);
        EXPECT_GE(row.operation.secondArray, row.operation.traversal->window * 12);
    }
}

} // namespace
} // namespace vkperftest
