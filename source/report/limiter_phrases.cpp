#include "report/phrases.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/core_clock.h"
#include "analysis/figures.h"
#include "analysis/l1_limit.h"
#include "base/enum_table.h"
#include "base/text.h"

namespace vkperftest {
namespace {

struct LimiterCounts {
    std::size_t limiters[enumeratorCount<Limiter>()] = {};
    std::size_t doubts[enumeratorCount<LimiterDoubt>()] = {};
};

LimiterCounts countLimiters(const RunFigures& figures) {
    LimiterCounts counts;
    for (const RowFigures& row : figures.rows) {
        for (const std::optional<StrategyFigures>& each : row.strategies) {
            if (!each || !isAboutLoads(each->limiterDoubt)) continue;
            ++counts.limiters[static_cast<std::size_t>(each->limiter)];
            ++counts.doubts[static_cast<std::size_t>(each->limiterDoubt)];
        }
    }
    return counts;
}

// "its no-load control was not measured (3), …".
std::string whyUnknown(const LimiterCounts& counts) {
    constexpr auto kTexts = enumTable<LimiterDoubt, std::string_view>(
        {"", "", "", "its no-load control was not measured",
         "row and no-load control compiled to different loops", "one load in flight is faster than several",
         "its time is too near its no-load control's, or the samples scatter too much"});
    std::vector<std::string> reasons;
    for (std::size_t doubt = 1; doubt < enumeratorCount<LimiterDoubt>(); ++doubt) {
        if (counts.doubts[doubt] > 0)
            reasons.push_back(fmt::format("{} ({})", kTexts.values[doubt], counts.doubts[doubt]));
    }
    return join(reasons, ", ");
}

constexpr auto kClockSources =
    enumTable<ClockSource, std::string_view>({"by the device's counter", "by the driver"});

// Nothing for doubts that depend on the run.
constexpr auto kDoubts = enumTable<CounterDoubt, std::string_view>(
    {"", "", "the device's timer is wrong", "it stands still", "it counts the ticks of the device's timer",
     "its ticks cannot be told from nanoseconds", "it counts less than once in a step",
     "a step's ticks vary, so the counter has a frequency of its own",
     "a step takes no whole number of its ticks"});

std::string whyNoLimit(const RunResult& run) {
    if (l1WidthOf(run.device) == nullptr) return "no reliable source gives the bytes per clock of this GPU";
    if (run.device.computeUnits == 0) return "the driver does not report the number of units";
    return "the clock is unknown";
}

} // namespace

std::string limiterText(Limiter limiter) {
    switch (limiter) {
    case Limiter::Limit:
        return fmt::format("the row reaches at least {:.0f} % of the bytes that L1 can deliver",
                           100 * kNearLimit);
    case Limiter::Loads:
        return "loads limit the row";
    case Limiter::Adds:
        return fmt::format("additions, or a copy's stores, limit the row (it takes less than {} times as "
                           "long as its no-load control, "
                           "the same loop without loads), so the figure says little about loads",
                           kLoadLimited);
    case Limiter::Latency:
        return "the row waits for its loads, since few are in flight";
    case Limiter::Unknown:
        break;
    }
    return "unclear whether loads or instructions limit the row";
}

std::vector<std::string> limiterRemarks(const RunFigures& figures) {
    if (!figures.run->source.empty()) return {};
    const LimiterCounts counts = countLimiters(figures);
    std::vector<std::string> result;
    for (const Limiter limiter : {Limiter::Limit, Limiter::Adds, Limiter::Latency, Limiter::Unknown}) {
        const std::size_t number = counts.limiters[static_cast<std::size_t>(limiter)];
        const std::string why = limiter == Limiter::Unknown ? ": " + whyUnknown(counts) : "";
        if (number > 0)
            result.push_back(fmt::format("limiter `{}` ({} {}): {}{}.", limiterName(limiter), number,
                                         number == 1 ? "figure" : "figures", limiterText(limiter), why));
    }
    return result;
}

std::vector<std::string> limitRemarks(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const std::optional<MostBytes> most = mostBytes(figures);
    if (!most) return {};
    const std::optional<L1Limit> limit = l1Limit(run);
    const std::string_view unit = unitName(run.device);
    const std::string of =
        limit
            ? fmt::format("{:.0f} % of L1's limit of {:.0f} ({:g} bytes per clock and {}, {}, {:.3f} GHz {}; "
                          "source: {})",
                          100 * most->bytesPerNanosecond / limit->bytesPerNanosecond(),
                          limit->bytesPerNanosecond(), limit->bytesPerClock, unit,
                          counted(limit->units, unit), limit->gigahertz,
                          kClockSources[coreClock(run)->source], l1WidthOf(run.device)->source)
            : fmt::format("the limit of L1 is unknown: {}", whyNoLimit(run));
    return {fmt::format("most bytes: {} ({}): {:.0f} bytes/ns, {}.", most->row->name, most->strategy,
                        most->bytesPerNanosecond, of)};
}

std::string limitName(const RunResult& run) {
    const L1Width* const width = l1WidthOf(run.device);
    if (width == nullptr || !l1Limit(run)) return {};
    return fmt::format("L1, {}: {}", width->architecture, width->source);
}

std::vector<std::string> clockColumnRemarks(const RunFigures& figures) {
    const bool known = std::ranges::any_of(figures.rows, [](const RowFigures& row) {
        return std::ranges::any_of(row.strategies,
                                   [](const auto& each) { return each && each->loadsPerClock; });
    });
    if (!known) return {};
    return {fmt::format("loads/clock, bytes/clock: what one {} loads in one clock of the cores{}.",
                        unitName(figures.run->device),
                        l1Limit(*figures.run) ? "; of L1: bytes/clock as a share of L1's limit" : "")};
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
