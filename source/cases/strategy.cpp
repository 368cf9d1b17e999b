#include "cases/strategy.h"

#include <algorithm>
#include <array>

#include "base/named.h"

namespace vkperftest {
namespace {

// One line a strategy.
constexpr auto kStrategyTable = std::to_array<StrategyTraits>({
    {kSetName, "descriptor sets", kAllResources, 0,
     "dispatch only,allocate + write + bind,write + bind,bind only,dynamic offset"}, // the last by "dynamic"
    {"push", "push descriptors", kAllResources, 0, "push descriptors"},
    {"push-template", "push descriptors with an update template", kAllResources, 0, "push template"},
    {kDynamicName, "dynamic offsets", kStorageBuffers | kUniformBuffers},
    {"buffer", "descriptor buffers", kAllResources, 0, "descriptor buffer"},
    {kInlineName, "inline uniform blocks", kUniformBuffers},
    {"general-layout", "descriptor sets of images in VK_IMAGE_LAYOUT_GENERAL", kTextures},
    {kNarrowAddresses, "buffer addresses that promise 4 bytes of alignment", kStorageBuffers, 4,
     "push constants"},
    {kEightByteAddresses, "buffer addresses that promise 8 bytes of alignment", kStorageBuffers, 8},
    {kWideAddresses, "buffer addresses that promise 16 bytes of alignment", kStorageBuffers, 16},
});
static_assert(kStrategyTable[0].name == kSetName && kStrategyTable[1].name == "push" &&
              kStrategyTable[3].name == kDynamicName &&
              kStrategyTable[5].name == kInlineName); // as Strategy has them

constexpr auto kAllStrategies = []() {
    std::array<Strategy, kStrategyTable.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Strategy>(i);
    return all;
}();

} // namespace

constinit const std::span<const StrategyTraits> kStrategies = kStrategyTable;
constinit const std::span<const Strategy> kEveryStrategy = kAllStrategies;

const StrategyTraits& traits(Strategy strategy) {
    return kStrategyTable[static_cast<std::size_t>(strategy)];
}

std::string_view strategyName(Strategy strategy) {
    return traits(strategy).name;
}

std::uint32_t promisedAlignment(std::string_view strategy) {
    const auto known = std::ranges::find(kStrategies, strategy, &StrategyTraits::name);
    return known != kStrategies.end() ? known->addressAlignment : 0;
}

bool loadsByAddress(std::string_view strategy) {
    return promisedAlignment(strategy) != 0;
}

Result<std::vector<Strategy>> parseStrategies(std::string_view list) {
    std::vector<Strategy> result;
    for (const std::string& part : split(list, ',')) {
        const Result<const StrategyTraits*> found =
            findNamed(kStrategies, lowercase(trim(part)), "there is no strategy");
        if (!found.ok()) {
            return Error{ErrorKind::Usage, found.error().cause,
                         found.error().remedy + " (separate several with commas)"};
        }
        const auto strategy = static_cast<Strategy>(found.value() - kStrategies.data());
        if (std::find(result.begin(), result.end(), strategy) == result.end()) result.push_back(strategy);
    }
    return result;
}

std::string strategyNames(const std::vector<Strategy>& strategies) {
    std::vector<std::string> names;
    for (const Strategy strategy : strategies) names.emplace_back(strategyName(strategy));
    return join(names, ",");
}

std::vector<std::string> recordingWays() {
    std::vector<std::string> ways;
    for (const StrategyTraits& strategy : kStrategies) {
        if (strategy.recordingWays.empty()) continue;
        for (std::string& way : split(strategy.recordingWays, ',')) ways.push_back(std::move(way));
    }
    return ways;
}

} // namespace vkperftest
