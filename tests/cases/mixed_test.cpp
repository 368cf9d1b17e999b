#include <algorithm>
#include <set>

#include <gmock/gmock.h>

#include "cases/load_facts.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

// Without the baseline, which comes first.
std::vector<Case> mixedLoadRows() {
    std::vector<Case> rows = mixedRows();
    rows.erase(rows.begin());
    return rows;
}

// Neither samplers, traversals nor loads of push constants: what the parts' fields cannot express together.
TEST(MixedSuite, PartsAreLoadsThatCanBeMixed) {
    for (const Case& row : mixedLoadRows()) {
        EXPECT_EQ(row.operation.parts.size(), loadsPerIteration(row)) << caseName(row);
        std::set<std::uint32_t> offsets = {0};
        for (const Operation& part : row.operation.parts) {
            EXPECT_EQ(part.sampler, Sampler::None) << caseName(row);
            EXPECT_FALSE(part.traversal || part.copies || part.secondArray > 0) << caseName(row);
            EXPECT_NE(part.source.kind, ResourceKind::PushConstants) << caseName(row);
            EXPECT_TRUE(part.parts.empty()) << caseName(row);
            offsets.insert(part.byteOffset);
        }
        EXPECT_LE(offsets.size(), 2u) << caseName(row) << ": the kernel gets one";
        EXPECT_EQ(*offsets.rbegin(), row.operation.byteOffset) << caseName(row);
    }
}

// Or a row would measure misses that the rows of its kinds do not have.
TEST(MixedSuite, ReadsNoMoreThanTheSmallestL1Holds) {
    constexpr std::size_t kSmallest = 16 * 1024, kElements = 511, kTexels = 31 * 31;
    for (const Case& row : mixedLoadRows()) {
        std::vector<SourceResource> counted; // parts that read one resource read the same elements, or fewer
        std::size_t bytes = 0;
        for (const Operation& part : row.operation.parts) {
            if (std::ranges::count(counted, part.source) > 0) continue;
            counted.push_back(part.source);
            std::uint32_t widest = 0;
            for (const Operation& other : row.operation.parts) {
                if (other.source == part.source) widest = std::max(widest, factsOf({other}).stride);
            }
            bytes += widest * (part.source.kind == ResourceKind::Texture ? kTexels : kElements);
        }
        EXPECT_LE(bytes, kSmallest) << caseName(row);
    }
}

} // namespace
} // namespace vkperftest
