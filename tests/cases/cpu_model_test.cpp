#include "cases/cpu_model.h"

#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <gmock/gmock.h>

#include "cases/families/families.h"
#include "cases/suite.h"
#include "decoded_source.h"
#include "shader_of.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;

bool readsTexture(const Case& row) {
    return row.operation.source.kind == ResourceKind::Texture;
}

// The model a second time, in other words: bytes are uploaded, every invocation walks over addresses, the
// loaded channels are spread over a float4, and its dot product with (1, 3, 5, 7) is the sum. `shift` moves
// the start by so many elements, `down` by so many rows of a texture, for walks that the model must tell from
// the right one.
class Walk {
public:
    explicit Walk(const Case& row, std::size_t shift = 0, std::size_t down = 0)
        : row_(row), shift_(shift), down_(down),
          channelBytes_(traits(row.operation.source.format).bytesPerChannel),
          values_(decodedChannels(sourceBytes(onePeriod(row.operation.source)), row.operation.source.format)),
          vector_(shaderOf(row) == "raw_vector"), split_(shaderOf(row) == "split_buffer"),
          ownWindow_(isOwnWindow(row)) {
        if (shaderOf(row) == "push_constants") few_ = 4;
        if (shaderOf(row) == "short_constant_buffer") few_ = 16;
    }

    std::vector<float> sums() const {
        std::vector<float> result;
        if (row_.operation.copies) return copied();
        for (std::size_t index = 0; index < 256; ++index) result.push_back(static_cast<float>(sum(index)));
        return result;
    }

private:
    // Own windows lie in an array that repeats.
    static SourceResource onePeriod(SourceResource source) {
        if (source.period > 0) source.elements = source.period;
        return source;
    }

    // The destination word by word: which copy of which invocation wrote it, and from where.
    std::vector<float> copied() const {
        std::vector<float> result(std::size_t{256} * 256);
        for (std::size_t word = 0; word < result.size(); ++word) {
            const std::size_t matrix = word / 16;
            const std::size_t invocation = matrix % 256;
            const std::size_t copy = isWithoutLoads(row_.technique) ? 0 : matrix / 256;
            result[word] = static_cast<float>(values_[(invocation + copy + shift_) % 256 * 16 + word % 16]);
        }
        return result;
    }

    double sum(std::size_t index) const {
        if (row_.operation.traversal) return overWindow(index);
        if (isWithoutLoads(row_.technique)) {
            const std::size_t starts[] = {0, index, index * 3 % 16};
            const std::size_t element = readsTexture(row_) ? index / 16 * 32 + index % 16
                                                           : starts[static_cast<int>(row_.pattern)] + index;
            return 256 * loaded(wrapped(element * loadBytes()));
        }
        const double loads = readsTexture(row_) ? overTexture(index) : overBuffer(index);
        return row_.technique == Technique::PerLane ? loads + 16.0 * static_cast<double>(index) : loads;
    }

    double overBuffer(std::size_t index) const {
        const std::size_t starts[] = {0, index, index * 3 % 16};
        std::size_t address =
            row_.operation.byteOffset + loadBytes() * (starts[static_cast<int>(row_.pattern)] + shift_);
        double sum = 0;
        for (int load = 0; load < 256; ++load, address += loadBytes()) {
            sum += loaded(wrapped(address));
        }
        return sum;
    }

    // Few elements are walked over again and again.
    std::size_t wrapped(std::size_t address) const {
        return few_ > 0 ? address % (few_ * loadBytes()) : address;
    }

    double overTexture(std::size_t index) const {
        const auto start = [&](std::size_t local) {
            const std::size_t starts[] = {0, local, (local * 3 % 16 & 4) != 0 ? 4u : 0u};
            return starts[static_cast<int>(row_.pattern)];
        };
        double sum = 0;
        for (std::size_t y = 0; y < 16; ++y) {
            for (std::size_t x = 0; x < 16; ++x) {
                const std::size_t column = start(index % 16) + x + shift_;
                sum += loaded(((start(index / 16) + y + down_) * 32 + column) * loadBytes());
            }
        }
        return sum;
    }

