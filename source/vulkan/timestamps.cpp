#include "vulkan/timestamps.h"

#include <cmath>

#include <fmt/format.h>

namespace vkperftest {

double ticksToNanoseconds(std::uint64_t begin, std::uint64_t end, std::uint32_t validBits, double period) {
    const std::uint64_t mask = validBits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << validBits) - 1;
    return static_cast<double>((end - begin) & mask) * period;
}

std::string timestampDoubt(double nanoseconds, double hostNanoseconds) {
    // Generous: a timer may be coarse, and a wrong period is TimerCheck's matter. What is left is nonsense.
    constexpr double kLongest = 20, kSlack = 10e6, kStandsStill = 100e6;
    constexpr std::string_view kWrong = "the device's timestamps are wrong: they";
    const double host = hostNanoseconds * 1e-6;
    if (nanoseconds > kLongest * hostNanoseconds + kSlack) {
        return fmt::format("{} say that its dispatches took {:.3g} ms in a submission of {:.3g} ms", kWrong,
                           nanoseconds * 1e-6, host);
    }
    if (nanoseconds == 0 && hostNanoseconds > kStandsStill)
        return fmt::format("{} stood still in a submission of {:.3g} ms", kWrong, host);
    return {};
}

std::string timestampTrouble(std::uint32_t validBits, double period) {
    if (validBits == 0) return "its compute queues have no timestamps";
    if (!std::isfinite(period) || period <= 0) return "its timestamp period is not a positive number";
    return {};
}

} // namespace vkperftest
