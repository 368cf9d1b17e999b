#include "vulkan/physical_device.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "vulkan/subgroup.h"
#include "vulkan/timestamps.h"

namespace vkperftest {
namespace {

std::string hex(std::span<const std::uint8_t> bytes) {
    std::string text;
    for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
    return text;
}

DeviceKind kindOf(VkPhysicalDeviceType type) {
    constexpr DeviceKind kKinds[] = {DeviceKind::Other, DeviceKind::Integrated, DeviceKind::Discrete,
                                     DeviceKind::Virtual,
                                     DeviceKind::Cpu}; // by the value of VkPhysicalDeviceType
    return static_cast<std::size_t>(type) < std::size(kKinds) ? kKinds[type] : DeviceKind::Other;
}

struct QueueChoice {
    std::uint32_t family = 0;
    std::uint32_t validBits = 0;
};

// The first of equally good families. The main queue may lack graphics; the compute queue must.
std::optional<QueueChoice> chooseQueue(VkPhysicalDevice device, QueueKind kind) {
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
    std::optional<QueueChoice> best;
    int bestScore = -1;
    for (std::uint32_t i = 0; i < count; ++i) {
        if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) continue;
        const bool graphics = (families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0;
        if (kind == QueueKind::Compute && graphics) continue;
        const int score = (families[i].timestampValidBits > 0 ? 2 : 0) + (graphics ? 1 : 0);
        if (score <= bestScore) continue;
        bestScore = score;
        best = QueueChoice{i, families[i].timestampValidBits};
    }
    return best;
}

void describeDriver(const PhysicalDevice& device, DeviceRecord& record) {
    VkPhysicalDeviceDriverProperties driver{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDevicePCIBusInfoPropertiesEXT pci{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT};
    VkPhysicalDeviceSubgroupProperties subgroup{.sType =
                                                    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceIDProperties ids{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES,
                                     .pNext = &subgroup};
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV nvidia{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV};
    VkPhysicalDeviceShaderCoreProperties2AMD amd{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_2_AMD};
    VkPhysicalDeviceShaderCorePropertiesAMD engines{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD};
    VkPhysicalDeviceShaderCoreBuiltinsPropertiesARM arm{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_BUILTINS_PROPERTIES_ARM};
    const bool tellsDriver = hasExtension(device, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME);
    const bool tellsPci = hasExtension(device, VK_EXT_PCI_BUS_INFO_EXTENSION_NAME);
    if (tellsDriver) driver.pNext = std::exchange(ids.pNext, &driver);
    if (tellsPci) pci.pNext = std::exchange(ids.pNext, &pci);
    if (hasExtension(device, VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME))
        nvidia.pNext = std::exchange(ids.pNext, &nvidia);
    if (hasExtension(device, VK_AMD_SHADER_CORE_PROPERTIES_2_EXTENSION_NAME))
        amd.pNext = std::exchange(ids.pNext, &amd);
    if (hasExtension(device, VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME))
        engines.pNext = std::exchange(ids.pNext, &engines);
    if (hasExtension(device, VK_ARM_SHADER_CORE_BUILTINS_EXTENSION_NAME))
        arm.pNext = std::exchange(ids.pNext, &arm);
    VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                           .pNext = &ids};
    vkGetPhysicalDeviceProperties2(device, &properties);
    record.deviceUuid = hex(ids.deviceUUID);
    record.driverUuid = hex(ids.driverUUID);
    record.subgroupSize = subgroup.subgroupSize;
    // One vendor's at most are reported. The older of AMD's structs also counts units that are switched off.
    const std::uint32_t ofEngines =
        engines.shaderEngineCount * engines.shaderArraysPerEngineCount * engines.computeUnitsPerShaderArray;
    record.computeUnits =
        std::max({nvidia.shaderSMCount, arm.shaderCoreCount,
                  amd.activeComputeUnitCount != 0 ? amd.activeComputeUnitCount : ofEngines});
    if (tellsDriver) {
        record.driverId = static_cast<std::uint32_t>(driver.driverID);
        record.driverName = printable(driver.driverName);
        record.driverInfo = printable(driver.driverInfo);
    }
    if (tellsPci) {
        record.pciAddress = fmt::format("{:04x}:{:02x}:{:02x}.{:x}", pci.pciDomain, pci.pciBus, pci.pciDevice,
                                        pci.pciFunction);
    }
}

void describeMemory(const PhysicalDevice& device, DeviceRecord& record) {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(device, &memory);
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(memory.memoryHeapCount, VK_MAX_MEMORY_HEAPS); ++i) {
        const VkMemoryHeap& heap = memory.memoryHeaps[i];
        record.memoryHeaps.push_back({heap.size, (heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0});
    }
}

} // namespace

DeviceRecord describe(const PhysicalDevice& device, QueueKind kind) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    DeviceRecord record{.name = printable(properties.deviceName),
                        .kind = kindOf(properties.deviceType),
                        .vendorId = properties.vendorID,
                        .deviceId = properties.deviceID,
                        .driverVersion = properties.driverVersion,
                        .apiVersion = fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(properties.apiVersion),
                                                  VK_API_VERSION_MINOR(properties.apiVersion),
                                                  VK_API_VERSION_PATCH(properties.apiVersion)),
                        .timestampPeriod = static_cast<double>(properties.limits.timestampPeriod)};
    if (properties.apiVersion < VK_API_VERSION_1_1) {
        record.unusable = fmt::format("it offers Vulkan {}, but the kernels need 1.1", record.apiVersion);
        return record;
    }
    describeDriver(device, record);
    findCapabilities(device, record);
    findExtensions(device, record);
    describeMemory(device, record);
    const SubgroupTraits subgroup = subgroupTraits(device);
    record.subgroupSizeControl = subgroup.sizeControl;
    record.smallestSubgroup = subgroup.smallest;
    record.largestSubgroup = subgroup.largest;
    record.computeQueue = chooseQueue(device, QueueKind::Compute).has_value();
    const std::optional<QueueChoice> queue = chooseQueue(device, kind);
    if (!queue) {
        record.unusable =
            kind == QueueKind::Main ? "it has no compute queue" : "it has no compute queue without graphics";
        return record;
    }
    record.queueFamily = queue->family;
    record.timestampValidBits = queue->validBits;
    record.unusable = timestampTrouble(queue->validBits, record.timestampPeriod);
    constexpr std::uint32_t kInvocations = 256; // of the kernels' workgroups; Vulkan guarantees 128
    if (properties.limits.maxComputeWorkGroupInvocations < kInvocations) {
        record.unusable = fmt::format("its workgroups hold {} invocations, but the kernels need {}",
                                      properties.limits.maxComputeWorkGroupInvocations, kInvocations);
    }
    return record;
}

} // namespace vkperftest
