#include "cases/cpu_model.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "base/enum_table.h"
#include "cases/every_row.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "decoded_source.h"
#include "golden.h"
#include "matchers.h"
#include "shader_of.h"
#include "suite_rows.h"
#include "wrong_part.h"

namespace vkperftest::cpu_model_test {

bool readsTexture(const Case& row) {
    return isImage(row.operation.source.kind);
}

// The number of the descriptor that the invocation should load through, in an array of eight.
std::size_t descriptorOf(const Case& row, std::size_t index) {
    const std::size_t numbers[] = {0, 5, 5, index / 64 * 2 + 1, (index ^ index / 8) % 8};
    return numbers[static_cast<int>(row.operation.index)];
}

// The model a second time, in other words: bytes are uploaded, every invocation walks over addresses, the
// loaded channels are spread over a float4, and its dot product with (1, 3, 5, 7) is the sum. `shift` moves
// the start by so many elements, `down` by so many rows of a texture, and in an array of descriptors, invocation
// i takes number `taken(i)`, for walks that the model must tell from the right one.
class Walk {
public:
    using Taken = std::function<std::size_t(std::size_t)>;

    explicit Walk(const Case& row, std::size_t shift = 0, std::size_t down = 0, Taken taken = {})
        : row_(row), shift_(shift), down_(down), taken_(std::move(taken)),
          named_(row.operation.source.format), values_(valuesOf(onePeriod(row.operation.source))),
          vector_(row.operation.kind == LoadKind::RawVector), split_(shaderOf(row) == "split_buffer"),
          ownWindow_(isOwnWindow(row)), apart_(isNamed(" apart")), fourArrays_(isNamed("+<float>+")),
          gathers_(isNamed("Gather")) {
        if (shaderOf(row) == "push_constants" || shaderOf(row) == "specialization_constants") few_ = 4;
        if (shaderOf(row) == "short_constant_buffer")
            few_ = row.operation.name.find("[4]") != std::string::npos ? 4 : 16;
    }

    std::vector<float> sums() const {
        std::vector<float> result;
        if (accessOf(row_.operation.kind) == RowAccess::Store) return stored();
        if (accessOf(row_.operation.kind) == RowAccess::Atomic) return operands();
        if (!row_.operation.parts.empty()) return taken(row_);
        for (std::size_t index = 0; index < 256; ++index) result.push_back(static_cast<float>(sum(index)));
        return result;
    }

private:
    bool isNamed(const char* part) const { return row_.operation.name.find(part) != std::string::npos; }

    // Which many rows share.
    static const std::vector<double>& valuesOf(const SourceResource& source) {
        static std::deque<std::pair<SourceResource, std::vector<double>>> known;
        for (const auto& [other, values] : known)
            if (other == source) return values;
        return known.emplace_back(source, decodedChannels(sourceBytes(source), source.format)).second;
    }

    // Own windows lie in an array that repeats.
    static SourceResource onePeriod(SourceResource source) {
        if (source.period > 0 && !isImage(source.kind)) source.elements = source.period;
        return source;
    }

    // Store by store, in order; each writes over what was there. Places are bytes from the window's beginning.
    std::vector<float> stored() const {
        const std::size_t ofValue = named_.bits / 8;
        std::vector<float> result(262144 / ofValue, -1);
        if (isWithoutLoads(row_.technique)) return result;
        const std::size_t bytes = row_.operation.name.find("128 bytes") != std::string::npos  ? 128
                                  : row_.operation.name.find("64 bytes") != std::string::npos ? 64
                                                                                              : loadBytes();
        std::size_t window = 1024 * bytes;
        while (2 * window <= 256 * 1024) window *= 2;
        const std::size_t apart = row_.pattern == Pattern::Uniform  ? 0
                                  : row_.pattern == Pattern::Linear ? 1
                                                                    : 11265;
        const bool shared = shaderOf(row_) == "shared_store",
                   strided = row_.pattern > Pattern::Random && shared;
        const std::size_t besides = row_.pattern > Pattern::Stride2 ? 1 : 256; // of shared memory
        for (std::size_t store = 0; store < 256; ++store) {
            for (std::size_t index = 0; index < 256; ++index) {
                const std::size_t place = shared ? (first(index) + store % 4 * besides) * bytes
                                                 : (index * apart + 256 * store) * bytes % window;
                const std::size_t own =
                    apart == 0 ? 0 : (ofValue < 4 ? 5u : 4u) * (strided ? index % 64 : index);
                const std::size_t value = 1 + own + (ofValue < 4 ? 1061u : 1024u) * store;
                for (std::size_t k = 0; k < row_.operation.width; ++k)
                    result[place / ofValue + k] =
                        static_cast<float>((value + k) % (std::size_t{1} << named_.bits));
            }
        }
        return result;
    }

