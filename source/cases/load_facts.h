// What one load, store or atomic operation of a row is, as facts for code that judges its figures: a row's
// name is only for readers.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "cases/case.h"

namespace vkperftest {

struct LoadFacts {
    LoadKind kind = LoadKind::Typed;
    ResourceKind resource = ResourceKind::TexelBuffer;
    std::uint32_t resourceBytes = 0;
    Format format = Format::
        RGBA8; // of the texels, or else of the values: R16F, R32F to RGBA32F, R32UI, RG32UI (also of 64 bits)
    std::uint32_t values = 0;     // of one load, each a channel of the format
    std::uint32_t bytes = 0;      // of these values
    std::uint32_t stride = 0;     // bytes from one element to the next
    std::uint32_t byteOffset = 0; // of the first element
    std::uint32_t alignment = 0;  // bytes that every element's address is a multiple of: a power of two
    // Of raw loads: a compiler can prove that alignment. PerfTest's addresses end with a term that is only known
    // at run time, so that 4 bytes are all it can prove.
    bool alignmentProvable = false;
    std::uint32_t secondArray =
        0; // the byte where a second array begins, with the rest of each element; 0: there is none
    Sampler sampler = Sampler::None; // None: it loads a texel without a filter, or is not a texture
    ImageShape image = ImageShape::Plane;
    DescriptorIndex index = DescriptorIndex::None; // of the descriptor in an array
    Atomic atomic = Atomic::None;
    bool usesResult = false; // of an atomic operation
    CachePlace place = CachePlace::InsideL1;
    MemoryKind memory = MemoryKind::DeviceLocal;
    Pattern pattern = Pattern::Uniform;
    Technique technique = Technique::Direct;
    std::uint32_t subgroupSize = 0;          // demanded; 0: the driver's choice
    Robustness robustness = Robustness::Off; // demanded, whatever the run's
    // Of mixed loads: one for each load of an iteration, in order, and equal to the facts of the row that
    // does this load alone. Besides them, only kind, place, pattern, technique and subgroupSize count. Else
    // empty.
    std::vector<LoadFacts> parts;

    // It demands nothing of the driver.
    bool isCompiledAsUsual() const { return subgroupSize == 0 && robustness == Robustness::Off; }
    bool operator==(const LoadFacts&) const = default;
};

LoadFacts factsOf(const Case& row);

// As for the row (cases/case.h).
std::uint32_t loadsPerIteration(const LoadFacts& load);

// The facts of the row or control with that name, of any suite. Nothing for rows that this version does not
// have.
std::optional<LoadFacts> factsOfName(std::string_view name);

} // namespace vkperftest
