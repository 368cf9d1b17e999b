#include "run/effort.h"

#include <algorithm>

namespace vkperftest {

// Seconds: 138 rows under two strategies end within a minute, quickly within half of that.
const Effort kDefaultEffort{"default", 0.01, 12, 0.17};
const Effort kQuickEffort{"quick", 0.03, 12, 0.085};
const Effort kPreciseEffort{"precise", 0.003, 30, 2.0};

bool preciseEnough(const Effort& effort, std::size_t samples, std::span<const PairedRatio> ratios) {
    if (samples < effort.fewestSamples) return false;
    return std::all_of(ratios.begin(), ratios.end(), [&](const PairedRatio& ratio) {
        const std::optional<double> width = relativeWidth(ratio);
        return width && *width <= effort.width;
    });
}

} // namespace vkperftest
