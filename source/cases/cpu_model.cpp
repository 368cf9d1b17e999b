#include "cases/cpu_model.h"

#include <cmath>

#include <fmt/format.h>

#include "cases/source_data.h"
#include "cases/traversal.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kWeights[] = {1, 3, 5, 7};
constexpr std::uint32_t kTextureLoop = 16; // loads an axis; a workgroup is as wide

// Weighted channels of one load of `width` channels; a raw load runs over as many one-word elements instead.
std::uint32_t weightedLoad(const SourceResource& source, std::uint32_t element, std::uint32_t width,
                           bool raw) {
    constexpr std::uint32_t kSpread[4][4] = {{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 2, 0}, {0, 1, 2, 3}};
    std::uint32_t sum = 0;
    for (std::size_t lane = 0; lane < 4; ++lane) {
        const std::uint32_t channel = kSpread[width - 1][lane];
        sum += kWeights[lane] *
               (raw ? sourceValue(source, element + channel, 0) : sourceValue(source, element, channel));
    }
    return sum;
}

std::uint32_t start(Pattern pattern, std::uint32_t index) {
    switch (pattern) {
    case Pattern::Uniform:
        return 0;
    case Pattern::Linear:
        return index;
    case Pattern::Random:
        return (3 * index) % 16;
    }
    return 0;
}

// What the load of number `index`, counted from the start of the resource, returns.
std::uint32_t bufferLoad(const Case& row, const SourceResource& source, std::uint32_t index) {
    if (row.access == Access::PushedLoad) index %= kPushedElements;
    if (row.access == Access::ShortConstantLoad) index %= kShortElements;
    const bool raw = row.access == Access::RawLoad;
    const std::uint32_t step = raw ? row.width : 1; // in elements of the resource
    return weightedLoad(source, index * step + row.byteOffset / 4, row.width, raw);
}

std::uint32_t bufferSum(const Case& row, const SourceResource& source, std::uint32_t invocation) {
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < kLoadsPerInvocation; ++i) {
        sum += bufferLoad(row, source, start(row.pattern, invocation) + i);
    }
    return sum;
}

std::uint32_t textureLoad(const Case& row, const SourceResource& source, std::uint32_t x, std::uint32_t y) {
    return weightedLoad(source, y * kTextureSize + x, row.width, false);
}

// Over the invocation's window, moved by so many texels: `load` tells of one.
template <class Load>
std::uint32_t textureSum(const Case& row, std::uint32_t invocation, std::uint32_t shiftX,
                         std::uint32_t shiftY, const Load& load) {
    const auto axisStart = [&](std::uint32_t local) {
        const std::uint32_t offset = start(row.pattern, local);
        return row.pattern == Pattern::Random ? offset / 4 % 2 * 4 : offset;
    };
    const std::uint32_t x0 = axisStart(invocation % kTextureLoop) + shiftX;
    const std::uint32_t y0 = axisStart(invocation / kTextureLoop) + shiftY;
    std::uint32_t sum = 0;
    for (std::uint32_t y = 0; y < kTextureLoop; ++y) {
        for (std::uint32_t x = 0; x < kTextureLoop; ++x) {
            sum += load(x0 + x, y0 + y);
        }
    }
    return sum;
}

// So many times the one value that the invocation holds: that of the load of its own number.
std::uint32_t floorSum(const Case& row, const SourceResource& source, std::uint32_t invocation) {
    const std::uint32_t held =
        readsTexture(row.access)
            ? textureLoad(row, source, invocation % kTextureLoop, invocation / kTextureLoop)
            : bufferLoad(row, source, start(row.pattern, invocation) + invocation);
    return kLoadsPerInvocation * held;
}

std::uint32_t sumOf(const Case& row, const SourceResource& source, std::uint32_t invocation) {
    if (row.technique == Technique::Floor) return floorSum(row, source, invocation);
    const auto texel = [&](std::uint32_t x, std::uint32_t y) { return textureLoad(row, source, x, y); };
    const std::uint32_t sum = readsTexture(row.access) ? textureSum(row, invocation, 0, 0, texel)
                                                       : bufferSum(row, source, invocation);
    // Every channel began with the invocation's number.
    return sum + (row.technique == Technique::PerLane ? (1 + 3 + 5 + 7) * invocation : 0);
}

// Value number `value` of the element at `place`, in the window's own unit.
std::uint32_t elementValue(const Case& row, const SourceResource& source, std::uint32_t place,
                           std::uint32_t value) {
    const std::uint32_t perWord = 4 / traits(source.format).bytesPerChannel;
    const auto ofWord = [&](std::uint32_t word) {
        return sourceValue(source, word + value / perWord, value % perWord);
    };
    switch (row.access) {
    case Access::StridedLoad:
        return ofWord(place * row.stride / 4);
    case Access::SplitLoad:
        return value < kFirstWords ? ofWord(place * kFirstWords)
                                   : ofWord(secondPartOffset(row) / 4 + place * kSecondWords - kFirstWords);
    default:
        return ofWord((place + row.byteOffset) / 4);
    }
}

