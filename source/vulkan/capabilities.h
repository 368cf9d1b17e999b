// What devices offer beyond Vulkan 1.1: finding it and enabling it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "kernels/catalogue.h"
#include "model/device_record.h"
#include "vulkan/api.h"

namespace vkperftest {

// Extensions, and a feature that they add.
struct Offer {
    std::vector<const char*> extensions;
    // The struct that has the feature; 0: extensions only.
    VkStructureType features = {};
    std::uint32_t core = 0; // the version of Vulkan that needs no extension for it; 0: none
    std::size_t flag = 0;   // the feature's number in the struct, where it is not the first
};

inline const Offer kSubgroupSizeControl = {
    {VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME},
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT};

// vulkan/robustness.h uses them.
inline const Offer kRobustness2 = {{VK_EXT_ROBUSTNESS_2_EXTENSION_NAME},
                                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT};
inline const Offer kPipelineRobustness = {{VK_EXT_PIPELINE_ROBUSTNESS_EXTENSION_NAME},
                                          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_ROBUSTNESS_FEATURES_EXT};

// Atomic operations on buffers' 64-bit integers, and additions of floats.
inline const Offer kAtomicInt64 = {{VK_KHR_SHADER_ATOMIC_INT64_EXTENSION_NAME},
                                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES,
                                   VK_API_VERSION_1_2};
inline const Offer kAtomicFloatAdd = {{VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME},
                                      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT,
                                      0,
                                      1};

// Storage buffers of 16- and 8-bit values.
inline const Offer k16BitStorage = {{VK_KHR_16BIT_STORAGE_EXTENSION_NAME},
                                    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
                                    VK_API_VERSION_1_1};
inline const Offer k8BitStorage = {{VK_KHR_8BIT_STORAGE_EXTENSION_NAME},
                                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES,
                                   VK_API_VERSION_1_2};

// For reading what the driver's compiler makes of kernels.
inline const Offer kPipelineExecutables = {
    {VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME},
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR};

// Any struct of features; all begin like this.
struct Features {
    VkStructureType sType;
    void* pNext;
    std::array<VkBool32, 32> flags;
};

// A device's handle, and its extensions, which are queried once.
struct PhysicalDevice {
    VkPhysicalDevice handle = VK_NULL_HANDLE;
    std::vector<std::string> extensions;

    operator VkPhysicalDevice() const { return handle; }
};

Result<std::vector<std::string>> extensionsOf(VkPhysicalDevice device);

bool hasExtension(const PhysicalDevice& device, std::string_view name);

// All of the offer's extensions.
bool hasExtensions(const PhysicalDevice& device, const Offer& offer);

bool offers(const PhysicalDevice& device, const Offer& offer);

// Sets the record's capabilities (kCapabilities). The device must support Vulkan 1.1.
void findCapabilities(const PhysicalDevice& device, DeviceRecord& record);

// Sets the record's extensions.
void findExtensions(const PhysicalDevice& device, DeviceRecord& record);

// A capability's number in a record.
using CapabilityValue = std::uint32_t DeviceRecord::*;

// All that can be found and enabled here, which is all of kCapabilities.
std::vector<CapabilityValue> everyCapability();

// What a logical device is created with. It must not move: the chain points into it.
class EnabledFeatures {
public:
    explicit EnabledFeatures(const PhysicalDevice& device) : device_(device) {}
    EnabledFeatures(const EnabledFeatures&) = delete;
    EnabledFeatures& operator=(const EnabledFeatures&) = delete;

    void add(const Offer& offer);
    // `flags`: of the offer's struct, from its first on.
    void add(const Offer& offer, std::array<VkBool32, 9> flags);
    // Also adds what it depends on; nothing if the record says that the device lacks it.
    void add(const DeviceRecord& record, CapabilityValue capability);
    // Sets to 0 what was not added.
    void clearOthers(DeviceRecord& record) const;

    const std::vector<const char*>& extensions() const { return names_; }
    const void* chain() const { return chain_; }

private:
    bool has(const Offer& offer) const;

    const PhysicalDevice& device_;
    std::vector<const char*> names_;
    std::deque<Features> features_;
    void* chain_ = nullptr;
};

// Features that kernels need of a device beyond Vulkan 1.1, by the capabilities that their SPIR-V declares.

struct ShaderNeed {
    std::uint32_t capability; // of SPIR-V
    std::string_view feature; // "shaderInt64"
    VkBool32 VkPhysicalDeviceFeatures::*core;
    const Offer* offer = nullptr; // if it is none of these
};

std::span<const ShaderNeed> shaderNeeds();

bool declares(const Kernel& kernel, const ShaderNeed& need);

// What a device can do with subgroups in compute shaders, and whether that is enough for a kernel.

struct SubgroupTraits {
    VkSubgroupFeatureFlags operations = 0; // in compute shaders
    std::uint32_t usual = 0;               // size
    // VK_EXT_subgroup_size_control: pipelines may let the size vary. All zero or false without it.
    bool sizeControl = false;
    std::uint32_t smallest = 0; // size that a pipeline may require; 0: none
    std::uint32_t largest = 0;
    std::uint32_t mostInWorkgroup = 0; // subgroups of a required size
};

SubgroupTraits subgroupTraits(const PhysicalDevice& device);

// Unsupported, naming what the device lacks, if the kernel needs more, or for a size that pipelines with
// workgroups of 256 may not require. Size 0: the driver's choice.
Result<void> checkSubgroup(const SubgroupTraits& device, const Kernel& kernel, std::uint32_t size);

} // namespace vkperftest
