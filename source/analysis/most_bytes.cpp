#include "analysis/most_bytes.h"

#include "analysis/l1_limit.h"
#include "analysis/timer.h"

namespace vkperftest {

std::optional<MostBytes> mostBytes(const RunFigures& figures) {
    MostBytes most;
    if (figures.run->settings.cpu || timerError(*figures.run)) return std::nullopt;
    for (const RowFigures& row : figures.rows) {
        const std::optional<std::uint32_t> each = bytesForLimit(*row.row);
        if (!each) continue;
        for (std::size_t i = 0; i < row.strategies.size(); ++i) {
            const std::optional<StrategyFigures>& known = row.strategies[i];
            if (!known || !known->loadsPerNanosecond) continue;
            const double bytes = *known->loadsPerNanosecond * *each;
            if (bytes > most.bytesPerNanosecond)
                most = {row.row, row.row->strategies[i].strategy, *known->loadsPerNanosecond, bytes};
        }
    }
    return most.row != nullptr ? std::optional(most) : std::nullopt;
}

} // namespace vkperftest
