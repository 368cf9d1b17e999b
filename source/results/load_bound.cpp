#include "results/load_bound.h"

#include <algorithm>

#include "results/summary.h"

namespace vkperftest {

std::string floorRowName(const RowResult& row) {
    return !row.floor.empty() ? row.floor : row.operation + " " + row.pattern + ", floor";
}

const RowResult* findFloor(const RunResult& run, const RowResult& row) {
    const std::string name = floorRowName(row);
    if (const RowResult* floor = findRow(run, name)) return floor;
    const auto found = std::find_if(run.floors.begin(), run.floors.end(),
                                    [&](const RowResult& floor) { return floor.name == name; });
    return found != run.floors.end() ? &*found : nullptr;
}

std::optional<PairedRatio> timeOverFloor(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const RowResult* floor = findFloor(run, row);
    if (floor == nullptr) return std::nullopt;
    const std::size_t floorStrategy = strategy < floor->strategies.size() ? strategy : 0;
    const std::optional<PairedRatio> ofRow = ratioToBaseline(run, row, strategy);
    const std::optional<PairedRatio> ofFloor = ratioToBaseline(run, *floor, floorStrategy);
    if (!ofRow || !ofFloor) return std::nullopt;
    return quotient(*ofFloor, *ofRow);
}

std::optional<bool> isLoadBound(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const std::optional<PairedRatio> time = timeOverFloor(run, row, strategy);
    return time ? isAtLeast(*time, kLoadBound) : std::nullopt;
}

} // namespace vkperftest
