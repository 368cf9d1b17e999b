// The most that a GPU's L1 delivers, to be set beside what its loads take.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/run_result.h"

namespace vkperftest {

// Bytes a nanosecond: 128 a clock and unit on NVIDIA and RDNA, 64 on CDNA and GCN, times the units, times the clock that
// was read under load, in the mean. (Of NVIDIA's, A40 and L40, and so their kin among the GeForce RTX 30 and 40, have been
// measured at 64.) Nothing where one of these is not known, and for software drivers.
std::optional<double> l1Limit(const RunResult& run);

// Bytes that one load of the operation asks for: 8 of "ByteAddressBuffer.Load2", 4 of "Texture2D<RGBA8>.Load"; nothing where
// its name does not tell, as with sampling, which reads more than it returns.
std::optional<std::uint32_t> bytesOfLoad(std::string_view operation);

} // namespace vkperftest
