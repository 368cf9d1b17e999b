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

TEST(StrideSuite, HasEveryStrideOfEachKindAndTheSplitFormInBothPlaces) {
    std::vector<std::string> names;
    for (const Case& row : strideRows()) names.push_back(caseName(row));
    std::vector<std::string> loads = {"StructuredBuffer<float3>+<float2>.Load linear"};
    const std::pair<int, const char*> kKinds[] = {{4, ""}, {8, " of float2"}, {16, " of float4"}};
    for (const auto& [bytes, of] : kKinds) {
        for (const int stride : {4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 80, 96, 128}) {
            if (stride % bytes == 0)
                loads.push_back("StructuredBuffer<" + std::to_string(stride) + " bytes" + of +
                                ">.Load linear");
        }
    }
    for (const std::string& load : loads) {
        for (const char* what : {"", ", own window", ", floor"}) EXPECT_THAT(names, Contains(load + what));
    }
    EXPECT_EQ(names.size(), 1u + (20 + 11 + 7) * 3);
    EXPECT_THAT(strideRows(), Contains(defaultBaseline()));
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

TEST(StrideSuite, TheSecondPartBeginsWhereEveryDeviceAllows) {
    for (const Case& row : traversingRows()) {
        if (!isSplit(row)) continue;
        EXPECT_EQ(row.operation.secondArray % 256, 0u);
        EXPECT_GE(row.operation.secondArray, row.operation.traversal->window * 12);
    }
}

} // namespace
} // namespace vkperftest
