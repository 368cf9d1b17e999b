#include "vulkan/timestamps.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace vkperftest {

double ticksToNanoseconds(std::uint64_t begin, std::uint64_t end, std::uint32_t validBits, double period) {
    const std::uint64_t mask = validBits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << validBits) - 1;
    return static_cast<double>((end - begin) & mask) * period;
}

std::string timestampDoubt(double nanoseconds, double hostNanoseconds, const std::optional<TimerRate>& rate) {
    // Dispatches cannot take longer than their submission, but with a wrong timer rate they seem to. Until
    // that rate is known, only nonsense is doubted: ratios are right even with a wrong timer, and the first
    // times only determine sizes, from the shortest of several. The times that are kept come later.
    constexpr double kNonsense = 20, kLonger = 1.5;
    constexpr double kSlack = 10e6; // of a coarse timer
    constexpr double kStandsStill = 100e6;
    const double longest = rate ? std::min(kNonsense, kLonger * std::max(1.0, rate->high)) : kNonsense;
    constexpr std::string_view kWrong = "the device's timestamps are wrong: they";
    const double host = hostNanoseconds * 1e-6;
    if (nanoseconds > longest * hostNanoseconds + kSlack) {
        return fmt::format("{} report {:.3g} ms of dispatches in a submission of {:.3g} ms", kWrong,
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