// Each element's weighted sum is formed once, since neighbouring invocations read the same ones.
std::vector<float> traversalSums(const Case& row, const SourceResource& source) {
    const Traversal traversal = traversalOf(row);
    std::vector<std::uint32_t> elements(traversal.window / traversal.unit);
    for (std::uint32_t i = 0; i < elements.size(); ++i) {
        for (std::uint32_t value = 0; value < row.width; ++value)
            elements[i] += kWeights[value % 4] * elementValue(row, source, i * traversal.unit, value);
    }
    const std::uint32_t step = traversal.step / traversal.unit;
    std::vector<float> sums;
    for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation) {
        const std::size_t first = start(row.pattern, invocation);
        std::uint32_t sum = 0;
        for (std::size_t i = 0; i < kLoadsPerInvocation; ++i) {
            const std::size_t gone = row.technique == Technique::Floor ? 0 : i * step;
            sum += elements[(first + gone) % elements.size()];
        }
        sums.push_back(static_cast<float>(sum));
    }
    return sums;
}

// Copy number i of an invocation, matrix `i * 256 + invocation` of the destination, is the source's matrix of
// the invocation's number and i; the floor's always that of its number.
std::vector<float> copiedWords(const Case& row, const SourceResource& source) {
    const std::uint32_t matrices = source.elements / kWordsPerMatrix;
    std::vector<float> words;
    for (std::uint32_t i = 0; i < kCopiesPerInvocation; ++i) {
        for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation) {
            const std::uint32_t shift = row.technique == Technique::Floor ? 0 : i;
            const std::uint32_t first = (invocation + shift) % matrices * kWordsPerMatrix;
            for (std::uint32_t word = 0; word < kWordsPerMatrix; ++word)
                words.push_back(static_cast<float>(sourceValue(source, first + word, 0)));
        }
    }
    return words;
}

// What a bilinear filter makes of the sums half a texel beside the centres: the means of four windows each.
std::vector<double> bilinearSums(const Case& row) {
    const SourceResource source = sourceResource(row);
    std::vector<std::uint32_t> texels; // each weighted once: they are read by hundreds of invocations
    for (std::uint32_t i = 0; i < kTextureSize * kTextureSize; ++i)
        texels.push_back(textureLoad(row, source, i % kTextureSize, i / kTextureSize));
    const auto texel = [&](std::uint32_t x, std::uint32_t y) { return texels[y * kTextureSize + x]; };
    std::vector<double> sums;
    for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation) {
        double sum = 0;
        for (const std::uint32_t y : {0u, 1u}) {
            for (const std::uint32_t x : {0u, 1u}) sum += textureSum(row, invocation, x, y, texel) / 4.0;
        }
        sums.push_back(sum);
    }
    return sums;
}

std::string wrongValue(std::size_t index, std::size_t ofWorkgroup, float observed, float expected) {
    const std::size_t place = index % ofWorkgroup;
    const std::size_t workgroup = index / ofWorkgroup;
    return ofWorkgroup == kInvocationsPerGroup
               ? fmt::format("wrong values: invocation {} of workgroup {} summed {}, must be {}", place,
                             workgroup, observed, expected)
               : fmt::format("wrong values: word {} of workgroup {}'s copies is {}, must be {}", place,
                             workgroup, observed, expected);
}

} // namespace

std::vector<float> expectedSums(const Case& row) {
    const SourceResource source = sourceResource(row);
    if (traverses(row.access)) return traversalSums(row, source);
    if (copies(row.access)) return copiedWords(row, source);
    std::vector<float> sums;
    for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation) {
        sums.push_back(static_cast<float>(sumOf(row, source, invocation)));
    }
    return sums;
}

Result<void> compareSums(std::span<const float> expected, std::span<const float> observed) {
    for (std::size_t i = 0; i < observed.size(); ++i) {
        const std::size_t invocation = i % expected.size();
        if (observed[i] == expected[invocation]) continue; // not a number differs from everything
        return Error{ErrorKind::RowFailed, wrongValue(i, expected.size(), observed[i], expected[invocation]),
                     ""};
    }
    if (observed.empty() || observed.size() % expected.size() != 0) {
        return Error{ErrorKind::RowFailed,
                     fmt::format("wrong values: {} values came back, whole workgroups give multiples of {}",
                                 observed.size(), expected.size()),
                     ""};
    }
    return {};
}

float filterShift(const Case& row) {
    return row.access == Access::SampleBilinear ? 0.5f : 0.25f;
}

Result<void> compareBesideCentres(const Case& row, std::span<const float> centres,
                                  std::span<const float> observed) {
    const bool whole = !observed.empty() && observed.size() % kInvocationsPerGroup == 0;
    if (!whole || row.access == Access::SampleNearest) return compareSums(centres, observed);
    const std::vector<double> bilinear = bilinearSums(row);
    std::vector<double> model, seen;
    double modelMean = 0, seenMean = 0;
    for (std::size_t i = 0; i < observed.size(); ++i) {
        const std::size_t invocation = i % kInvocationsPerGroup;
        model.push_back(bilinear[invocation] - centres[invocation]);
        seen.push_back(observed[i] - centres[invocation]);
        modelMean += model.back() / static_cast<double>(observed.size());
        seenMean += seen.back() / static_cast<double>(observed.size());
    }
    double variance = 0, left = 0;
    for (std::size_t i = 0; i < model.size(); ++i) {
        variance += std::pow(model[i] - modelMean, 2);
        left += std::pow((seen[i] - seenMean) - (model[i] - modelMean), 2);
    }
    if (variance == 0 || left < variance / 4) return {}; // false for what is not a number
    return Error{
        ErrorKind::RowFailed,
        fmt::format("wrong values: half a texel beside the centres the sums are no bilinear filter's "
                    "({:.2f} of the variance is off)",
                    left / variance),
        ""};
}

} // namespace vkperftest
