#include "analysis/load_bound.h"

#include <algorithm>

#include "analysis/summary.h"

namespace vkperftest {

namespace {

std::size_t numberUnder(const RowResult& row, std::size_t strategy) {
    return row.strategies.size() == 1 ? 0 : strategy;
}

} // namespace

std::string floorRowName(const RowResult& row) {
    const std::string plain = row.operation + " " + row.pattern;
    return row.floor.empty() && row.name == plain ? plain + ", floor" : row.floor;
}

const RowResult* findRowOrFloor(const RunResult& run, std::string_view name) {
    if (const RowResult* row = findRow(run, name)) return row;
    const auto found = std::find_if(run.floors.begin(), run.floors.end(),
                                    [&](const RowResult& floor) { return floor.name == name; });
    return found != run.floors.end() ? &*found : nullptr;
}

const RowResult* findFloor(const RunResult& run, const RowResult& row) {
    const std::string name = floorRowName(row);
    return name.empty() ? nullptr : findRowOrFloor(run, name);
}

const StrategyResult& resultUnder(const RowResult& row, std::size_t strategy) {
    return row.strategies[numberUnder(row, strategy)];
}

std::optional<PairedRatio> ratioUnder(const RunResult& run, const RowResult& row, std::size_t strategy) {
    return ratioToBaseline(run, row, numberUnder(row, strategy));
}

std::optional<PairedRatio> timeOverFloor(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const RowResult* floor = findFloor(run, row);
    if (floor == nullptr) return std::nullopt;
    const std::optional<PairedRatio> ofRow = ratioUnder(run, row, strategy);
    const std::optional<PairedRatio> ofFloor = ratioUnder(run, *floor, strategy);
    if (!ofRow || !ofFloor) return std::nullopt;
    return quotient(*ofFloor, *ofRow);
}

std::optional<bool> isLoadBound(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const std::optional<PairedRatio> time = timeOverFloor(run, row, strategy);
    return time ? isAtLeast(*time, kLoadBound) : std::nullopt;
}

} // namespace vkperftest
