#include "cases/twins.h"

#include <algorithm>

#include "cases/families/families.h"

namespace vkperftest {
namespace {

std::optional<Case> withTechnique(const Case& row, Technique technique) {
    const bool several = !onlyWrites(row.operation.kind) && loadsPerIteration(row) > 1;
    if (row.technique != Technique::Direct || !several) return std::nullopt;
    Case twin = row;
    twin.technique = technique;
    return twin;
}

} // namespace

std::optional<Case> floorOf(const Case& row) {
    constexpr Technique kWithFloor[] = {Technique::Direct, Technique::PerLane, Technique::HeavierFloor};
    if (std::ranges::count(kWithFloor, row.technique) == 0) return std::nullopt;
    if (onlyWrites(row.operation.kind)) return std::nullopt;
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
    return row.operation.parts.empty() ? withTechnique(row, Technique::Serial) : std::nullopt;
}

std::optional<Case> heavierOf(const Case& row) {
    return withTechnique(row, Technique::Heavier);
}

Case heavierFloor() {
    return {typedLoad(Format::RGBA8), Pattern::Linear, Technique::HeavierFloor};
}

std::vector<Case> missingTwins(std::span<const Case> rows) {
    std::vector<Case> twins;
    const auto add = [&](const std::optional<Case>& twin, const auto& serves) {
        if (twin && std::none_of(rows.begin(), rows.end(), serves) &&
            std::none_of(twins.begin(), twins.end(), serves))
            twins.push_back(*twin);
    };
    const auto addEqual = [&](const std::optional<Case>& twin) {
        add(twin, [&](const Case& other) { return other == twin; });
    };
    const auto addFloor = [&](const Case& row) {
        add(floorOf(row), [&](const Case& other) { return servesAsFloor(other, row); });
    };
    for (const Case& row : rows) addFloor(row);
    for (const Case& row : rows) addEqual(serialOf(row));
    const std::size_t withoutHeavier = twins.size();
    for (const Case& row : rows) addEqual(heavierOf(row));
    if (twins.size() > withoutHeavier) {
        addEqual(heavierFloor());
        addFloor(heavierFloor());
    }
    return twins;
}

} // namespace vkperftest
