// Numbers that nobody can tell beforehand: seeds, and parts of names.
#pragma once

#include <cstdint>

namespace vkperftest {

std::uint32_t randomBits();

} // namespace vkperftest
