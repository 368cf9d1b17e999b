// What devices offer beyond Vulkan 1.1: finding it and enabling it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/compile_settings.h"
#include "base/result.h"
#include "cases/operation.h"
#include "isa/shader.h"
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

    Offer withFlag(std::size_t number) const { return {extensions, features, core, number}; }
};

inline const Offer kSubgroupSizeControl = {
    {"VK_EXT_subgroup_size_control"}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT};
inline const Offer kRobustness2 = {{"VK_EXT_robustness2"},
                                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT};
inline const Offer kPipelineRobustness = {{"VK_EXT_pipeline_robustness"},
                                          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_ROBUSTNESS_FEATURES_EXT};
inline const Offer kDescriptorIndexing = {{"VK_EXT_descriptor_indexing"},
                                          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES,
                                          VK_API_VERSION_1_2};
inline const Offer kScalarLayout = {{"VK_EXT_scalar_block_layout"},
                                    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SCALAR_BLOCK_LAYOUT_FEATURES,
                                    VK_API_VERSION_1_2};

// For reading what the driver's compiler makes of kernels.
inline const Offer kPipelineExecutables = {
    {"VK_KHR_pipeline_executable_properties"},
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR};
inline const Offer kRayQuery = {{"VK_KHR_ray_query"},
                                VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR};

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

// All of the offer's extensions, or a version of Vulkan that needs none. (Whether the feature is there, `offers`
// knows.)
bool knows(const PhysicalDevice& device, const Offer& offer);

bool offers(const PhysicalDevice& device, const Offer& offer);

// Sets the record's capabilities (kCapabilities) and extensions. The device must support Vulkan 1.1.
void findCapabilities(const PhysicalDevice& device, DeviceRecord& record);

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
    // All of the offer's struct that the device has, if it knows the offer.
    void addOffered(const Offer& offer);
    // `flags`: of the offer's struct, from its first on.
    void add(const Offer& offer, const std::array<VkBool32, 32>& flags);
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

bool offers(const PhysicalDevice& device, const ShaderNeed& need);

// `words`: a module's.
bool declares(std::span<const std::uint32_t> words, std::uint32_t capability);

// Unsupported names the feature, or the operations of subgroups, that the device lacks of those that the module declares.
Result<void> checkFeatures(const PhysicalDevice& device, std::span<const std::uint32_t> words);

// Of partitioned subgroup operations alone, on which compilers without them crash.
Result<void> checkPartitioned(const PhysicalDevice& device, std::span<const std::uint32_t> words);

// Enables all that the device offers to compute shaders, for those whose needs are unknown; the caller enables the
// features of Vulkan 1.0.
void addForShaders(EnabledFeatures& features, Robustness robustness);

// Unsupported, naming the feature, if the device lacks one that the shader's atomic operations need: some drivers abort
// where one is missing.
Result<void> checkAtomics(const PhysicalDevice& device, const Shader& shader);

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
// The same of a size alone, and of workgroups of so many invocations.
Result<void> checkSubgroupSize(const SubgroupTraits& device, std::uint32_t size, std::uint32_t invocations);

// Bounds checks, which pipelines demand, and arrays of descriptors, which shaders index.
//
// VK_EXT_pipeline_robustness lets each pipeline demand its own bounds checks; without it, all pipelines of a device have
// the same. Null descriptors are always of the whole device.

// Unsupported, naming the extension or feature, if the device lacks it.
Result<void> checkRobustness(const PhysicalDevice& device, Robustness robustness);

VkPipelineRobustnessCreateInfoEXT pipelineRobustness(Robustness robustness);

// Unsupported, naming the feature of Vulkan 1.0 that is missing, if kernels with that array cannot index it so:
// glslang declares no capability for these features, as it does for those of VK_EXT_descriptor_indexing (shaderNeeds()).
Result<void> checkArray(const PhysicalDevice& device, const Binding& array, DescriptorIndex index);

} // namespace vkperftest