    // Element after element of a window, from its begin again at its end; of own windows every 256th of
    // 65,536.
    double overWindow(std::size_t index) const {
        const std::size_t size = split_ ? 20 : row_.operation.stride;
        const std::size_t elements = vector_      ? (apart() ? 12000 : 12288) / pitch()
                                     : ownWindow_ ? 65536
                                                  : 12000 / size;
        const std::size_t step = isWithoutLoads(row_.technique) ? 0 : (ownWindow_ ? 256 : 1);
        double sum = 0;
        for (std::size_t load = 0; load < 256; ++load)
            sum += wideElement((index + shift_ + load * step) % elements);
        return sum;
    }

    bool apart() const { return row_.operation.name.find(" apart") != std::string::npos; }

    // Bytes from one vector to the next: a power of two that holds it, or an odd number of words.
    std::size_t pitch() const {
        if (apart()) return row_.operation.width * 4 + (row_.operation.width % 2 == 0 ? 4 : 0);
        std::size_t bytes = 1;
        while (bytes < row_.operation.width * channelBytes_) bytes *= 2;
        return bytes;
    }

    double wideElement(std::size_t element) const {
        double sum = 0;
        for (std::size_t k = 0; k < row_.operation.width; ++k) {
            const double weights[] = {1, 3, 5, 7};
            sum += weights[k % 4] * values_.at(wideAddress(element, k) / channelBytes_ % values_.size());
        }
        return sum;
    }

    std::size_t wideAddress(std::size_t element, std::size_t k) const {
        if (vector_) return row_.operation.byteOffset + element * pitch() + k * channelBytes_;
        if (!split_) return element * row_.operation.stride + 4 * k;
        const std::size_t second =
            ownWindow_ ? 9437184 : 7424; // behind 786,432 or 600 float3, to whole 256 bytes
        return k < 3 ? 12 * element + 4 * k : second + 8 * element + 4 * (k - 3);
    }

    double loaded(std::size_t address) const {
        const double* value = &values_.at(address / channelBytes_);
        switch (row_.operation.width) {
        case 1:
            return value[0] * (1 + 3 + 5 + 7);
        case 2:
            return value[0] * (1 + 5) + value[1] * (3 + 7);
        case 3:
            return value[0] * (1 + 7) + value[1] * 3 + value[2] * 5;
        default:
            return value[0] + value[1] * 3 + value[2] * 5 + value[3] * 7;
        }
    }

    std::size_t loadBytes() const { return row_.operation.width * channelBytes_; }

    Case row_;
    std::size_t shift_;
    std::size_t down_;
    std::size_t channelBytes_;
    std::vector<double> values_;
    bool vector_, split_, ownWindow_;
    std::size_t few_ = 0; // elements; 0: as many as are walked over
};

TEST(CpuModel, AgreesWithASecondComputation) {
    for (const Case& row : allRows()) EXPECT_EQ(expectedSums(row), Walk(row).sums()) << caseName(row);
}

TEST(CpuModel, HasOneSumForEachInvocationAndEveryWordOfACopy) {
    for (const Case& row : allRows())
        EXPECT_EQ(expectedSums(row).size(), row.operation.copies ? 65536u : 256u) << caseName(row);
}

TEST(CpuModel, TellsCopiesOfWrongMatricesAndWords) {
    for (const Case& row : bindingRows()) {
        if (!row.operation.copies) continue;
        const std::vector<float> words = expectedSums(row);
        EXPECT_FALSE(words == Walk(row, 1).sums()) << caseName(row);
        EXPECT_TRUE(compareSums(words, words).ok());
        std::vector<float> wrong = words;
        wrong[40000] = 1 - wrong[40000];
        EXPECT_EQ(compareSums(words, wrong).error().cause,
                  words[40000] == 0 ? "wrong values: word 40000 of workgroup 0's copies is 1, must be 0"
                                    : "wrong values: word 40000 of workgroup 0's copies is 0, must be 1");
    }
}

TEST(CpuModel, SharingLoadsChangesNoSum) {
    for (const Case& row : uniformRows()) {
        Case direct = row;
        direct.technique = Technique::Direct;
        direct.subgroupSize = 0;
        const bool other = row.technique == Technique::PerLane || row.technique == Technique::Floor;
        EXPECT_EQ(expectedSums(row) == expectedSums(direct), !other) << caseName(row);
    }
}

// Single precision holds whole numbers up to 2^24 exactly, whatever the order of the additions.
TEST(CpuModel, SumsAreExactInSinglePrecision) {
    for (const Case& row : allRows()) EXPECT_THAT(expectedSums(row), testing::Each(testing::Le(16777216.0f)));
}

