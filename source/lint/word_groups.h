// Accesses of 64 and 128 bits in a module: what it says as one, and what compilers of HLSL say as two or four
// words.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lint/finding.h"
#include "lint/low_bits.h"
#include "lint/spirv_module.h"

namespace vkperftest {

enum class WideForm {
    Words,   // words one behind the other, of ByteAddressBuffer's Load2 and Load4 or made into a vector
    Vector,  // a vector of a structured buffer, whose stride and members say where it lies
    Pointer, // a vector behind an address, whose alignment the access itself promises (Aligned)
};

// Words count as one access only where it is sure that they are meant as one: they make up a vector, or take
// one apart, or share one `address >> 2`, as the code of Load2, Load4, Store2 and Store4 does.
struct WideAccess {
    const SpirvInstruction* instruction = nullptr; // the first load or store
    WideForm form = WideForm::Words;
    bool store = false;
    std::uint32_t bytes = 0;    // 8 or 16; of words: 4 for each
    std::uint32_t variable = 0; // 0 behind an address
    LowBits low;                // of the byte address behind the buffer's base; behind an address as promised
    std::optional<std::uint32_t> offset; // constant byte address behind the buffer's base
};

// In the module's order. Runs of other lengths than two, four, or five and more words are left out.
std::vector<WideAccess> wideAccesses(const SpirvModule& module);

// The SPIR-V half of long-vector-bytebuf-load-misaligned: five consecutive words or more at a constant offset
// that is no multiple of their natural alignment (long_vectors.h). Only with debug lines that tell a column,
// as glslang's for HLSL do not: words of one column belong to one call, while eight words of one line may as
// well be two Load4.
std::vector<LintFinding> longVectorFindings(const SpirvModule& module);

} // namespace vkperftest