    // What is summed up, the smallest value, and the last one.
    std::vector<float> operands() const {
        std::vector<float> result;
        for (int index = 0; index < 256; ++index) {
            int sum = 0, least = 1 << 30, last = 0;
            for (int number = 0; number < 256; ++number) {
                sum += 1 + index % 4;
                least = std::min(least, 4 * (255 - number) + 1 + index % 4);
                last = row_.operation.atomic == Atomic::Exchange ? 256 * number + 1 + index : 1 + index;
            }
            const int all[] = {0, sum, least, last, last};
            result.push_back(static_cast<float>(all[static_cast<int>(row_.operation.atomic)]));
        }
        return result;
    }

    // Of mixed loads: every fourth load of a walk of each kind, and each begins a load later than the one before.
    static std::vector<float> taken(const Case& row) {
        std::vector<float> sums(256);
        for (std::size_t part = 0; part < 4; ++part) {
            const Walk walk({row.operation.parts.at(part), row.pattern, row.technique});
            for (std::size_t index = 0; index < 256; ++index) {
                for (std::size_t load = part; load < 256; load += 4)
                    sums[index] += static_cast<float>(walk.oneLoad(index, load));
            }
        }
        return sums;
    }

    // Bytes from the source's beginning to where an invocation's address counts from. The addresses of an array
    // make up for the descriptor that is meant: the last one needs none.
    std::size_t base(std::size_t index) const {
        if (row_.operation.kind != LoadKind::Bindless) return row_.operation.byteOffset;
        const std::size_t own = descriptorOf(row_, index), last = 7;
        const std::size_t apart = readsTexture(row_) ? 2 * 32 * loadBytes() : 256;
        return apart * ((taken_ ? taken_(index) : own) + last - own);
    }

    // The first element that the invocation reads.
    std::size_t first(std::size_t index) const {
        const std::uint32_t hash = static_cast<std::uint32_t>(index) * 2654435761u;
        const std::size_t lane = index & 63;
        const std::string name(patternName(row_.pattern));
        if (name.starts_with("stride ")) return lane * std::stoul(name.substr(7));
        const std::pair<std::string_view, std::size_t> starts[] = {{"uniform", 0},
                                                                   {"linear", index},
                                                                   {"random", index * 3 % 16},
                                                                   {"reversed", 255 - index},
                                                                   {"hashed", hash >> 23},
                                                                   {"per subgroup", index - lane},
                                                                   {"coinciding", 0},
                                                                   {"loop counter", 0}};
        const auto found = std::ranges::find(starts, name, &std::pair<std::string_view, std::size_t>::first);
        return found == std::end(starts) ? throw std::invalid_argument(name) : found->second;
    }

    double oneLoad(std::size_t index, std::size_t load) const {
        if (isWithoutLoads(row_.technique)) return sum(index) / 256;
        if (!readsTexture(row_)) return loaded(base(index) + elementBytes() * (first(index) + load));
        return loaded(texelAddress(index, load % 16, load / 16));
    }

