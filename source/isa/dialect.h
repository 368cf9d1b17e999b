// The texts that drivers print for a kernel's machine code: one parser each, behind one interface.
#pragma once

#include <string_view>

#include "isa/driver_code.h"
#include "isa/listing.h"

namespace vkperftest {

struct Dialect {
    std::string_view name; // "AMD assembly"

    // Whether the text is written in it, as far as a glance can tell.
    bool (*recognizes)(const Representation& text);

    // The instructions with their loops. An error says what could not be read; nothing is guessed.
    Result<Listing> (*parse)(std::string_view text);
};

// AMD's own assembly, as LLVM and CLRX print it: GCN, RDNA 1 to 4.
extern const Dialect kAmdAssembly;

// The last form of Mesa's AMD compiler ACO before it is encoded; printed beside or, where Mesa has no
// disassembler, instead of assembly.
extern const Dialect kAcoIr;

// What Mesa's Intel driver ANV prints: sends decoded as far as their message descriptors say
// (intel_messages.h).
extern const Dialect kIntelAssembly;

// What Mesa's NVIDIA driver NVK prints: the code of its compiler NAK, in blocks.
extern const Dialect kNakAssembly;

// All of them, those that stand closest to the hardware first.
inline constexpr const Dialect* kDialects[] = {&kAmdAssembly, &kAcoIr, &kIntelAssembly, &kNakAssembly};

} // namespace vkperftest
