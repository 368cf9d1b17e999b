// The texts that drivers print for a kernel's machine code: one parser each, behind one interface.
#pragma once

#include <string_view>

#include "isa/driver_code.h"
#include "isa/listing.h"

namespace vkperftest {

struct Dialect {
    std::string_view name; // "AMD assembly"

    // True if the text looks like this dialect at a glance.
    bool (*recognizes)(const Representation& text);

    // The instructions with their loops. An error says what could not be read; nothing is guessed.
    Result<Listing> (*parse)(std::string_view text);
};

// AMD's own assembly, as LLVM and CLRX print it: GCN, RDNA 1 to 4.
extern const Dialect kAmdAssembly;

// The last form of code in Mesa's AMD compiler ACO before encoding; printed beside assembly, or instead of it
// if Mesa has no disassembler.
extern const Dialect kAcoIr;

// What Mesa's Intel driver ANV prints; sends are decoded by their message descriptors (intel_messages.h).
extern const Dialect kIntelAssembly;

// What Mesa's NVIDIA driver NVK prints: the code of its compiler NAK, in blocks.
extern const Dialect kNakAssembly;

// All dialects, those closest to the hardware first.
inline constexpr const Dialect* kDialects[] = {&kAmdAssembly, &kAcoIr, &kIntelAssembly, &kNakAssembly};

} // namespace vkperftest
