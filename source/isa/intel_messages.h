// What Intel's send instructions load, by the message descriptors as Mesa's disassembler spells them
// (brw_disasm.c; the spelling of Mesa 22 to 25, which differs in commas and names of units).
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "isa/listing.h"

namespace vkperftest {

// `send` without its predicate: "send(8)  g50<1>UW  g2<8,8,1>UD  0x02106e01   sampler MsgDesc: ld_lz …".
// Nothing if it loads nothing: a store, a fence, whatever writes to the null register. Unsupported if a value
// comes back and it is not known to be, or not to be, a load: a descriptor that lies in a register, a message
// of which nothing is known here.
Result<std::optional<Load>> intelLoad(std::string_view send);

} // namespace vkperftest
