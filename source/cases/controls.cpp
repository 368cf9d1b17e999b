#include "cases/controls.h"

#include <algorithm>

namespace vkperftest {

std::optional<Case> floorOf(const Case& row) {
    constexpr Technique kWithFloor[] = {Technique::Direct, Technique::PerLane};
    if (std::ranges::count(kWithFloor, row.technique) == 0 || onlyWrites(row.operation.kind))
        return std::nullopt;
    Case floor = row;
    floor.technique = Technique::Floor;
    if (row.operation.ofFloor != nullptr) floor.operation = row.operation.ofFloor(row.operation);
    floor.subgroupSize = 0;
    floor.robustness = Robustness::Off;
    floor.pattern = sharesAddress(row.pattern) ? Pattern::Uniform : Pattern::Linear;
    return floor;
}

bool servesAsFloor(const Case& floor, const Case& row) {
    const std::optional<Case> own = floorOf(row);
    return own && floor.technique == Technique::Floor && kernelKey(floor) == kernelKey(*own);
}

std::optional<Case> serialOf(const Case& row) {
    const bool several = !onlyWrites(row.operation.kind) && loadsPerIteration(row) > 1;
    if (!several || row.technique != Technique::Direct || !row.operation.parts.empty()) return std::nullopt;
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
    for (const Case& row : rows) {
        const std::optional<Case> serial = serialOf(row);
        add(serial, [&](const Case& other) { return other == serial; });
    }
    return twins;
}

std::uint32_t chainEnd(std::size_t kernel) {
    const CounterConstants constants{.slot = static_cast<std::uint32_t>(kernel)};
    std::uint32_t value = constants.slot;
    for (std::uint32_t i = 0; i < constants.rounds * kStepsOfRound[kernel]; ++i)
        value = (value ^ constants.flipped) + constants.added;
    return value;
}

} // namespace vkperftest
