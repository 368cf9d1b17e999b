#include "cases/cpu_model.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/enum_table.h"
#include "cases/written_words.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kTextureLoop = 16; // loads per axis; a workgroup is as wide

std::uint32_t valueIndex(const Operation& operation, std::uint32_t element, std::uint32_t value) {
    if (operation.valueIndex != nullptr) return operation.valueIndex(operation, element, value);
    const FormatTraits& format = traits(operation.source.format);
    const std::uint32_t begin = operation.byteOffset + element * operation.stride;
    return format.valuesIn(begin) + (operation.stride > 0 ? 0 : element * operation.width) + value;
}

// What a load of each element adds to a sum; computed once, since neighbouring invocations share elements.
using Elements = std::vector<std::int32_t>;

Elements weightedElements(const Operation& operation) {
    constexpr std::int32_t kWeights[] = {1, 3, 5, 7};
    constexpr std::uint32_t kLeast = 1024; // a texture's; few buffers are read beyond
    const std::uint32_t bytes = traits(operation.source.format).bytesOf(operation.width);
    const std::uint32_t ofSource = std::max(kLeast, operation.source.bytes() / bytes);
    const auto& traversal = operation.traversal;
    // In a larger window, a workgroup reads this many elements, wherever it begins: they repeat after that.
    constexpr std::uint32_t kMostOfWindow = kLoadsPerGroup;
    Elements elements(traversal ? std::min(traversal->window / traversal->unit, kMostOfWindow) : ofSource);
    const std::uint32_t terms = traversal ? operation.width : 4; // in a window, values are not spread
    for (std::uint32_t element = 0; element < elements.size(); ++element) {
        for (std::uint32_t i = 0; i < terms; ++i) {
            const std::uint32_t index = valueIndex(operation, element, i % operation.width);
            elements[element] += kWeights[i % 4] * sourceValue(operation.source, index);
        }
    }
    return elements;
}

// The number of a load's texel, in relation to the first.
std::uint32_t texelOfLoad(std::uint32_t load) {
    return load / kTextureLoop * kTextureSize + load % kTextureLoop;
}

// The number of the texel that the invocation reads first, and of another one in relation to it.
std::uint32_t firstTexel(Pattern pattern, std::uint32_t invocation) {
    if (pattern == Pattern::Hashed)
        return texelOfLoad(firstLoadedElement(pattern, invocation) % kInvocationsPerGroup);
    const auto axisStart = [&](std::uint32_t local) {
        const std::uint32_t offset = firstLoadedElement(pattern, local);
        return pattern == Pattern::Random ? offset / 4 % 2 * 4 : offset;
    };
    return axisStart(invocation / kTextureLoop) * kTextureSize + axisStart(invocation % kTextureLoop);
}

// The sum over every load of the invocation whose number is `first` plus a multiple of `every`.
std::int32_t sumOfLoads(const Case& row, const Elements& elements, std::uint32_t invocation,
                        std::uint32_t first, std::uint32_t every) {
    const bool texture = isImage(row.operation.source.kind);
    const auto& traversal = row.operation.traversal;
    if (isWithoutLoads(row.technique)) { // the one value that the invocation holds
        std::uint32_t held = firstLoadedElement(row.pattern, invocation) + (traversal ? 0 : invocation);
        if (texture) held = texelOfLoad(invocation);
        return static_cast<std::int32_t>(kLoadsPerInvocation / every) * elements[held % elements.size()];
    }
    std::int32_t sum = 0;
    if (texture) {
        const std::uint32_t begin =
            firstTexelOf(row.operation.source.shape) + firstTexel(row.pattern, invocation);
        for (std::uint32_t load = first; load < kLoadsPerInvocation; load += every)
            sum += elements[begin + texelOfLoad(load)];
    } else {
        const std::size_t begin = firstLoadedElement(row.pattern, invocation);
        const std::size_t step = traversal ? traversal->step / traversal->unit : 1;
        for (std::size_t load = first; load < kLoadsPerInvocation; load += every)
            sum += elements[(begin + load * step) % elements.size()];
    }
    return sum;
}

