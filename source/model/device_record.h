// What is known of a device: printed by `devices`, kept with every result.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vkperftest {

enum class DeviceKind { Discrete, Integrated, Virtual, Cpu, Other };

std::string_view deviceKindName(DeviceKind kind); // "discrete GPU"

struct DeviceRecord {
    std::string name;
    DeviceKind kind = DeviceKind::Other;
    std::uint32_t vendorId = 0;
    std::uint32_t deviceId = 0;
    std::string deviceUuid; // 32 hexadecimal digits
    std::string driverUuid;
    std::uint32_t driverId = 0;      // VkDriverId; 0 where the driver does not tell
    std::string driverName;          // "radv"; empty where the driver does not tell
    std::string driverInfo;          // "Mesa 22.3.6"
    std::uint32_t driverVersion = 0; // as Vulkan gives it; its layout is the vendor's
    std::string apiVersion;          // "1.3.230"
    std::uint32_t subgroupSize = 0;
    std::uint32_t measuredSubgroupSize = 0; // as a compute shader saw it; 0: none was asked
    double timestampPeriod = 0;             // nanoseconds a tick
    std::uint32_t timestampValidBits = 0;
    std::uint32_t queueFamily = 0;
    bool pushDescriptors = false;
    std::uint32_t maxPushDescriptors = 0;
    bool bufferAddresses = false;            // VK_KHR_buffer_device_address, or Vulkan 1.2 with its feature
    bool descriptorBuffers = false;          // VK_EXT_descriptor_buffer
    std::uint32_t maxInlineUniformBytes = 0; // of a block; 0: no VK_EXT_inline_uniform_block
    std::string pciAddress;                  // "0000:01:00.0"; empty where the driver does not tell
    bool robustBufferAccess = false;         // as the device was created
    std::string unusable;                    // why it cannot be measured on; empty if it can
};

} // namespace vkperftest
