// Tells what AMD's scalar loads fetch: data, or what another load needs.
#pragma once

#include <vector>

#include "isa/amd_opcodes.h"
#include "isa/listing.h"

namespace vkperftest {

// A scalar load is one of a descriptor or address if, on some way from it, a memory instruction takes as base
// what it loaded, a part of it, or a copy. Arithmetic is not followed: what is added to an address may be
// data. `details` go with the listing's instructions; its loops are not needed.
void findDescriptorLoads(Listing& listing, const std::vector<AmdInstruction>& details);

} // namespace vkperftest