TEST(CpuModel, UniformRowsGiveEveryInvocationTheSameSum) {
    for (Case row : matrixRows()) {
        if (row.pattern != Pattern::Uniform) continue;
        EXPECT_THAT(expectedSums(row), testing::Each(Walk(row).sums().front())) << caseName(row);
    }
}

TEST(CpuModel, TellsPatternsApart) {
    for (const Case& row : matrixRows()) {
        for (const Pattern other : {Pattern::Uniform, Pattern::Linear, Pattern::Random}) {
            if (other == row.pattern) continue;
            Case wrong = row;
            wrong.pattern = other;
            EXPECT_FALSE(expectedSums(row) == expectedSums(wrong)) << caseName(row);
        }
    }
}

TEST(CpuModel, TellsAShiftedStart) {
    for (const Case& row : matrixRows()) {
        EXPECT_FALSE(expectedSums(row) == Walk(row, 1).sums()) << caseName(row);
        if (!readsTexture(row)) continue;
        EXPECT_FALSE(expectedSums(row) == Walk(row, 0, 1).sums()) << caseName(row) << ", a row down";
        EXPECT_FALSE(expectedSums(row) == Walk(row, 1, 1).sums()) << caseName(row) << ", diagonally";
    }
}

TEST(CpuModel, TellsByteOffsetsApart) {
    for (const Case& row : matrixRows()) {
        if (shaderOf(row) != "raw_buffer") continue;
        Case wrong = row;
        wrong.operation = rawLoad(row.operation.width, 4 - row.operation.byteOffset);
        EXPECT_FALSE(expectedSums(row) == expectedSums(wrong)) << caseName(row);
    }
}

TEST(CpuModel, TellsWidthsApart) {
    for (const Case& row : matrixRows()) {
        if (shaderOf(row) != "raw_buffer") continue;
        for (const std::uint32_t width : {1u, 2u, 3u, 4u}) {
            Case wrong = row;
            wrong.operation = rawLoad(width, row.operation.byteOffset);
            if (width == row.operation.width) continue;
            EXPECT_FALSE(expectedSums(row) == expectedSums(wrong)) << caseName(row);
        }
    }
}

std::vector<Case> traversals() {
    std::vector<Case> rows = allRows();
    std::erase_if(rows, [](const Case& row) { return !row.operation.traversal; });
    return rows;
}

TEST(CpuModel, TellsShiftedTraversals) {
    for (const Case& row : traversals())
        EXPECT_FALSE(expectedSums(row) == Walk(row, 1).sums()) << caseName(row);
}

// Within one kind of load: half2 finds in its buffer what float2 finds in another, at twice the offset. The
// floors of narrow elements have too few values to differ, and other twins have their rows' sums.
TEST(CpuModel, TellsTraversalsApart) {
    std::map<std::tuple<std::string, Format, std::vector<float>>, std::string> rows;
    for (const Case& row : traversals()) {
        if (row.technique != Technique::Direct) continue;
        const auto [other, isNew] = rows.emplace(
            std::tuple(shaderOf(row), row.operation.source.format, expectedSums(row)), caseName(row));
        EXPECT_TRUE(isNew) << caseName(row) << ", " << other->second;
    }
}

// A kernel whose invocations all began at one place would else pass.
TEST(CpuModel, InvocationsOfTraversalsEndWithDifferentSums) {
    for (const Case& row : traversals()) {
        const std::vector<float> sums = expectedSums(row);
        const bool floor = isWithoutLoads(row.technique); // 0 to 16 ones, 256 times
        EXPECT_GT(std::set<float>(sums.begin(), sums.end()).size(), floor ? 1u : 8u) << caseName(row);
    }
}

class CompareSums : public testing::Test {
protected:
    // So many workgroups as a device without faults would return them.
    std::vector<float> workgroups(std::size_t count) const {
        std::vector<float> all;
        for (std::size_t i = 0; i < count; ++i) all.insert(all.end(), expected_.begin(), expected_.end());
        return all;
    }

    const std::vector<float> expected_ = expectedSums(defaultBaseline());
};

TEST_F(CompareSums, AcceptsWholeWorkgroups) {
    for (const std::size_t count : {1u, 2u, 7u}) EXPECT_TRUE(compareSums(expected_, workgroups(count)).ok());
}