    double sum(std::size_t index) const {
        if (row_.operation.traversal) return overWindow(index);
        if (isWithoutLoads(row_.technique)) {
            const std::size_t element =
                readsTexture(row_) ? index / 16 * 32 + index % 16 : first(index) + index;
            return 256 * loaded(wrapped(row_.operation.byteOffset + element * elementBytes()));
        }
        const double loads = readsTexture(row_) ? overTexture(index) : overBuffer(index);
        return row_.technique == Technique::PerLane ? loads + 16.0 * static_cast<double>(index) : loads;
    }

    double overBuffer(std::size_t index) const {
        std::size_t address = base(index) + elementBytes() * (first(index) + shift_);
        double sum = 0;
        for (int load = 0; load < 256; ++load, address += elementBytes()) {
            sum += loaded(wrapped(address));
        }
        return sum;
    }

    // Few elements are walked over again and again.
    std::size_t wrapped(std::size_t address) const {
        return few_ > 0 ? address % (few_ * loadBytes()) : address;
    }

    std::size_t texelAddress(std::size_t index, std::size_t x, std::size_t y) const {
        const auto start = [&](std::size_t lanes) { // one after the other along the axis
            if (row_.pattern == Pattern::Hashed) return first(index) / lanes % 16;
            const std::size_t local = index / lanes % 16;
            const std::size_t starts[] = {0, local, (local * 3 % 16 & 4) != 0 ? 4u : 0u};
            return starts[static_cast<int>(row_.pattern)];
        };
        const std::size_t column = start(1) + x + shift_;
        const std::size_t face = row_.operation.name.starts_with("TextureCube") ? 2 : 0; // +X, -X, +Y
        return base(index) + (face * 1024 + (start(16) + y + down_) * 32 + column) * named_.bytes;
    }

    double overTexture(std::size_t index) const {
        double sum = 0;
        for (std::size_t y = 0; y < 16; ++y) {
            for (std::size_t x = 0; x < 16; ++x) sum += loaded(texelAddress(index, x, y));
        }
        return sum;
    }

    // Element after element of a window, from its begin again at its end; of own windows every 256th of 65,536.
    double overWindow(std::size_t index) const {
        const std::size_t size = split_ ? 20 : row_.operation.stride;
        const std::size_t elements = vector_      ? (apart_ ? 12000 : 12288) / pitch()
                                     : ownWindow_ ? 65536
                                                  : 12000 / size;
        const std::size_t step = isWithoutLoads(row_.technique) ? 0 : (ownWindow_ ? 256 : 1);
        double sum = 0;
        for (std::size_t load = 0; load < 256; ++load)
            sum += wideElement((index + shift_ + load * step) % elements);
        return sum;
    }

    // Bytes from one vector to the next: a power of two that holds it, or an odd number of words.
    std::size_t pitch() const {
        if (apart_) return row_.operation.width * 4 + (row_.operation.width % 2 == 0 ? 4 : 0);
        std::size_t bytes = 1;
        while (bytes < loadBytes()) bytes *= 2;
        return bytes;
    }

    double wideElement(std::size_t element) const {
        double sum = 0;
        for (std::size_t k = 0; k < row_.operation.width; ++k) {
            const double weights[] = {1, 3, 5, 7};
            sum += weights[k % 4] * values_.at(valueAt(wideAddress(element, k)) % values_.size());
        }
        return sum;
    }

    std::size_t wideAddress(std::size_t element, std::size_t k) const {
        if (vector_) return row_.operation.byteOffset + element * pitch() + k * named_.bits / 8;
        if (!split_) return row_.operation.byteOffset + element * row_.operation.stride + k * named_.bits / 8;
        const std::size_t second =
            ownWindow_ ? 9437184 : 7424; // behind 786,432 or 600 float3, to whole 256 bytes
        return k < 3 ? 12 * element + 4 * k : second + 8 * element + 4 * (k - 3);
    }

