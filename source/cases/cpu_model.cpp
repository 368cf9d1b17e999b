#include "cases/cpu_model.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace vkperftest {
namespace {

constexpr std::uint32_t kTextureLoop = 16; // loads per axis; a workgroup is as wide

std::uint32_t valueIndex(const Operation& operation, std::uint32_t element, std::uint32_t value) {
    if (operation.valueIndex != nullptr) return operation.valueIndex(operation, element, value);
    const std::uint32_t valueBytes = traits(operation.source.format).bytesPerChannel;
    const std::uint32_t stride = operation.stride > 0 ? operation.stride : operation.width * valueBytes;
    return (operation.byteOffset + element * stride) / valueBytes + value;
}

// What a load of each element adds to a sum; computed once, since neighbouring invocations share elements.
using Elements = std::vector<std::uint32_t>;

Elements weightedElements(const Operation& operation) {
    constexpr std::uint32_t kWeights[] = {1, 3, 5, 7};
    constexpr std::uint32_t kMost = 1024; // a texture's; buffers without a window are read up to the 511th
    const auto& traversal = operation.traversal;
    // In a larger window, a workgroup reads this many elements, wherever it begins: they repeat after that.
    constexpr std::uint32_t kMostOfWindow = kLoadsPerGroup;
    Elements elements(traversal ? std::min(traversal->window / traversal->unit, kMostOfWindow) : kMost);
    const std::uint32_t terms = traversal ? operation.width : 4; // in a window, values are not spread
    for (std::uint32_t element = 0; element < elements.size(); ++element) {
        for (std::uint32_t i = 0; i < terms; ++i) {
            const std::uint32_t index = valueIndex(operation, element, i % operation.width);
            elements[element] += kWeights[i % 4] * sourceValue(operation.source, index);
        }
    }
    return elements;
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

std::uint32_t bufferSum(const Case& row, const Elements& elements, std::uint32_t invocation) {
    const auto& traversal = row.operation.traversal;
    const std::size_t step = traversal ? traversal->step / traversal->unit : 1;
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < kLoadsPerInvocation; ++i)
        sum += elements[(start(row.pattern, invocation) + i * step) % elements.size()];
    return sum;
}

// The sum over the invocation's part of the texture, shifted by that many texels.
std::uint32_t textureSum(const Case& row, const Elements& texels, std::uint32_t invocation,
                         std::uint32_t shiftX, std::uint32_t shiftY) {
    const auto axisStart = [&](std::uint32_t local) {
        const std::uint32_t offset = start(row.pattern, local);
        return row.pattern == Pattern::Random ? offset / 4 % 2 * 4 : offset;
    };
    const std::uint32_t x0 = axisStart(invocation % kTextureLoop) + shiftX;
    const std::uint32_t y0 = axisStart(invocation / kTextureLoop) + shiftY;
    std::uint32_t sum = 0;
    for (std::uint32_t y = 0; y < kTextureLoop; ++y) {
        for (std::uint32_t x = 0; x < kTextureLoop; ++x) sum += texels[(y0 + y) * kTextureSize + x0 + x];
    }
    return sum;
}

std::uint32_t sumOf(const Case& row, const Elements& elements, std::uint32_t invocation) {
    const bool texture = row.operation.source.kind == ResourceKind::Texture;
    if (isWithoutLoads(row.technique)) { // the one value that the invocation holds
        std::uint32_t held = start(row.pattern, invocation) + (row.operation.traversal ? 0 : invocation);
        if (texture) held = invocation / kTextureLoop * kTextureSize + invocation % kTextureLoop;
        return kLoadsPerInvocation * elements[held % elements.size()];
    }
    const std::uint32_t sum =
        texture ? textureSum(row, elements, invocation, 0, 0) : bufferSum(row, elements, invocation);
    // Every channel began with the invocation's number.
    return sum + (row.technique == Technique::PerLane ? (1 + 3 + 5 + 7) * invocation : 0);
}

// Copy number i of an invocation is matrix `i * 256 + invocation` of the destination and comes from matrix
// `invocation + i` of the source; the floor's always comes from matrix `invocation`.
std::vector<float> copiedWords(const Case& row) {
    std::vector<float> words;
    for (std::uint32_t i = 0; i < kCopiesPerInvocation; ++i) {
        for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation) {
            const std::uint32_t matrix = invocation + (row.technique == Technique::Floor ? 0 : i);
            for (std::uint32_t word = 0; word < kWordsPerMatrix; ++word)
                words.push_back(
                    static_cast<float>(sourceValue(row.operation.source, matrix * kWordsPerMatrix + word)));
        }
    }
    return words;
}

// The sums of a bilinear filter half a texel off the centres: the means of four windows each.
std::vector<double> bilinearSums(const Case& row) {
    const Elements texels = weightedElements(row.operation);
    std::vector<double> sums;
    for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation) {
        double sum = 0;
        for (const std::uint32_t y : {0u, 1u}) {
            for (const std::uint32_t x : {0u, 1u}) sum += textureSum(row, texels, invocation, x, y) / 4.0;
        }
        sums.push_back(sum);
    }
    return sums;
}

std::string wrongValue(std::size_t index, std::size_t ofWorkgroup, float observed, float expected) {
    const std::size_t place = index % ofWorkgroup;
    const std::size_t workgroup = index / ofWorkgroup;
    return ofWorkgroup == kInvocationsPerGroup
               ? fmt::format("wrong values: invocation {} of workgroup {} summed to {}, must be {}", place,
                             workgroup, observed, expected)
               : fmt::format("wrong values: word {} of workgroup {}'s copies is {}, must be {}", place,
                             workgroup, observed, expected);
}

} // namespace

std::vector<float> expectedSums(const Case& row) {
    if (row.operation.copies) return copiedWords(row);
    const Elements elements = weightedElements(row.operation);
    std::vector<float> sums;
    for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation)
        sums.push_back(static_cast<float>(sumOf(row, elements, invocation)));
    return sums;
}

Result<void> compareSums(std::span<const float> expected, std::span<const float> observed) {
    for (std::size_t i = 0; i < observed.size(); ++i) {
        const std::size_t invocation = i % expected.size();
        if (observed[i] == expected[invocation]) continue; // not a number differs from everything
        return Error{ErrorKind::WrongValues,
                     wrongValue(i, expected.size(), observed[i], expected[invocation]), ""};
    }
    if (observed.empty() || observed.size() % expected.size() != 0) {
        return Error{
            ErrorKind::WrongValues,
            fmt::format("wrong values: {} values came back, but whole workgroups return multiples of {}",
                        observed.size(), expected.size()),
            ""};
    }
    return {};
}

float filterShift(const Case& row) {
    return row.operation.sampler == Sampler::Linear ? 0.5f : 0.25f;
}

Result<void> compareBesideCentres(const Case& row, std::span<const float> centres,
                                  std::span<const float> observed) {
    const bool whole = !observed.empty() && observed.size() % kInvocationsPerGroup == 0;
    if (!whole || row.operation.sampler == Sampler::Nearest) return compareSums(centres, observed);
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
    return Error{ErrorKind::WrongValues,
                 fmt::format("wrong values: half a texel off the centres, the sums are not those of a "
                             "bilinear filter ({:.2f} of the variance is off)",
                             left / variance),
                 ""};
}

} // namespace vkperftest
