#include "run/stopping.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/figures.h"
#include "base/text.h"
#include "stats/interval.h"

namespace vkperftest {
namespace {

// The parts of an effort's own name.
constexpr std::string_view kPrecisionName = "precision ", kPercentEnd = " %";
constexpr std::string_view kTimeName = "time ", kSecondsEnd = " s";

std::optional<double> numberBetween(std::string_view text, std::string_view begin, std::string_view end) {
    if (text.size() <= begin.size() + end.size() || !text.starts_with(begin) || !text.ends_with(end))
        return std::nullopt;
    return parseNumber(text.substr(begin.size(), text.size() - begin.size() - end.size()));
}

bool isWithin(std::optional<double> number, double least, double most) {
    return !number || (*number >= least && *number <= most);
}

} // namespace

// With these, 138 rows under two strategies and their twins end within a minute, with --quick within half.
const Effort kDefaultEffort{"default", 0.01, 12, 0.155};
const Effort kQuickEffort{"quick", 0.03, 8, 0.078};
const Effort kPreciseEffort{"precise", 0.003, 30, 2.0};

Effort effortOn(const Method& method, Effort effort) {
    effort.fewestSamples *= method.mostSamples;
    effort.secondsPerProgram *= method.timeShare;
    return effort;
}

Effort twinEffort(const Method& method, const Effort& effort) {
    constexpr double kWidth = 0.05, kShare = 0.25;
    Effort twin = effort;
    twin.width = std::max(kWidth, effort.width);
    twin.fewestSamples = std::max(kFewestForInterval, effort.fewestSamples / 2);
    twin.secondsPerProgram = kShare * effortOn(method, effort).secondsPerProgram;
    return twin;
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
    if (percent) names.push_back(fmt::format("{}{:g}{}", kPrecisionName, *percent, kPercentEnd));
    if (seconds) names.push_back(fmt::format("{}{:g}{}", kTimeName, *seconds, kSecondsEnd));
    effort.name = join(names, ", ");
    return effort;
}

std::optional<Effort> findEffort(std::string_view called) {
    for (const Effort* effort : {&kDefaultEffort, &kQuickEffort, &kPreciseEffort}) {
        if (effort->name == called) return *effort;
    }
    std::optional<double> percent, seconds;
    for (const std::string& given : split(called, ',')) {
        const std::string_view part = trim(given);
        if (!percent) percent = numberBetween(part, kPrecisionName, kPercentEnd);
        if (!seconds) seconds = numberBetween(part, kTimeName, kSecondsEnd);
    }
    const bool possible = isWithin(percent, kFinestPercent, kCoarsestPercent) &&
                          isWithin(seconds, kFewestSeconds, kMostSeconds);
    if (!possible || (!percent && !seconds)) return std::nullopt;
    Effort effort = effortOf(percent, seconds);
    return effort.name == called ? std::optional(std::move(effort)) : std::nullopt;
}

bool preciseEnough(const Effort& effort, std::size_t samples, std::span<const PairedRatio> ratios) {
    if (samples < effort.fewestSamples) return false;
    return std::ranges::all_of(ratios, [&](const PairedRatio& ratio) {
        const std::optional<double> width = relativeWidth(ratio);
        return width && *width <= effort.width;
    });
}

std::vector<PairedRatio> measuredRatios(const RowResult& row) {
    std::vector<PairedRatio> ratios;
    for (std::size_t s = 0; s < row.strategies.size(); ++s)
        if (row.strategies[s].status == Status::Measured) ratios.push_back(ratioToBaseline(row, s));
    return ratios;
}

bool isTooWide(const PairedRatio& ratio) {
    constexpr double kTooWide = 0.1;
    return relativeWidth(ratio).value_or(0) > kTooWide;
}

void WarmUp::add(double nanoseconds) {
    busy_ += nanoseconds;
    samples_.push_back(nanoseconds);
}

bool WarmUp::converged() const {
    if (busy_ < goal_.leastNanoseconds || samples_.size() < 2 * kWindow) return false;
    const auto middle = samples_.end() - kWindow;
    const double last = median({middle, samples_.end()});
    const double before = median({middle - kWindow, middle});
    return std::abs(last / before - 1) <= goal_.agreement;
}

} // namespace vkperftest
