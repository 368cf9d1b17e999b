#include "run/stopping.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {

// With these, 161 rows under two strategies and their controls end within a minute, with --quick within half.
const Effort kDefaultEffort{"default", 0.01, 12, 0.13};
const Effort kQuickEffort{"quick", 0.03, 8, 0.065};
const Effort kPreciseEffort{"precise", 0.003, 30, 1.7};

Effort effortOn(const Method& method, Effort effort) {
    effort.fewestSamples *= method.mostSamples;
    effort.secondsPerProgram *= method.timeShare;
    return effort;
}

Effort controlEffort(const Method& method, const Effort& effort) {
    constexpr double kWidth = 0.05, kShare = 0.25;
    Effort control = effort;
    control.width = std::max(kWidth, effort.width);
    control.fewestSamples = std::max(kFewestForInterval, effort.fewestSamples / 2);
    control.secondsPerProgram = kShare * effortOn(method, effort).secondsPerProgram;
    return control;
}

Effort effortOf(std::optional<double> percent, std::optional<double> seconds) {
    constexpr double kPercent = 0.01;
    const double width = percent ? *percent * kPercent : kDefaultEffort.width;
    // Narrower goals demand more samples: the intervals of a few samples would often be too narrow.
    Effort effort = width <= kPreciseEffort.width ? kPreciseEffort
                    : width < kQuickEffort.width  ? kDefaultEffort
                                                  : kQuickEffort;
    // Scatter falls with the root of the number of samples.
    const double narrower = kDefaultEffort.width / width;
    effort.secondsPerProgram =
        std::max(kQuickEffort.secondsPerProgram, kDefaultEffort.secondsPerProgram * narrower * narrower);
    effort.width = width;
    effort.secondsInAll = seconds.value_or(0);
    std::vector<std::string> names;
    if (percent) names.push_back(fmt::format("precision {:g} %", *percent));
    if (seconds) names.push_back(fmt::format("time {:g} s", *seconds));
    effort.name = join(names, ", ");
    return effort;
}

bool preciseEnough(const Effort& effort, std::size_t samples, std::span<const PairedRatio> ratios) {
    if (samples < effort.fewestSamples) return false;
    return std::ranges::all_of(ratios, [&](const PairedRatio& ratio) {
        const std::optional<double> width = relativeWidth(ratio);
        return width && *width <= effort.width;
    });
}

void WarmUp::add(double nanoseconds) {
    busy_ += nanoseconds;
    samples_.push_back(nanoseconds);
}

bool WarmUp::converged() const {
    constexpr double kAgreement = 0.01;
    if (busy_ < least_ || samples_.size() < 2 * kWindow) return false;
    const auto middle = samples_.end() - kWindow;
    const double last = median({middle, samples_.end()});
    const double before = median({middle - kWindow, middle});
    return std::abs(last / before - 1) <= kAgreement;
}

} // namespace vkperftest
