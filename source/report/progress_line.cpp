#include "report/phrases.h"

#include <cmath>

#include <fmt/format.h>

#include "analysis/figures.h"
#include "base/enum_table.h"

namespace vkperftest {

std::string durationText(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(std::max(0.0, seconds)));
    if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string stageLine(RunStage stage, std::size_t done, std::size_t all, double fraction) {
    constexpr auto kDoing = enumTable<RunStage, std::string_view>(
        {"reading the driver's compiler output", "building pipelines", "warming up", "verifying rows",
         "loading from windows of memory"});
    std::string line = fraction > 0 ? fmt::format("{:.0f} %, ", std::floor(100 * fraction)) : "";
    line += kDoing[stage];
    return all > 0 ? line + fmt::format(": {} of {}", done, all) : line;
}

std::string progressLine(double fraction, double elapsedSeconds, const RowResult* row) {
    std::string line = fmt::format("{:.0f} %", std::floor(100 * fraction));
    // Before that, the first rounds' preparations would make the estimate far too long.
    constexpr double kTellingFraction = 0.03;
    if (fraction >= kTellingFraction) {
        const double left = elapsedSeconds * (1 - fraction) / fraction;
        line += fmt::format(", {} left", durationText(left));
    }
    if (row == nullptr) return line;
    const Status status = row->strategies.front().status;
    return fmt::format("{}, {} {}", line, row->name,
                       status == Status::Measured ? ratioText(ratioToBaseline(*row, 0).median)
                                                  : std::string(statusName(status)));
}

} // namespace vkperftest
