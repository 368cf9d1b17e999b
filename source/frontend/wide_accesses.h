// Accesses of 64 and 128 bits in a module: those written as one access, and those that HLSL compilers write
// as two or four words.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/low_bits.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

enum class WideForm {
    Words,   // consecutive words, of ByteAddressBuffer's Load2 and Load4 or made into a vector
    Vector,  // a vector of a structured buffer, placed by its stride and members
    Pointer, // a vector at an address, with the alignment that the access promises (Aligned)
};

// Words count as one access only if they are certainly meant as one: they make up a vector, come from one, or
// share one `address >> 2`, as in the code of Load2, Load4, Store2 and Store4.
struct WideAccess {
    const SpirvInstruction* instruction = nullptr; // the first load or store
    WideForm form = WideForm::Words;
    bool store = false;
    std::uint32_t bytes = 0;    // 8 or 16; of words: 4 for each
    std::uint32_t variable = 0; // 0 for Pointer
    LowBits low;                // of the byte offset from the buffer's base; for Pointer, as promised
    LowBits assumed = {};       // of words: the same if the assumed alignment holds
    std::optional<std::uint32_t> offset = {}; // constant byte offset from the buffer's base
    std::uint64_t where =
        0; // equal if the addresses behind the base certainly are, at that place in the code
    const SpirvInstruction* address = nullptr; // what computes the byte address of words; null if unknown
    std::vector<const SpirvInstruction*> words = {}; // all loads or stores of words, by address
};

// In the module's order.
struct ModuleAccesses {
    std::vector<WideAccess> wide;       // without single words and runs of three words
    std::vector<WideAccess> three;      // those, as of Load3
    std::vector<WideAccess> ofOnePlace; // runs of two or more consecutive words at one place in the source
    // Runs of two or more consecutive words in one block of instructions, however they were written.
    std::vector<WideAccess> neighbours;
};

// What is assumed of an access of so many bytes: no more than that they are aligned as one vector is.
LowBits assumedOf(LowBits assumed, std::uint32_t bytes);

// Of a buffer's base: of a descriptor, as Direct3D's views promise; of a bare address.
constexpr std::uint64_t kDescriptorAlignment = 16;
constexpr std::uint64_t kRootDescriptorAlignment = 4;

// The largest power of two that certainly divides the access's address. `base`: how the buffer's base is aligned.
std::uint64_t provableAlignment(const WideAccess& access, std::uint64_t base = kDescriptorAlignment);

// The arguments as in BufferAddresses.
ModuleAccesses accessesOf(const SpirvModule& module, std::uint32_t assumedAlignment = 0,
                          LowBits invocation = {});

} // namespace vkperftest
