#include "cases/binding.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

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
              kStrategyTable[2].name == "push-template" && kStrategyTable[3].name == kDynamicName &&
              kStrategyTable[4].name == "buffer" &&
              kStrategyTable[5].name == kInlineName); // as Strategy has them

constexpr auto kAllStrategies = []() {
    std::array<Strategy, kStrategyTable.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Strategy>(i);
    return all;
}();

Reason whyNoAddresses(const Case& row, std::uint32_t alignment) {
    const Operation& operation = row.operation;
    if (onlyWrites(operation.kind)) return {ReasonKind::WritesLackAddresses};
    if (row.technique != Technique::Direct && row.technique != Technique::NoLoads)
        return {ReasonKind::TechniqueLacksAddresses, std::string(techniqueName(row.technique))};
    if (operation.addressKernel.empty())
        return {operation.traversal ? ReasonKind::WindowLacksAddresses : ReasonKind::LoadLacksAddresses};
    const bool aligned = operation.width * 4 % alignment == 0 && operation.byteOffset % alignment == 0;
    return aligned ? Reason() : Reason{ReasonKind::NeedsAlignedLoads, std::to_string(alignment)};
}

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
            return usageError(found.error().cause, found.error().remedy + " (separate several with commas)");
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

Robustness mostRobust(std::span<const BoundRow> boundRows) {
    Robustness most = Robustness::Off;
    for (const BoundRow& bound : boundRows) {
        const Robustness own = bound.row.robustness;
        if (own != Robustness::Off) most = most == Robustness::Off ? own : std::max(most, own);
    }
    return most;
}

Reason whyUnsupported(const BoundRow& bound) {
    constexpr ReasonKind kNeeds[] = {ReasonKind::None, ReasonKind::NeedsStorageBuffer,
                                     ReasonKind::NeedsUniformBuffer, ReasonKind::NeedsBuffer,
                                     ReasonKind::NeedsTexture};
    const StrategyTraits& strategy = traits(bound.strategy);
    // Enough to compare mixed loads with the rows of their kinds; the others bind buffers of one kind.
    if (!bound.row.operation.parts.empty() && strategy.takes != kAllResources)
        return {ReasonKind::NeedsOneKind};
    if (bound.row.operation.index != DescriptorIndex::None && strategy.takes != kAllResources)
        return {ReasonKind::NeedsOneDescriptor};
    const ResourceKind kind = bound.row.operation.source.kind;
    const bool taken = strategy.takes == kAllResources ||
                       ((strategy.takes & kStorageBuffers) != 0 && kind == ResourceKind::StorageBuffer) ||
                       ((strategy.takes & kUniformBuffers) != 0 && kind == ResourceKind::UniformBuffer) ||
                       ((strategy.takes & kTextures) != 0 && kind == ResourceKind::Texture);
    if (!taken) return {kNeeds[strategy.takes]};
    return strategy.addressAlignment == 0 ? Reason() : whyNoAddresses(bound.row, strategy.addressAlignment);
}

std::string kernelKey(const BoundRow& bound) {
    const std::uint32_t alignment = traits(bound.strategy).addressAlignment;
    if (alignment == 0) return kernelKey(bound.row);
    return fmt::format("{}.{}.{}", bound.row.operation.addressKernel, alignment, kernelVariant(bound.row));
}

} // namespace vkperftest
