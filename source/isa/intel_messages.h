// What Intel's send instructions load and write, according to their message descriptors as Mesa's disassembler
// spells them (brw_disasm.c; Mesa 22 to 25, whose spellings differ in commas and unit names).
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "isa/listing.h"

namespace vkperftest {

// `send` without its predicate: "send(8)  g50<1>UW  g2<8,8,1>UD  0x02106e01   sampler MsgDesc: ld_lz …".
// Nothing if it loads nothing: a store, a fence, anything that writes to the null register. Unsupported if it
// returns a value, and it is unknown whether that is a load: the descriptor is in a register, or the message
// is unknown.
Result<std::optional<Load>> intelLoad(std::string_view send);

// What the same send writes to memory; nothing if that is nothing, or unknown.
std::optional<Write> intelWrite(std::string_view send);

} // namespace vkperftest