// `elements`: of each of the row's parts.
std::int32_t sumOf(std::span<const Case> parts, std::span<const Elements> elements,
                   std::uint32_t invocation) {
    // Every channel began with the invocation's number.
    const bool perLane = parts.front().technique == Technique::PerLane;
    std::int32_t sum = perLane ? (1 + 3 + 5 + 7) * static_cast<std::int32_t>(invocation) : 0;
    const auto count = static_cast<std::uint32_t>(parts.size());
    for (std::uint32_t part = 0; part < count; ++part)
        sum += sumOfLoads(parts[part], elements[part], invocation, part, count);
    return sum;
}

// The second level of two, at the centre of a texel of the first: its texels are twice as wide, and the
// centre lies a quarter of one off the centre of the texel that covers it.
double secondLevel(const Elements& texels, std::uint32_t texel) {
    constexpr std::uint32_t kSize = kTextureSize / 2, kLevel = kTextureSize * kTextureSize;
    const auto axis = [](std::uint32_t place, bool next) { // wrapped
        return next ? (place / 2 + (place % 2 == 0 ? kSize - 1 : 1)) % kSize : place / 2;
    };
    double mixed = 0;
    for (const bool nextRow : {false, true}) {
        for (const bool nextColumn : {false, true}) {
            const std::uint32_t place =
                axis(texel / kTextureSize, nextRow) * kSize + axis(texel % kTextureSize, nextColumn);
            mixed += (nextRow ? 0.25 : 0.75) * (nextColumn ? 0.25 : 0.75) * texels[kLevel + place];
        }
    }
    return mixed;
}

// What the row's filter mixes with the mixing constant, instead of this texel.
double mixedTexel(const Operation& operation, const Elements& texels, std::uint32_t texel) {
    if (operation.sampler == Sampler::Trilinear) return (texels[texel] + secondLevel(texels, texel)) / 2;
    const double ofRow = (texels[texel] + texels[texel + 1]) / 2.0;
    if (hasOwnAddresses(operation.source.shape)) return ofRow;
    return (ofRow + (texels[texel + kTextureSize] + texels[texel + kTextureSize + 1]) / 2.0) / 2;
}

std::vector<double> mixedSums(const Case& row) {
    const Elements texels = weightedElements(row.operation);
    std::vector<double> sums;
    for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation) {
        const std::uint32_t begin =
            firstTexelOf(row.operation.source.shape) + firstTexel(row.pattern, invocation);
        double sum = 0;
        for (std::uint32_t load = 0; load < kLoadsPerInvocation; ++load)
            sum += mixedTexel(row.operation, texels, begin + texelOfLoad(load));
        sums.push_back(sum);
    }
    return sums;
}

Error wrong(std::string what) {
    return {ErrorKind::WrongValues, std::move(what), ""};
}

std::string_view promiseOf(Robustness robustness) {
    return robustness == Robustness::Two ? "robustness 2 promises 0"
                                         : "robustBufferAccess promises 0 or a word of the same memory";
}

} // namespace

std::uint32_t firstLoadedElement(Pattern pattern, std::uint32_t invocation) {
    switch (pattern) {
    case Pattern::Uniform:
    case Pattern::Coinciding:
    case Pattern::LoopCounter:
        return 0;
    case Pattern::Linear:
        return invocation;
    case Pattern::Random:
        return (3 * invocation) % 16;
    case Pattern::Reversed:
        return kInvocationsPerGroup - 1 - invocation;
    case Pattern::Hashed: { // the upper 9 bits of a product modulo 2^32
        constexpr std::uint64_t kKnuth = 2654435761, kModulus = std::uint64_t{1} << 32;
        return static_cast<std::uint32_t>(invocation * kKnuth % kModulus / (kModulus / 512));
    }
    case Pattern::Scattered: // of rows that only write (cases/written_words.h)
        return 0;
    case Pattern::PerSubgroup:
        return invocation / kPatternSpan * kPatternSpan;
    default:
        return invocation % kPatternSpan * strideOf(pattern);
    }
}

std::vector<float> expectedSums(const Case& row) {
    if (row.operation.foreign) return {};
    if (onlyWrites(row.operation.kind)) return writtenWords(row);
    const std::vector<Case> parts = partsOf(row);
    std::vector<Elements> elements;
    for (const Case& part : parts) elements.push_back(weightedElements(part.operation));
    std::vector<float> sums;
    for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation)
        sums.push_back(static_cast<float>(sumOf(parts, elements, invocation)));
    return sums;
}