TEST_F(CompareSums, NamesTheFirstWrongSum) {
    for (const std::size_t wrong : {0u, 255u, 256u, 300u, 767u}) {
        std::vector<float> observed = workgroups(3);
        observed[wrong] += 1;
        observed.back() = -1;
        const Result<void> result = compareSums(expected_, observed);
        ASSERT_FALSE(result.ok()) << wrong;
        EXPECT_EQ(result.error().kind, ErrorKind::WrongValues);
        EXPECT_THAT(result.error().cause, HasSubstr("invocation " + std::to_string(wrong % 256) +
                                                    " of workgroup " + std::to_string(wrong / 256) + " "));
    }
}

TEST_F(CompareSums, FindsTheSmallestDifference) {
    std::vector<float> observed = workgroups(1);
    observed[5] = std::nextafter(observed[5], std::numeric_limits<float>::infinity());
    EXPECT_FALSE(compareSums(expected_, observed).ok());
}

TEST_F(CompareSums, FindsWhatIsNoNumber) {
    for (const float odd :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        std::vector<float> observed = workgroups(2);
        observed[257] = odd;
        const Result<void> result = compareSums(expected_, observed);
        ASSERT_FALSE(result.ok());
        EXPECT_THAT(result.error().cause, HasSubstr("invocation 1 of workgroup 1 "));
    }
}

TEST_F(CompareSums, WantsWholeWorkgroups) {
    std::vector<float> observed = workgroups(2);
    observed.pop_back();
    const Result<void> result = compareSums(expected_, observed);
    ASSERT_FALSE(result.ok());
    EXPECT_THAT(result.error().cause, HasSubstr("511 values"));
    EXPECT_FALSE(compareSums(expected_, {}).ok());
}

std::vector<Case> sampledRows(Sampler sampler) {
    std::vector<Case> rows = matrixRows();
    std::erase_if(rows, [&](const Case& row) { return row.operation.sampler != sampler; });
    return rows;
}

// Half a texel beside the centres lie the means of four.
std::vector<float> filtered(const Case& row) {
    std::vector<float> sums(256);
    for (const std::size_t down : {0u, 1u}) {
        for (const std::size_t right : {0u, 1u}) {
            const std::vector<float> window = Walk(row, right, down).sums();
            for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += window[i] / 4;
        }
    }
    return sums;
}

Result<void> besideCentres(const Case& row, const std::vector<float>& observed) {
    return compareBesideCentres(row, expectedSums(row), observed);
}

TEST(CompareBesideCentres, TellsFilters) {
    for (const Case& row : sampledRows(Sampler::Linear)) {
        SCOPED_TRACE(caseName(row));
        const bool varies = row.pattern != Pattern::Uniform;
        EXPECT_TRUE(besideCentres(row, filtered(row)).ok());
        EXPECT_EQ(besideCentres(row, expectedSums(row)).ok(), !varies);
        if (row.pattern == Pattern::Linear) { // at random only four places are read, too few for this one
            EXPECT_FALSE(besideCentres(row, Walk(row, 1, 0).sums()).ok());
        }
        EXPECT_EQ(besideCentres(row, Walk(row, 1, 1).sums()).ok(), !varies);
    }
}

TEST(CompareBesideCentres, ForgivesWhatADeviceRoundsInMixing) {
    for (const Case& row : sampledRows(Sampler::Linear)) {
        std::vector<float> rounded = filtered(row);
        for (std::size_t i = 0; i < rounded.size(); ++i) rounded[i] -= i % 3 == 0 ? 3.0f : 4.0f;
        EXPECT_TRUE(besideCentres(row, rounded).ok()) << caseName(row);
    }
}

TEST(CompareBesideCentres, LeavesTheNearestTexelWhatItIs) {
    for (const Case& row : sampledRows(Sampler::Nearest)) {
        EXPECT_TRUE(besideCentres(row, expectedSums(row)).ok()) << caseName(row);
        EXPECT_FALSE(besideCentres(row, filtered(row)).ok()) << caseName(row);
    }
}

TEST(CompareBesideCentres, RefusesWhatIsMissing) {
    const Case row = sampledRows(Sampler::Linear)[1];
    EXPECT_FALSE(besideCentres(row, {}).ok());
    std::vector<float> sums = filtered(row);
    sums[7] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(besideCentres(row, sums).ok());
    sums.pop_back();
    EXPECT_FALSE(besideCentres(row, sums).ok());
}

} // namespace
} // namespace vkperftest
