// The binding strategies: how the resources that a dispatch uses reach it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vkperftest {

// Which resources a strategy can bind, as bits.
enum Takes : std::uint8_t { kAllResources = 0, kStorageBuffers = 1, kUniformBuffers = 2 };

struct StrategyTraits {
    std::string_view name;
    std::uint8_t takes = kAllResources;
    // What loads and stores through an address promise, in bytes (SPIR-V's Aligned); 0: no addresses are used.
    std::uint32_t addressAlignment = 0;
    // Ways of recording, with commas: the order of reports.
    std::string_view recordingWays = "";
};

inline constexpr std::string_view kSetName = "set"; // written here alone: Strategy::Set knows it, too

// One line a strategy, in the order of reports; how it binds stands in the file in vulkan/strategies/.
inline constexpr auto kStrategies = std::to_array<StrategyTraits>({
    {kSetName, kAllResources, 0,
     "dispatch only,allocate + write + bind,write + bind,bind only,dynamic offset"}, // the last by "dynamic"
    {"push", kAllResources, 0, "push descriptors"},
    {"push-template", kAllResources, 0, "push template"},
    {"dynamic", kStorageBuffers | kUniformBuffers},
    {"buffer", kAllResources, 0, "descriptor buffer"},
    {"inline", kUniformBuffers},
    {"address-4", kStorageBuffers, 4, "push constants"},
    {"address-16", kStorageBuffers, 16},
});

// A place in kStrategies. Only those that code mentions have names here.
enum class Strategy : std::uint8_t { Set, Push };

inline constexpr auto kEveryStrategy = []() {
    std::array<Strategy, kStrategies.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Strategy>(i);
    return all;
}();

constexpr const StrategyTraits& traits(Strategy strategy) {
    return kStrategies[static_cast<std::size_t>(strategy)];
}

constexpr std::string_view strategyName(Strategy strategy) {
    return traits(strategy).name;
}

static_assert(strategyName(Strategy::Set) == kSetName && strategyName(Strategy::Push) == "push");

// "set,push" → both, in the order given, doubled names once. A usage error names the choices.
Result<std::vector<Strategy>> parseStrategies(std::string_view list);

// As parseStrategies takes them.
std::string strategyNames(const std::vector<Strategy>& strategies);

// All names of ways of recording (run/recording.h).
std::vector<std::string> recordingWays();

} // namespace vkperftest
