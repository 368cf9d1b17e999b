#include "report/phrases.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/core_clock.h"
#include "analysis/figures.h"
#include "base/enum_table.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// "its no-load control was not measured (3), …".
std::string whyUnknown(const RunFigures& figures) {
    constexpr std::pair<LimiterDoubt, std::string_view> kTexts[] = {
        {LimiterDoubt::NoControl, "its no-load control was not measured"},
        {LimiterDoubt::Between,
         "the time fits both loads and instructions, or the samples scatter too much"}};
    std::vector<std::string> reasons;
    for (const auto& [doubt, text] : kTexts) {
        const std::size_t count =
            countFigures(figures, [why = doubt](const auto& each) { return each.limiterDoubt == why; });
        if (count > 0) reasons.push_back(fmt::format("{} ({})", text, count));
    }
    return join(reasons, ", ");
}

constexpr auto kClockSources =
    enumTable<ClockSource, std::string_view>({"by the device's counter", "by the driver"});

// Nothing for doubts that depend on the run.
constexpr auto kDoubts = enumTable<CounterDoubt, std::string_view>(
    {"", "", "it counts the ticks of a timer",
     "a step takes no whole number of its ticks, so it has a frequency of its own"});

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
            return each.limiter == limiter && isAboutLoads(each.limiterDoubt);
        });
        const std::string why = limiter == Limiter::Unknown ? ": " + whyUnknown(figures) : "";
        if (number > 0)
            result.push_back(fmt::format("limiter `{}` ({} {}): {}{}.",
                                         StrategyFigures{.limiter = limiter}.limiterName(), number,
                                         number == 1 ? "figure" : "figures", limiterText(limiter), why));
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

std::vector<std::string> counterRemarks(const RunResult& run) {
    const JudgedCounter counter = judgeCounter(run);
    if (counter.doubt == CounterDoubt::NotRead) {
        if (run.counterMissing.empty() || coreClock(run)) return {};
        return {fmt::format("the device's counter cannot be read: {}.", run.counterMissing)};
    }
    const std::string figures =
        fmt::format("{:.4g} ticks/ns and {:.4g} ticks in a step of two dependent operations, by {}",
                    counter.ticksPerNanosecond, counter.ticksPerStep, counted(counter.readings, "reading"));
    if (counter.doubt == CounterDoubt::None)
        return {fmt::format("the device's counter (VK_KHR_shader_clock) counts clocks of the cores: {}.",
                            figures)};
    return {
        fmt::format("the device's counter (VK_KHR_shader_clock) does not show the clock of the cores: {}; "
                    "it counts {}.",
                    kDoubts[counter.doubt], figures)};
}

} // namespace vkperftest
