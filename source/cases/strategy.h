// How a row's resources are bound.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vkperftest {

enum class Strategy {
    Set,  // a descriptor set, allocated and written once, bound before the dispatch
    Push, // VK_KHR_push_descriptor: the descriptors are recorded into the command buffer
};

struct StrategyTraits {
    Strategy strategy;
    std::string_view name;
    std::string_view summary;
};

std::span<const StrategyTraits> strategies();

std::string_view strategyName(Strategy strategy);

// "set,push" → both, in the order given, doubled names once. A usage error names the choices.
Result<std::vector<Strategy>> parseStrategies(std::string_view list);

} // namespace vkperftest
