#include "report/phrases.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/core_clock.h"
#include "analysis/figures.h"
#include "base/enum_table.h"
#include "base/text.h"

namespace vkperftest {
namespace {

constexpr auto kClockSources =
    enumTable<ClockSource, std::string_view>({"by the device's counter", "by the driver"});

} // namespace

std::string limiterText(Limiter limiter) {
    constexpr auto kTexts = enumTable<Limiter, std::string_view>(
        {"the row takes as long as this unit needs, within {:.0f} %", "loads limit the row",
         "the row waits for its loads, since few are in flight",
         "instructions around the loads limit the row, so the loads may be faster than the figure",
         "unclear whether loads or instructions limit the row"});
    return fmt::format(fmt::runtime(kTexts[limiter]), 100 * (kAtUnit - 1));
}

std::vector<std::string> limiterRemarks(const RunFigures& figures) {
    if (!figures.run->source.empty()) return {};
    std::vector<std::string> result;
    for (const Limiter limiter : {Limiter::Latency, Limiter::Instructions, Limiter::Unknown}) {
        const std::size_t number = countFigures(figures, [&](const auto& each) {
            return each.limiter == limiter && each.limiterDoubt == LimiterDoubt::None;
        });
        if (number > 0)
            result.push_back(fmt::format("limiter `{}` ({}): {}.",
                                         StrategyFigures{.limiter = limiter}.limiterName(),
                                         counted(number, "figure"), limiterText(limiter)));
    }
    return result;
}

std::string rateText(const RunResult& run) {
    const Architecture* const architecture = architectureOf(run.device);
    if (architecture == nullptr) return {};
    std::vector<std::string> rates;
    for (std::size_t i = 0; i < enumeratorCount<Unit>(); ++i) {
        const auto unit = static_cast<Unit>(i);
        if (const UnitRate* rate = rateOf(run.device, unit))
            rates.push_back(fmt::format("{} {:g} {} ({})", unitName(unit), rate->perClock, unitMeasure(unit),
                                        rate->source));
    }
    return fmt::format("{}, a clock and {}: {}", architecture->name, coreName(run.device), join(rates, ", "));
}

std::vector<std::string> clockColumnRemarks(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const bool known = std::ranges::any_of(figures.rows, [](const RowFigures& row) {
        return std::ranges::any_of(row.strategies, [](const auto& each) { return each && each->clocks; });
    });
    if (!known) return {};
    const CoreClock clock = *coreClock(run);
    const std::string rates = rateText(run);
    return {fmt::format("clocks: of a {} for one access of a subgroup, at {:.3f} GHz {}; {}.",
                        coreName(run.device), clock.gigahertz, kClockSources[clock.source],
                        rates.empty()
                            ? "no public source gives the rates of its units"
                            : fmt::format("unit: the busiest one's clocks by its rate ({})", rates))};
}

} // namespace vkperftest
