#include "vulkan/subgroup.h"

#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/case.h"

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

std::string missing(const SubgroupTraits& device, const Kernel& kernel, std::uint32_t size) {
    if (const auto operations = kernel.subgroupOperations & ~device.operations; operations != 0)
        return fmt::format("no {} in compute shaders", operationNames(operations));
    if (size == 0) return {};
    if (!device.sizeControl) return "no VK_EXT_subgroup_size_control";
    if (device.smallest == 0) return "compute pipelines cannot require a subgroup size";
    if (size < device.smallest || size > device.largest) {
        return device.smallest == device.largest
                   ? fmt::format("subgroups have {} lanes, not {}", device.smallest, size)
                   : fmt::format("subgroups have {} to {} lanes, not {}", device.smallest, device.largest,
                                 size);
    }
    if (const std::uint32_t subgroups = kInvocationsPerGroup / size; subgroups > device.mostInWorkgroup) {
        return fmt::format("maxComputeWorkgroupSubgroups is {}, the kernel needs {}", device.mostInWorkgroup,
                           subgroups);
    }
    return {};
}

} // namespace

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
    if (!traits.sizeControl || (control.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0)
        return traits;
    traits.smallest = control.minSubgroupSize;
    traits.largest = control.maxSubgroupSize;
    traits.mostInWorkgroup = control.maxComputeWorkgroupSubgroups;
    return traits;
}

Result<void> checkSubgroup(const SubgroupTraits& device, const Kernel& kernel, std::uint32_t size) {
    const std::string lacks = missing(device, kernel, size);
    if (!lacks.empty()) return Error{ErrorKind::Unsupported, lacks, ""};
    return {};
}

} // namespace vkperftest
