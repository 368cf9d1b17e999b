#include "cases/controls.h"

#include <algorithm>

namespace vkperftest {

std::optional<Case> noLoadsOf(const Case& row) {
    constexpr Technique kWithNoLoads[] = {Technique::Direct, Technique::PerLane};
    if (std::ranges::count(kWithNoLoads, row.technique) == 0 || onlyWrites(row.operation.kind))
        return std::nullopt;
    Case noLoads = row;
    noLoads.technique = Technique::NoLoads;
    if (row.operation.ofNoLoads != nullptr) noLoads.operation = row.operation.ofNoLoads(row.operation);
    noLoads.subgroupSize = 0;
    noLoads.robustness = Robustness::Off;
    noLoads.pattern = sharesAddress(row.pattern) ? Pattern::Uniform : Pattern::Linear;
    return noLoads;
}

bool servesAsNoLoads(const Case& noLoads, const Case& row) {
    const std::optional<Case> own = noLoadsOf(row);
    return own && noLoads.technique == Technique::NoLoads && kernelKey(noLoads) == kernelKey(*own);
}

std::optional<Case> dependentOf(const Case& row) {
    if (onlyWrites(row.operation.kind) || row.technique != Technique::Direct || !row.operation.parts.empty())
        return std::nullopt;
    Case dependent = row;
    dependent.technique = Technique::Dependent;
    return dependent;
}

std::vector<Case> missingControls(std::span<const Case> rows) {
    std::vector<Case> controls;
    const auto add = [&](const std::optional<Case>& control, const auto& serves) {
        if (control && std::none_of(rows.begin(), rows.end(), serves) &&
            std::none_of(controls.begin(), controls.end(), serves))
            controls.push_back(*control);
    };
    for (const Case& row : rows)
        add(noLoadsOf(row), [&](const Case& other) { return servesAsNoLoads(other, row); });
    for (const Case& row : rows) {
        const std::optional<Case> dependent = dependentOf(row);
        add(dependent, [&](const Case& other) { return other == dependent; });
    }
    return controls;
}

std::uint32_t chainEnd(std::size_t kernel) {
    const CounterConstants constants{.slot = static_cast<std::uint32_t>(kernel)};
    std::uint32_t value = constants.slot;
    for (std::uint32_t i = 0; i < constants.rounds * kStepsOfRound[kernel]; ++i)
        value = (value ^ constants.flipped) + constants.added;
    return value;
}

} // namespace vkperftest
