#include "cases/cpu_model.h"

#include <fmt/format.h>

#include "cases/source_data.h"

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

std::uint32_t bufferSum(const Case& row, const SourceResource& source, std::uint32_t invocation) {
    const bool raw = row.access == Access::RawLoad;
    const std::uint32_t step = raw ? row.width : 1; // in elements of the resource
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < kLoadsPerInvocation; ++i) {
        const std::uint32_t element = (start(row.pattern, invocation) + i) * step + row.byteOffset / 4;
        sum += weightedLoad(source, element, row.width, raw);
    }
    return sum;
}

std::uint32_t textureSum(const Case& row, const SourceResource& source, std::uint32_t invocation) {
    const auto axisStart = [&](std::uint32_t local) {
        const std::uint32_t offset = start(row.pattern, local);
        return row.pattern == Pattern::Random ? offset / 4 % 2 * 4 : offset;
    };
    const std::uint32_t x0 = axisStart(invocation % kTextureLoop);
    const std::uint32_t y0 = axisStart(invocation / kTextureLoop);
    std::uint32_t sum = 0;
    for (std::uint32_t y = 0; y < kTextureLoop; ++y) {
        for (std::uint32_t x = 0; x < kTextureLoop; ++x) {
            sum += weightedLoad(source, (y0 + y) * kTextureSize + x0 + x, row.width, false);
        }
    }
    return sum;
}

} // namespace

std::vector<float> expectedSums(const Case& row) {
    const SourceResource source = sourceResource(row);
    std::vector<float> sums;
    for (std::uint32_t invocation = 0; invocation < kInvocationsPerGroup; ++invocation) {
        const std::uint32_t sum = readsTexture(row.access) ? textureSum(row, source, invocation)
                                                           : bufferSum(row, source, invocation);
        sums.push_back(static_cast<float>(sum));
    }
    return sums;
}

Result<void> compareSums(std::span<const float> expected, std::span<const float> observed) {
    for (std::size_t i = 0; i < observed.size(); ++i) {
        const std::size_t invocation = i % expected.size();
        if (observed[i] == expected[invocation]) continue; // not a number differs from everything
        return Error{ErrorKind::RowFailed,
                     fmt::format("wrong values: invocation {} of workgroup {} summed {}, must be {}",
                                 invocation, i / expected.size(), observed[i], expected[invocation]),
                     ""};
    }
    if (observed.empty() || observed.size() % expected.size() != 0) {
        return Error{ErrorKind::RowFailed,
                     fmt::format("wrong values: {} sums came back, whole workgroups give multiples of {}",
                                 observed.size(), expected.size()),
                     ""};
    }
    return {};
}

} // namespace vkperftest
