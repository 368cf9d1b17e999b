#include "cases/twins.h"

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

std::optional<Case> serialOf(const Case& row) {
    if (row.technique != Technique::Direct || loadsPerIteration(row) == 1) return std::nullopt;
    Case serial = row;
    serial.technique = Technique::Serial;
    return serial;
}

std::vector<Case> missingTwins(std::span<const Case> rows) {
    std::vector<Case> twins;
    const auto add = [&](const std::optional<Case>& twin, const auto& serves) {
        if (twin && std::none_of(rows.begin(), rows.end(), serves) &&
            std::none_of(twins.begin(), twins.end(), serves))
            twins.push_back(*twin);
    };
    for (const Case& row : rows)
        add(floorOf(row), [&](const Case& other) { return servesAsFloor(other, row); });
    for (const Case& row : rows)
        add(serialOf(row), [&](const Case& other) { return other == serialOf(row); });
    return twins;
}

} // namespace vkperftest
