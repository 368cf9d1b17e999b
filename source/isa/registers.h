// Which loads are of descriptors and addresses: what other memory instructions take as such.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/disassembly.h"

namespace vkperftest {

// Where a value lies: "s[4:7]" is {4, 4}, "v[2:3]" is {258, 2}. Before register allocation: {the value's
// number, 1}.
struct RegisterRange {
    std::uint32_t first = 0;
    std::uint32_t count = 0; // 0: no such value
};

template <class Act> void forEach(const std::vector<RegisterRange>& ranges, Act act) {
    for (const RegisterRange& range : ranges)
        for (std::uint32_t i = 0; i < range.count; ++i) act(range.first + i);
}

constexpr std::uint32_t kSecondRegisters = 256; // on: AMD's vector registers, NVIDIA's uniform ones

struct RegisterCopy {
    RegisterRange from, to;
};

// What an instruction does with registers.
struct RegisterUse {
    std::vector<RegisterRange> destinations; // what it writes
    std::vector<RegisterRange> bases;        // descriptors and addresses that a memory instruction takes
    std::vector<RegisterCopy> copies;        // values that it only copies
    std::vector<RegisterRange> reads;        // other values, which are data then; empty: not known
    bool conditional = false;                // it may leave its destinations as they are
    bool mayLoadDescriptor = false;          // it is a load
};

// Marks loads of descriptors and addresses, if `surely` as such that are sure: on some path from the load, a memory
// instruction takes as its base what was loaded, a part of it, or a copy. Arithmetic is not followed: what is added
// to an address may be data. What a sure descriptor's load reads is an address. `uses` belong to the disassembly's
// instructions; its loops are not needed. Unsupported if this takes too long, as it does for no real kernel.
Result<void> findDescriptorLoads(Disassembly& disassembly, const std::vector<RegisterUse>& uses, bool surely);

} // namespace vkperftest
