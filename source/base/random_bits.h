// Unpredictable numbers, for seeds and parts of names.
#pragma once

#include <cstdint>

namespace vkperftest {

std::uint32_t randomBits();

} // namespace vkperftest