    double loaded(std::size_t address) const {
        const double* value = &values_.at(valueAt(address));
        if (fourArrays_) // of 1,024 words
            return value[0] + value[1024] * 3 + value[2048] * 5 + value[3072] * 7;
        if (gathers_) { // counterclockwise from the lower left
            const std::size_t line = std::size_t{32} * named_.channels;
            return value[line] + value[line + named_.channels] * 3 + value[named_.channels] * 5 +
                   value[0] * 7;
        }
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

    std::size_t elementBytes() const {
        return row_.operation.stride > 0 ? row_.operation.stride : loadBytes();
    }

    std::size_t loadBytes() const { return row_.operation.width * named_.bytes / named_.channels; }

    std::size_t valueAt(std::size_t address) const { return address * named_.channels / named_.bytes; }

    Case row_;
    std::size_t shift_;
    std::size_t down_;
    Taken taken_;
    NamedFormat named_;
    const std::vector<double>& values_;
    bool vector_, split_, ownWindow_, apart_, fourArrays_, gathers_;
    std::size_t few_ = 0; // elements; 0: as many as are walked over
};

// Single precision holds whole numbers up to 2^24 exactly, whatever the order of the additions.
TEST(CpuModel, AgreesWithASecondComputationAndIsExactInSinglePrecision) {
    std::map<std::string, std::vector<float>> walks; // by what their sums depend on
    for (const Case& row : allRows()) {
        const std::vector<float> sums = expectedSums(row);
        const bool alike = row.technique != Technique::PerLane && !isWithoutLoads(row.technique);
        const Case walked{row.operation, row.pattern, alike ? Technique::Direct : row.technique};
        const auto [walk, isNew] = walks.try_emplace(caseName(walked));
        if (isNew) walk->second = Walk(walked).sums();
        EXPECT_EQ(sums, walk->second) << caseName(row);
        const auto [least, most] = std::ranges::minmax(sums);
        EXPECT_TRUE(least >= -16777216.0f && most <= 16777216.0f) << caseName(row);
    }
}

std::vector<Case> traversals() {
    std::vector<Case> rows = allRows();
    std::erase_if(rows,
                  [](const Case& row) { return !row.operation.traversal || onlyWrites(row.operation.kind); });
    return rows;
}

bool isOneAddress(const Case& row) {
    return row.pattern == Pattern::Uniform || row.pattern == Pattern::Coinciding ||
           row.pattern == Pattern::LoopCounter;
}

// A kernel of any other pattern fails.
TEST(CpuModel, TellsEveryPatternApart) {
    const auto expectApart = [](const std::vector<Case>& rows, std::size_t patterns) {
        for (const Case& row : rows) {
            const bool equal = anisotropyOf(row.operation.sampler) > 0; // all texels
            const std::vector<float> sums = expectedSums(row);
            for (std::size_t other = 0; other < patterns && !equal && !onlyWrites(row.operation.kind);
                 ++other) {
                Case wrong = row;
                wrong.pattern = static_cast<Pattern>(other);
                if (isOneAddress(wrong) && isOneAddress(row)) continue;
                if (wrong.pattern == row.pattern || wrong.pattern == Pattern::Scattered)
                    continue; // of stores
                EXPECT_FALSE(sums == expectedSums(wrong)) << caseName(row) << ", " << caseName(wrong);
            }
        }
    };
    for (const std::vector<Case>& rows : {suiteRows("pattern"), suiteRows("shared"), suiteRows("narrow")})
        expectApart(rows, enumeratorCount<Pattern>());
    expectApart(findSuite(kDefaultSuite).value()->rows(), 3);
    expectApart(suiteRows("texture"), 2);
}

TEST(CpuModel, TellsAShiftedStart) {
    for (const std::vector<Case>& rows : {suiteRows(kDefaultSuite), suiteRows("pattern"), suiteRows("shared"),
                                          suiteRows("narrow"), suiteRows("texture"), traversals()}) {
        for (const Case& row : rows) {
            if (anisotropyOf(row.operation.sampler) > 0 || onlyWrites(row.operation.kind)) continue;
            const std::vector<float> sums = expectedSums(row);
            EXPECT_FALSE(sums == Walk(row, 1).sums()) << caseName(row);
            if (!readsTexture(row)) continue;
            EXPECT_FALSE(sums == Walk(row, 0, 1).sums()) << caseName(row) << ", a row down";
            EXPECT_FALSE(sums == Walk(row, 1, 1).sums()) << caseName(row) << ", diagonally";
        }
    }
}

TEST(CpuModel, TellsWidthsAndByteOffsetsApart) {
    for (const Case& row : matrixRows()) {
        if (shaderOf(row) != "raw_buffer") continue;
        const Operation& own = row.operation;
        for (const Operation& other :
             {rawLoad(1, own.byteOffset), rawLoad(2, own.byteOffset), rawLoad(3, own.byteOffset),
              rawLoad(4, own.byteOffset), rawLoad(own.width, 4 - own.byteOffset)}) {
            const bool same = other.width == own.width && other.byteOffset == own.byteOffset;
            EXPECT_EQ(expectedSums(row) == expectedSums({other, row.pattern}), same) << caseName(row);
        }
    }
}

// The values of any of its parts.
TEST(CpuModel, TellsAWrongPartOfMixedLoads) {
    for (const Case& row : suiteRows("mixed")) {
        for (std::size_t part = 0; part < row.operation.parts.size(); ++part)
            EXPECT_TRUE(withWrongPart(row, part)) << caseName(row) << ", part " << part;
    }
}

// Each of the others, and what a driver without waterfall loops takes: that of the subgroup's first lane.
TEST(CpuModel, TellsWrongDescriptors) {
    for (const Case& row : suiteRows("bindless")) {
        if (row.operation.index == DescriptorIndex::None) continue;
        for (std::size_t off = 1; off < 8; ++off) {
            const Walk walk(row, 0, 0,
                            [&](std::size_t index) { return (descriptorOf(row, index) + off) % 8; });
            EXPECT_FALSE(expectedSums(row) == walk.sums()) << caseName(row) << ", " << off;
        }
        if (row.operation.index != DescriptorIndex::PerLane) continue;
        for (const std::size_t lanes : {4u, 8u, 16u, 32u, 64u}) {
            const Walk walk(row, 0, 0, [&](std::size_t i) { return descriptorOf(row, i / lanes * lanes); });
            EXPECT_FALSE(expectedSums(row) == walk.sums()) << caseName(row) << ", subgroups of " << lanes;
        }
    }
}

// What the rows differ in is the index alone.
TEST(CpuModel, EveryIndexOfADescriptorLoadsTheSame) {
    for (Case row : suiteRows("bindless")) {
        if (row.operation.index != DescriptorIndex::None) continue;
        const Operation load =
            std::exchange(row.operation, indexedLoad(row.operation, DescriptorIndex::Constant));
        const std::vector<float> sums = expectedSums(row);
        for (const DescriptorIndex index :
             {DescriptorIndex::Uniform, DescriptorIndex::PerSubgroup, DescriptorIndex::PerLane})
            EXPECT_EQ(expectedSums({indexedLoad(load, index), row.pattern}), sums) << load.name;
    }
}

// Within one kind of load: half2 finds in its buffer what float2 finds in another, at twice the offset. The
// no-load controls of narrow elements have too few values to differ, and other controls have their rows' sums.
TEST(CpuModel, TellsTraversalsApart) {
    std::map<std::tuple<std::string, Format, std::vector<float>>, std::string> rows;
    for (const Case& row : traversals()) {
        // Rows of other memory are those of the device's own, elsewhere; structs are elements, read at once.
        const LoadKind kind = row.operation.kind;
        const bool again = kind == LoadKind::OtherMemory || kind == LoadKind::Struct;
        if (row.technique != Technique::Direct || again) continue;
        const auto [other, isNew] = rows.emplace(
            std::tuple(shaderOf(row), row.operation.source.format, expectedSums(row)), caseName(row));
        EXPECT_TRUE(isNew) << caseName(row) << ", " << other->second;
    }
}

// A kernel whose invocations all began at one place would else pass.
TEST(CpuModel, InvocationsOfTraversalsEndWithDifferentSums) {
    for (const Case& row : traversals()) {
        const std::vector<float> sums = expectedSums(row);
        const bool noLoads = isWithoutLoads(row.technique); // 0 to 16 ones, 256 times
        EXPECT_GT(std::set<float>(sums.begin(), sums.end()).size(), noLoads ? 1u : 8u) << caseName(row);
    }
}

TEST(CompareSums, AcceptsWholeWorkgroupsAndNamesTheFirstWrongSum) {
    const std::vector<float> expected = expectedSums(defaultBaseline());
    std::vector<float> right;
    for (int count = 0; count < 3; ++count) {
        right.insert(right.end(), expected.begin(), expected.end());
        EXPECT_TRUE(compareSums(expected, right).ok());
    }
    const float infinity = std::numeric_limits<float>::infinity();
    for (const std::size_t wrong : {0u, 255u, 256u, 300u, 767u}) {
        for (const float value :
             {std::nextafter(right[wrong], infinity), infinity, std::numeric_limits<float>::quiet_NaN()}) {
            std::vector<float> observed = right;
            observed.back() = -1;
            observed[wrong] = value;
            const Error error = compareSums(expected, observed).error();
            EXPECT_EQ(error.kind, ErrorKind::WrongValues);
            EXPECT_THAT(error.cause,
                        HasSubstr(fmt::format("invocation {} of workgroup {} ", wrong % 256, wrong / 256)));
        }
    }
    right.pop_back();
    EXPECT_THAT(compareSums(expected, right).error().cause, HasSubstr("767 values"));
    EXPECT_FALSE(compareSums(expected, {}).ok());
}

std::vector<Case> sampledRows(Sampler sampler, std::vector<Case> rows = matrixRows()) {
    std::erase_if(rows, [&](const Case& row) { return row.operation.sampler != sampler; });
    return rows;
}

// Half a texel beside the centres lie the means of four, or of two of a row.
std::vector<float> filtered(const Case& row, std::size_t rows = 2) {
    std::vector<float> sums(256);
    for (std::size_t down = 0; down < rows; ++down) {
        for (const std::size_t right : {0u, 1u}) {
            const std::vector<float> window = Walk(row, right, down).sums();
            for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += window[i] / static_cast<float>(2 * rows);
        }
    }
    return sums;
}

// What lies at a place of an image of 16 x 16 texels that begins behind 32 x 32, wrapped.
double secondLevelAt(const std::vector<double>& values, double u, double v) {
    const double x = u * 16 - 0.5, y = v * 16 - 0.5;
    double sum = 0;
    for (const double i : {std::floor(x), std::floor(x) + 1}) {
        for (const double j : {std::floor(y), std::floor(y) + 1}) {
            const double weight = (1 - std::abs(x - i)) * (1 - std::abs(y - j));
            const std::size_t texel =
                1024 + static_cast<std::size_t>(j + 16) % 16 * 16 + static_cast<std::size_t>(i + 16) % 16;
            for (std::size_t channel = 0; channel < 4; ++channel)
                sum += weight * static_cast<double>(1 + 2 * channel) * values.at(4 * texel + channel);
        }
    }
    return sum;
}

// Halfway between two levels lies the mean of both.
std::vector<float> betweenLevels(const Case& row) {
    const SourceResource& source = row.operation.source;
    const std::vector<double> values = decodedChannels(sourceBytes(source), source.format);
    std::vector<float> sums = Walk(row).sums();
    for (std::size_t index = 0; index < sums.size(); ++index) {
        const bool linear = row.pattern == Pattern::Linear;
        const double column = linear ? static_cast<double>(index % 16) : 0,
                     line = linear ? static_cast<double>(index / 16) : 0;
        double second = 0;
        for (int y = 0; y < 16; ++y)
            for (int x = 0; x < 16; ++x)
                second += secondLevelAt(values, (column + x + 0.5) / 32, (line + y + 0.5) / 32);
        sums[index] = static_cast<float>((sums[index] + second) / 2);
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
        std::vector<float> sums = filtered(row); // as a device rounds in mixing
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] -= i % 3 == 0 ? 3.0f : 4.0f;
        EXPECT_TRUE(besideCentres(row, sums).ok());
        EXPECT_FALSE(besideCentres(row, {}).ok());
        sums.pop_back();
        EXPECT_FALSE(besideCentres(row, sums).ok());
        sums.push_back(std::numeric_limits<float>::quiet_NaN());
        EXPECT_EQ(besideCentres(row, sums).ok(), !varies);
    }
}

// Floats exactly between texels and levels, other formats and the matrix's rows as far as they vary.
TEST(CompareBesideCentres, TellsFiltersOfOtherImagesAndSamples) {
    std::size_t exact = 0;
    for (const Sampler sampler : {Sampler::Linear, Sampler::Between, Sampler::Trilinear}) {
        for (const Case& row : sampledRows(sampler, suiteRows("texture"))) {
            SCOPED_TRACE(caseName(row));
            const bool levels = sampler == Sampler::Trilinear;
            const bool rowsAlone = hasOwnAddresses(row.operation.source.shape);
            std::vector<float> mixed = levels ? betweenLevels(row) : filtered(row, rowsAlone ? 1 : 2);
            const bool exactly = sampler != Sampler::Linear && row.operation.source.format != Format::RGBA8;
            EXPECT_TRUE(besideCentres(row, mixed).ok());
            EXPECT_EQ(besideCentres(row, expectedSums(row)).ok(),
                      row.pattern == Pattern::Uniform && !exactly);
            mixed[100] = std::nextafter(mixed[100], 0.0f);
            EXPECT_EQ(besideCentres(row, mixed).ok(), !exactly);
            exact += exactly ? 1 : 0;
        }
    }
    EXPECT_EQ(exact, 8u);
}

// What is gathered does not depend on the place between four texels, and equal texels mix to what they are.
TEST(CompareBesideCentres, WantsTheSameSumsWhereNothingIsMixed) {
    for (const Case& row : sampledRows(Sampler::Nearest)) {
        EXPECT_TRUE(besideCentres(row, expectedSums(row)).ok()) << caseName(row);
        EXPECT_FALSE(besideCentres(row, filtered(row)).ok()) << caseName(row);
    }
    for (const Sampler sampler :
         {Sampler::Gather, Sampler::Anisotropic2, Sampler::Anisotropic4, Sampler::Anisotropic16}) {
        for (const Case& row : sampledRows(sampler, suiteRows("texture"))) {
            std::vector<float> sums = expectedSums(row);
            EXPECT_TRUE(besideCentres(row, sums).ok()) << caseName(row);
            sums[255] += 1;
            EXPECT_FALSE(besideCentres(row, sums).ok()) << caseName(row);
        }
    }
}

TEST(SampleConstants, MeasureWhereTheFilterMixes) {
    const auto of = [](Sampler sampler) { return sampleConstants({sample(Format::RGBA8, sampler)}); };
    EXPECT_EQ(of(Sampler::Linear).timed, 0);
    EXPECT_EQ(of(Sampler::Between).timed, 0.5f / 32);
    EXPECT_EQ(of(Sampler::Between).exact, 0);
    EXPECT_EQ(of(Sampler::Trilinear).timed, 0.5f);
    EXPECT_EQ(of(Sampler::Anisotropic16).timed, 0.5f);
    EXPECT_EQ(of(Sampler::Anisotropic2).timed, 2.0f / 32);
    EXPECT_EQ(of(Sampler::Gather).timed, 0);
    for (const Case& row : sampledRows(Sampler::Linear))
        EXPECT_EQ(sampleConstants(row).mixing, of(Sampler::Between).mixing);
}

} // namespace vkperftest::cpu_model_test
