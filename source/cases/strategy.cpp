#include "cases/strategy.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

constexpr std::array<StrategyTraits, 7> kStrategies = {{
    {Strategy::Set, "set", "descriptor set, written once and bound"},
    {Strategy::Push, "push", "push descriptors (VK_KHR_push_descriptor)"},
    {Strategy::Dynamic, "dynamic", "descriptor set with dynamic offsets"},
    {Strategy::Buffer, "buffer", "descriptors in a buffer (VK_EXT_descriptor_buffer)"},
    {Strategy::Inline, "inline", "uniform data in the set (VK_EXT_inline_uniform_block)"},
    {Strategy::Address4, "address-4", "buffer device address, Aligned 4 (VK_KHR_buffer_device_address)"},
    {Strategy::Address16, "address-16", "buffer device address, Aligned 16 (VK_KHR_buffer_device_address)"},
}};

} // namespace

std::span<const StrategyTraits> strategies() {
    return kStrategies;
}

std::string_view strategyName(Strategy strategy) {
    return kStrategies[static_cast<std::size_t>(strategy)].name;
}

std::uint32_t addressAlignment(Strategy strategy) {
    return strategy == Strategy::Address4 ? 4 : strategy == Strategy::Address16 ? 16 : 0;
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
