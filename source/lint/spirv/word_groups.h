// Accesses of 64 and 128 bits in a module: what it says as one, and what compilers of HLSL say as two or four
// words.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/spirv_module.h"
#include "lint/spirv/low_bits.h"

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

// Two consecutive words or more that were loaded or stored at one place of the source, in the module's order.
std::vector<WideAccess> wordsOfOnePlace(const SpirvModule& module);

} // namespace vkperftest
