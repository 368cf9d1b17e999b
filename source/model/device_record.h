// What is known of a device: printed by `devices`, kept with every result; and the device that is meant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_table.h"
#include "base/result.h"

namespace vkperftest {

enum class DeviceKind { Discrete, Integrated, Virtual, Cpu, Other };

inline constexpr auto kDeviceKinds = enumTable<DeviceKind, std::string_view>(
    {"discrete GPU", "integrated GPU", "virtual GPU", "CPU", "other device"});

// As PCI numbers vendors, and Vulkan with it.
inline constexpr std::uint32_t kVendorAmd = 0x1002, kVendorNvidia = 0x10de, kVendorIntel = 0x8086,
                               kVendorArm = 0x13b5;

std::string_view vendorName(std::uint32_t id); // "NVIDIA"; empty for others than makers of GPUs

struct DeviceRecord {
    std::string name;
    std::string architecture; // "GCN3", of published tables; empty where the device itself was asked
    DeviceKind kind = DeviceKind::Other;
    std::uint32_t vendorId = 0;
    std::uint32_t deviceId = 0;
    std::string deviceUuid; // 32 hexadecimal digits
    std::string driverUuid;
    std::uint32_t driverId = 0;      // VkDriverId; 0 if the driver does not report it
    std::string driverName;          // "radv"; empty if the driver does not report it
    std::string driverInfo;          // "Mesa 22.3.6"
    std::uint32_t driverVersion = 0; // as Vulkan gives it; its layout is the vendor's
    std::string apiVersion;          // "1.3.230"
    std::uint32_t subgroupSize = 0;
    std::uint32_t measuredSubgroupSize = 0; // as a compute shader saw it; 0: no shader was run
    double timestampPeriod = 0;             // nanoseconds a tick
    std::uint32_t timestampValidBits = 0;
    std::uint32_t queueFamily = 0;
    // Capabilities: see kCapabilities.
    std::uint32_t pushDescriptors = 0;
    std::uint32_t maxPushDescriptors = 0;
    std::uint32_t bufferAddresses = 0;
    std::uint32_t descriptorBuffers = 0;
    std::uint32_t maxInlineUniformBytes = 0; // of a block
    std::uint32_t hostQueryReset = 0;
    std::uint32_t shaderClock = 0;
    std::string pciAddress; // "0000:01:00.0"; empty if the driver does not report it
    // NVIDIA's multiprocessors, AMD's compute units; 0: unknown
    std::uint32_t computeUnits = 0;
    bool robustBufferAccess = false; // as the device was created
    std::string unusable;            // why it cannot be measured on; empty if it can
    // Not in results files; `devices` prints it, too.
    std::uint64_t localMemory = 0;      // bytes of its device-local heaps
    bool subgroupSizeControl = false;   // pipelines may let the size vary
    std::uint32_t smallestSubgroup = 0; // that a compute pipeline may require; 0: it may require none
    std::uint32_t largestSubgroup = 0;
    // Of the extensions that some row or strategy needs, those that the device has and those that it lacks.
    // It has those that its version of Vulkan includes.
    std::vector<std::string> extensions, missingExtensions;
};

// The driver's name and version: "NVIDIA 580.159.04"; empty if the driver reports neither.
std::string driverWithVersion(const DeviceRecord& device);

// What a device may offer beyond Vulkan 1.1: a number, or a flag of 0 or 1. 0: it does not.
struct Capability {
    std::uint32_t DeviceRecord::*value;
    std::string_view name; // in results files
    bool flag;
    std::string_view missing; // why it is 0: "no VK_KHR_push_descriptor"
    std::string_view label;   // of its line in `devices`; empty: it has none
    std::string_view wording; // of that line, with {} for the number
};

// In the order of results files and of `devices`.
extern const std::span<const Capability> kCapabilities;

// Index into `devices`. `wanted` is an index (at most two digits), a UUID, or part of a name (case does not
// matter; a whole name goes before a part); empty: the first kind present, discrete before integrated
// before virtual before CPU. A usage error that lists the devices if none matches, or those that match if
// several do; NoDevice if there are none, or if the one meant cannot be measured on.
Result<std::size_t> selectDevice(std::span<const DeviceRecord> devices, std::string_view wanted);

// The architectures of GPUs whose units' rates are known (analysis/unit_rates.h).
struct Architecture {
    std::uint32_t vendorId = 0;
    std::string_view name;    // with NVIDIA's compute capability: "Turing (7.5)"
    std::string_view devices; // names: globs, with '|' between them
};

// Null if it is not known. Drivers do not report it, so it follows from the device's name: the first entry that
// matches counts.
const Architecture* architectureOf(const DeviceRecord& device);

// One of the globs, with '|' between them.
bool matchesAny(std::string_view name, std::string_view globs);

} // namespace vkperftest
