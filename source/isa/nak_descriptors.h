// Which of a NAK code's loads load descriptors.
#pragma once

#include <span>
#include <vector>

#include "isa/listing.h"
#include "isa/nak_statement.h"

namespace vkperftest {

// Makes those loads surely descriptors whose value names a uniform buffer ("cx[ur8..10]") or a texture (the
// last operand), or is the address of such a load; on the way there it is only copied. Follows the text's
// order. `statements`: those of the instructions.
void findNakDescriptors(std::vector<Instruction>& instructions, std::span<const NakStatement> statements);

} // namespace vkperftest
