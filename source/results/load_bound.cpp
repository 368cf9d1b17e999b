#include "results/load_bound.h"

#include "results/summary.h"

namespace vkperftest {

std::string floorRowName(const RowResult& row) {
    return row.operation + " " + row.pattern + ", floor";
}

std::optional<PairedRatio> timeOverFloor(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const RowResult* floor = findRow(run, floorRowName(row));
    if (floor == nullptr) return std::nullopt;
    const std::optional<PairedRatio> ofRow = ratioToBaseline(run, row, strategy);
    const std::optional<PairedRatio> ofFloor = ratioToBaseline(run, *floor, strategy);
    if (!ofRow || !ofFloor) return std::nullopt;
    return quotient(*ofFloor, *ofRow);
}

std::optional<bool> isLoadBound(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const std::optional<PairedRatio> time = timeOverFloor(run, row, strategy);
    return time ? isAtLeast(*time, kLoadBound) : std::nullopt;
}

} // namespace vkperftest
