#include "cases/strategy.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

constexpr std::array<StrategyTraits, 2> kStrategies = {{
    {Strategy::Set, "set", "descriptor set, written once and bound"},
    {Strategy::Push, "push", "push descriptors (VK_KHR_push_descriptor)"},
}};

} // namespace

std::span<const StrategyTraits> strategies() {
    return kStrategies;
}

std::string_view strategyName(Strategy strategy) {
    return kStrategies[static_cast<std::size_t>(strategy)].name;
}

Result<std::vector<Strategy>> parseStrategies(std::string_view list) {
    std::vector<Strategy> result;
    std::vector<std::string> names;
    for (const StrategyTraits& traits : kStrategies) names.emplace_back(traits.name);
    for (const std::string& part : split(list, ',')) {
        const std::string name = lowercase(trim(part));
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end()) {
            return Error{ErrorKind::Usage, fmt::format("there is no strategy '{}'", name),
                         fmt::format("choose from: {} (several with commas)", join(names, ", "))};
        }
        const Strategy strategy = kStrategies[static_cast<std::size_t>(found - names.begin())].strategy;
        if (std::find(result.begin(), result.end(), strategy) == result.end()) result.push_back(strategy);
    }
    return result;
}

} // namespace vkperftest
