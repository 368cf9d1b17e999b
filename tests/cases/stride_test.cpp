#include <algorithm>
#include <cstddef>
#include <vector>

#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"
#include "shader_of.h"

namespace vkperftest {
namespace {

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

TEST(StrideSuite, ReadsAsManyBytesWhereTheStrideAllows) {
    for (const Case& row : traversingRows()) {
        const std::uint32_t members = traits(row.operation.source.format).channels;
        const std::uint32_t most = members == 1 ? 20 : members == 2 ? 24 : 32;
        const std::uint32_t stride = isSplit(row) ? 20 : row.operation.stride;
        EXPECT_EQ(4 * row.operation.width, std::min(stride, most)) << caseName(row);
    }
}

TEST(StrideSuite, StaysInsideItsSourceAndItsPlace) {
    for (const Case& row : traversingRows()) {
        EXPECT_LE(endOf(row), row.operation.source.bytes()) << caseName(row);
        EXPECT_EQ(row.operation.secondArray % 256, 0u); // as every device allows
        EXPECT_TRUE(!isSplit(row) || row.operation.secondArray >= row.operation.traversal->window * 12);
        if (isOwnWindow(row)) {
            EXPECT_GE(endOf(row), 11u << 20) << caseName(row);
        } else {
            EXPECT_LE(endOf(row), 12u * 1024) << caseName(row);
        }
    }
}

// Workgroups begin at different places, and yet every one must end with the model's sums.
TEST(StrideSuite, AnOwnWindowIsReadOnceAndAllWindowsHoldTheSame) {
    for (const Case& row : traversingRows()) {
        if (!isOwnWindow(row)) continue;
        SCOPED_TRACE(caseName(row));
        const Traversal& traversal = *row.operation.traversal;
        EXPECT_EQ(traversal.step, 256u);
        EXPECT_EQ(traversal.spread + 1, traversal.window / 256); // all places serve as a start
        EXPECT_EQ(traversal.window % 65536, 0u);
        EXPECT_EQ(row.operation.source.period, 65536u); // words: a power of two, so a part of any window
    }
    const std::vector<std::byte> bytes = sourceBytes(stridedLoad(4, CachePlace::OwnWindow).source);
    constexpr std::ptrdiff_t kPeriod = 4 * 65536;
    EXPECT_TRUE(std::equal(bytes.begin() + kPeriod, bytes.end(), bytes.begin()));
    EXPECT_FALSE(std::equal(bytes.begin() + kPeriod / 2, bytes.end(), bytes.begin()));
}

} // namespace
} // namespace vkperftest