Result<void> compareSums(std::span<const float> expected, std::span<const float> observed) {
    for (std::size_t i = 0; i < observed.size(); ++i) {
        const std::size_t invocation = i % expected.size();
        if (observed[i] == expected[invocation]) continue; // not a number differs from everything
        return Error{ErrorKind::WrongValues,
                     fmt::format("wrong values: invocation {} of workgroup {} summed to {}, must be {}",
                                 invocation, i / expected.size(), observed[i], expected[invocation]),
                     ""};
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

SampleConstants sampleConstants(const Case& row) {
    constexpr float kTexel = 1.0f / kTextureSize, kHalf = kTexel / 2, kQuarter = kTexel / 4,
                    kBetweenLevels = 0.5f;
    const auto over = [](float texels) { return SampleConstants{texels, texels, texels}; };
    const auto constants = enumTable<Sampler, SampleConstants>({{},
                                                                {0, 0, kQuarter},
                                                                {0, 0, kHalf},
                                                                {kHalf, 0, kHalf},
                                                                {kBetweenLevels, 0, kBetweenLevels},
                                                                over(2 * kTexel),
                                                                over(4 * kTexel),
                                                                over(16 * kTexel),
                                                                {0, 0, kQuarter}});
    return constants[row.operation.sampler];
}

Result<void> compareBesideCentres(const Case& row, std::span<const float> centres,
                                  std::span<const float> observed) {
    const bool whole = !observed.empty() && observed.size() % kInvocationsPerGroup == 0;
    const Sampler sampler = row.operation.sampler;
    if (!whole || sampler == Sampler::Nearest || sampler == Sampler::Gather || anisotropyOf(sampler) > 0)
        return compareSums(centres, observed); // nothing is mixed
    const std::vector<double> mixed = mixedSums(row);
    if ((sampler == Sampler::Between || sampler == Sampler::Trilinear) &&
        traits(row.operation.source.format).numeric == Numeric::Float) {
        const std::vector<float> exact(mixed.begin(), mixed.end());
        return compareSums(exact, observed);
    }
    std::vector<double> model, seen;
    double modelMean = 0, seenMean = 0;
    for (std::size_t i = 0; i < observed.size(); ++i) {
        const std::size_t invocation = i % kInvocationsPerGroup;
        model.push_back(mixed[invocation] - centres[invocation]);
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
                 fmt::format("wrong values: {}linear filter ({:.2f} of the variance is off)",
                             sampler == Sampler::Trilinear
                                 ? "halfway between two levels, the sums are not those of a tri"
                                 : "half a texel off the centres, the sums are not those of a bi",
                             left / variance),
                 ""};
}

bool isPromised(ResourceKind kind, Robustness robustness) {
    if (robustness <= Robustness::Off || !hasDescriptor(kind)) return false;
    return robustness == Robustness::Two || !isImage(kind);
}

Result<void> checkOutside(ResourceKind kind, Robustness robustness, const OutsideLoads& loads) {
    const std::string_view resource = resourceKindName(kind);
    const std::size_t nulls = loads.fromNull.size();
    if (loads.beyond.size() != kOutsideLoads || (nulls != 0 && nulls != kOutsideLoads))
        return wrong(fmt::format("loads outside a {} returned too few values", resource));
    for (std::size_t i = 0; i < kOutsideLoads; ++i) {
        const float value = loads.beyond[i];
        if (i < kLoadsInside) {
            if (value == kInsideWord) continue;
            return wrong(fmt::format("with bounds checks, a load inside a {} returned {:g} instead of {:g}",
                                     resource, value, kInsideWord));
        }
        const bool ofMemory = value == kInsideWord || value == kOutsideWord;
        if (value == 0 || (ofMemory && robustness == Robustness::Buffer)) continue;
        return wrong(
            fmt::format("a load outside a {} returned {:g}, but {}", resource, value, promiseOf(robustness)));
    }
    for (const float value : loads.fromNull) {
        if (value != 0)
            return wrong(fmt::format("a load from a null descriptor of a {} returned {:g}, but {}", resource,
                                     value, promiseOf(robustness)));
    }
    return {};
}

} // namespace vkperftest
