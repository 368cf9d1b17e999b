#include "vulkan/timestamps.h"

#include <cmath>

namespace vkperftest {

double ticksToNanoseconds(std::uint64_t begin, std::uint64_t end, std::uint32_t validBits, double period) {
    const std::uint64_t mask = validBits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << validBits) - 1;
    return static_cast<double>((end - begin) & mask) * period;
}

std::string timestampTrouble(std::uint32_t validBits, double period) {
    if (validBits == 0) return "its compute queues have no timestamps";
    if (!std::isfinite(period) || period <= 0) return "its timestamp period is not a positive number";
    return {};
}

} // namespace vkperftest
