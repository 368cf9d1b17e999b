#include "vulkan/subgroup.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/case.h"
#include "run/subgroup_sizes.h"

namespace vkperftest {
namespace {

constexpr const char* kOperations[] = {
    "BASIC", "VOTE", "ARITHMETIC", "BALLOT", "SHUFFLE", "SHUFFLE_RELATIVE", "CLUSTERED", "QUAD"};

// "VK_SUBGROUP_FEATURE_SHUFFLE_BIT, …"
std::string operationNames(VkSubgroupFeatureFlags operations) {
    std::vector<std::string> names;
    for (std::size_t bit = 0; bit < std::size(kOperations); ++bit) {
        if ((operations >> bit & 1) != 0)
            names.push_back(fmt::format("VK_SUBGROUP_FEATURE_{}_BIT", kOperations[bit]));
    }
    return join(names, ", ");
}

Result<void> unsupported(std::string what) {
    return Error{ErrorKind::Unsupported, std::move(what), ""};
}

} // namespace

Result<void> checkSubgroup(const SubgroupTraits& device, const Kernel& kernel, std::uint32_t size) {
    if (const auto operations = kernel.subgroupOperations & ~device.operations; operations != 0)
        return unsupported(fmt::format("no {} in compute shaders", operationNames(operations)));
    // The kernels that take the first lane's address for all (shaders/pattern.hlsli).
    const std::uint32_t most = size > 0 ? size : std::max(device.usual, device.largest);
    if ((kernel.subgroupOperations & VK_SUBGROUP_FEATURE_BALLOT_BIT) != 0 && most > kPatternSpan)
        return unsupported(fmt::format("subgroups have {} lanes, not {} or fewer", most, kPatternSpan));
    if (size == 0) return {};
    if (!device.sizeControl) return unsupported("no VK_EXT_subgroup_size_control");
    if (device.smallest == 0) return unsupported("compute pipelines cannot require a subgroup size");
    VKPERFTEST_TRY(checkSize(size, device.smallest, device.largest));
    if (const std::uint32_t subgroups = kInvocationsPerGroup / size; subgroups > device.mostInWorkgroup) {
        return unsupported(fmt::format("maxComputeWorkgroupSubgroups is {}, but the kernel needs {}",
                                       device.mostInWorkgroup, subgroups));
    }
    return {};
}

SubgroupTraits subgroupTraits(const PhysicalDevice& device) {
    SubgroupTraits traits{.sizeControl = offers(device, kSubgroupSizeControl)};
    VkPhysicalDeviceSubgroupSizeControlPropertiesEXT control{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES_EXT};
    VkPhysicalDeviceSubgroupProperties subgroup{.sType =
                                                    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES,
                                                .pNext = traits.sizeControl ? &control : nullptr};
    VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                           .pNext = &subgroup};
    vkGetPhysicalDeviceProperties2(device, &properties);
    if ((subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0)
        traits.operations = subgroup.supportedOperations;
    traits.usual = subgroup.subgroupSize;
    if (!traits.sizeControl || (control.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0)
        return traits;
    traits.smallest = control.minSubgroupSize;
    traits.largest = control.maxSubgroupSize;
    traits.mostInWorkgroup = control.maxComputeWorkgroupSubgroups;
    return traits;
}

} // namespace vkperftest
