#include "vulkan/physical_device.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "vulkan/timestamps.h"

namespace vkperftest {
namespace {

std::string hex(std::span<const std::uint8_t> bytes) {
    std::string text;
    for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

DeviceKind kindOf(VkPhysicalDeviceType type) {
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return DeviceKind::Discrete;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return DeviceKind::Integrated;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return DeviceKind::Virtual;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return DeviceKind::Cpu;
    default:
        return DeviceKind::Other;
    }
}

struct QueueChoice {
    std::uint32_t family = 0;
    std::uint32_t validBits = 0;
};

// The main queue, as games use it: one with graphics before one without; of equals the first.
std::optional<QueueChoice> chooseQueue(VkPhysicalDevice device) {
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
    std::optional<QueueChoice> best;
    int bestScore = -1;
    for (std::uint32_t i = 0; i < count; ++i) {
        if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) continue;
        const int score = (families[i].timestampValidBits > 0 ? 2 : 0) +
                          ((families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0 ? 1 : 0);
        if (score <= bestScore) continue;
        bestScore = score;
        best = QueueChoice{i, families[i].timestampValidBits};
    }
    return best;
}

void describeDriver(VkPhysicalDevice device, DeviceRecord& record) {
    VkPhysicalDeviceDriverProperties driver{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDevicePushDescriptorPropertiesKHR push{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR};
    VkPhysicalDevicePCIBusInfoPropertiesEXT pci{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT};
    VkPhysicalDeviceSubgroupProperties subgroup{.sType =
                                                    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceIDProperties ids{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES,
                                     .pNext = &subgroup};
    record.pushDescriptors = hasExtension(device, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
    const bool tellsDriver = hasExtension(device, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME);
    const bool tellsPci = hasExtension(device, VK_EXT_PCI_BUS_INFO_EXTENSION_NAME);
    if (tellsDriver) driver.pNext = std::exchange(ids.pNext, &driver);
    if (tellsPci) pci.pNext = std::exchange(ids.pNext, &pci);
    if (record.pushDescriptors) push.pNext = std::exchange(ids.pNext, &push);
    VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                           .pNext = &ids};
    vkGetPhysicalDeviceProperties2(device, &properties);
    record.deviceUuid = hex(ids.deviceUUID);
    record.driverUuid = hex(ids.driverUUID);
    record.subgroupSize = subgroup.subgroupSize;
    record.maxPushDescriptors = push.maxPushDescriptors;
    if (tellsDriver) {
        record.driverId = static_cast<std::uint32_t>(driver.driverID);
        record.driverName = driver.driverName;
        record.driverInfo = driver.driverInfo;
    }
    if (tellsPci) {
        record.pciAddress = fmt::format("{:04x}:{:02x}:{:02x}.{:x}", pci.pciDomain, pci.pciBus, pci.pciDevice,
                                        pci.pciFunction);
    }
}

// The extension is there, or the version of Vulkan that took it in (0: none), and the feature that it is about: `feature`
// of `features`, which is chained in.
template <class Features>
bool offers(VkPhysicalDevice device, const char* extension, std::uint32_t version, Features features,
            VkBool32 Features::*feature) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    const bool core = version != 0 && properties.apiVersion >= version;
    if (!core && !hasExtension(device, extension)) return false;
    VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &features};
    vkGetPhysicalDeviceFeatures2(device, &all);
    return features.*feature != VK_FALSE;
}

void describeBinding(VkPhysicalDevice device, DeviceRecord& record) {
    record.bufferAddresses =
        offers(device, VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME, VK_API_VERSION_1_2,
               VkPhysicalDeviceBufferDeviceAddressFeaturesKHR{
                   .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES_KHR},
               &VkPhysicalDeviceBufferDeviceAddressFeaturesKHR::bufferDeviceAddress);
    record.descriptorBuffers =
        record.bufferAddresses && hasExtension(device, VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME) &&
        hasExtension(device, VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME) &&
        offers(device, VK_EXT_DESCRIPTOR_BUFFER_EXTENSION_NAME, 0,
               VkPhysicalDeviceDescriptorBufferFeaturesEXT{
                   .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT},
               &VkPhysicalDeviceDescriptorBufferFeaturesEXT::descriptorBuffer);
    const bool blocks =
        offers(device, VK_EXT_INLINE_UNIFORM_BLOCK_EXTENSION_NAME, 0,
               VkPhysicalDeviceInlineUniformBlockFeaturesEXT{
                   .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_FEATURES_EXT},
               &VkPhysicalDeviceInlineUniformBlockFeaturesEXT::inlineUniformBlock);
    if (!blocks) return;
    VkPhysicalDeviceInlineUniformBlockPropertiesEXT limits{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                           .pNext = &limits};
    vkGetPhysicalDeviceProperties2(device, &properties);
    record.maxInlineUniformBytes = limits.maxInlineUniformBlockSize;
}

} // namespace

bool hasExtension(VkPhysicalDevice device, const char* name) {
    std::uint32_t count = 0;
    vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr);
    std::vector<VkExtensionProperties> extensions(count);
    vkEnumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data());
    return std::any_of(extensions.begin(), extensions.end(), [&](const VkExtensionProperties& extension) {
        return std::strcmp(extension.extensionName, name) == 0;
    });
}

DeviceRecord describe(VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    DeviceRecord record{.name = properties.deviceName,
                        .kind = kindOf(properties.deviceType),
                        .vendorId = properties.vendorID,
                        .deviceId = properties.deviceID,
                        .driverVersion = properties.driverVersion,
                        .apiVersion = fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(properties.apiVersion),
                                                  VK_API_VERSION_MINOR(properties.apiVersion),
                                                  VK_API_VERSION_PATCH(properties.apiVersion)),
                        .timestampPeriod = static_cast<double>(properties.limits.timestampPeriod)};
    if (properties.apiVersion < VK_API_VERSION_1_1) {
        record.unusable = fmt::format("it offers Vulkan {}, the kernels need 1.1", record.apiVersion);
        return record;
    }
    describeDriver(device, record);
    describeBinding(device, record);
    const std::optional<QueueChoice> queue = chooseQueue(device);
    if (!queue) {
        record.unusable = "it has no compute queue";
        return record;
    }
    record.queueFamily = queue->family;
    record.timestampValidBits = queue->validBits;
    record.unusable = timestampTrouble(queue->validBits, record.timestampPeriod);
    constexpr std::uint32_t kInvocations = 256; // of the kernels' workgroups; Vulkan guarantees 128
    if (properties.limits.maxComputeWorkGroupInvocations < kInvocations) {
        record.unusable = fmt::format("its workgroups hold {} invocations, the kernels need {}",
                                      properties.limits.maxComputeWorkGroupInvocations, kInvocations);
    }
    return record;
}

} // namespace vkperftest
