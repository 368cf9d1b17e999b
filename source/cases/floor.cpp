#include "cases/floor.h"

#include <algorithm>

namespace vkperftest {

std::optional<Case> floorOf(const Case& row) {
    if (row.technique != Technique::Direct && row.technique != Technique::PerLane) return std::nullopt;
    Case floor = row;
    floor.technique = Technique::Floor;
    if (row.operation.ofFloor != nullptr) floor.operation = row.operation.ofFloor(row.operation);
    floor.subgroupSize = 0;
    if (floor.pattern == Pattern::Random) floor.pattern = Pattern::Linear;
    return floor;
}

bool servesAsFloor(const Case& floor, const Case& row) {
    const std::optional<Case> own = floorOf(row);
    return own && floor.technique == Technique::Floor && kernelKey(floor) == kernelKey(*own);
}

std::vector<Case> missingFloors(std::span<const Case> rows) {
    std::vector<Case> floors;
    for (const Case& row : rows) {
        const auto serves = [&](const Case& floor) { return servesAsFloor(floor, row); };
        if (std::any_of(rows.begin(), rows.end(), serves) ||
            std::any_of(floors.begin(), floors.end(), serves))
            continue;
        if (const std::optional<Case> floor = floorOf(row)) floors.push_back(*floor);
    }
    return floors;
}

} // namespace vkperftest
