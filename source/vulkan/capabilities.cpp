#include "vulkan/capabilities.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/case.h"
#include "run/plan.h"

namespace vkperftest {
namespace {

struct Source {
    CapabilityValue value;
    Offer offer;
    VkStructureType limit = {};          // the struct whose first number is the value; 0: the value is 1
    CapabilityValue dependsOn = nullptr; // an earlier entry
};

// One for each of kCapabilities.
const Source kSources[] = {
    {&DeviceRecord::pushDescriptors, {{VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME}}},
    {&DeviceRecord::maxPushDescriptors,
     {{VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME}},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR},
    {&DeviceRecord::bufferAddresses,
     {{VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME},
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES_KHR,
      VK_API_VERSION_1_2}},
    {&DeviceRecord::descriptorBuffers,
     {{VK_EXT_DESCRIPTOR_BUFFER_EXTENSION_NAME, VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME,
       VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME},
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT},
     {},
     &DeviceRecord::bufferAddresses},
    {&DeviceRecord::maxInlineUniformBytes,
     {{VK_EXT_INLINE_UNIFORM_BLOCK_EXTENSION_NAME},
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_FEATURES_EXT},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_PROPERTIES_EXT},
    {&DeviceRecord::hostQueryReset,
     {{VK_EXT_HOST_QUERY_RESET_EXTENSION_NAME},
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES,
      VK_API_VERSION_1_2}},
    {&DeviceRecord::shaderClock,
     {{VK_KHR_SHADER_CLOCK_EXTENSION_NAME}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR}},
};

bool hasName(const std::vector<const char*>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

std::uint32_t readLimit(VkPhysicalDevice device, VkStructureType type) {
    struct { // any struct of properties; all begin like this
        VkStructureType sType;
        void* pNext;
        std::array<std::uint32_t, 16> numbers;
    } limits{.sType = type};
    VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                           .pNext = &limits};
    vkGetPhysicalDeviceProperties2(device, &properties);
    return limits.numbers.front();
}

} // namespace

Result<std::vector<std::string>> extensionsOf(VkPhysicalDevice device) {
    std::vector<VkExtensionProperties> extensions;
    VKPERFTEST_TRY(check("vkEnumerateDeviceExtensionProperties",
                         listFrom(extensions, {}, vkEnumerateDeviceExtensionProperties, device, nullptr)));
    std::vector<std::string> names;
    for (const VkExtensionProperties& extension : extensions) names.emplace_back(extension.extensionName);
    return names;
}

bool hasExtension(const PhysicalDevice& device, std::string_view name) {
    return std::ranges::find(device.extensions, name) != device.extensions.end();
}

bool hasExtensions(const PhysicalDevice& device, const Offer& offer) {
    return std::ranges::all_of(offer.extensions,
                               [&](const char* name) { return hasExtension(device, name); });
}

bool offers(const PhysicalDevice& device, const Offer& offer) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    const bool core = offer.core != 0 && properties.apiVersion >= offer.core;
    if (!core && !hasExtensions(device, offer)) return false;
    if (offer.features == VkStructureType{}) return true;
    Features features{.sType = offer.features};
    VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &features};
    vkGetPhysicalDeviceFeatures2(device, &all);
    return features.flags[offer.flag] != VK_FALSE;
}

void findCapabilities(const PhysicalDevice& device, DeviceRecord& record) {
    for (const Source& source : kSources) {
        if (source.dependsOn != nullptr && record.*source.dependsOn == 0) continue;
        if (!offers(device, source.offer)) continue;
        record.*source.value = source.limit != VkStructureType{} ? readLimit(device, source.limit) : 1;
    }
}

void findExtensions(const PhysicalDevice& device, DeviceRecord& record) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device, &properties);
    std::vector<Offer> needed = {kSubgroupSizeControl, kRobustness2,  kPipelineRobustness, kAtomicInt64,
                                 kAtomicFloatAdd,      k16BitStorage, k8BitStorage};
    for (const Source& source : kSources) needed.push_back(source.offer);
    for (const Offer& offer : needed) {
        const bool core = offer.core != 0 && properties.apiVersion >= offer.core;
        for (const std::string name : offer.extensions) {
            std::vector<std::string>& names =
                core || hasExtension(device, name) ? record.extensions : record.missingExtensions;
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    }
}

std::vector<CapabilityValue> everyCapability() {
    std::vector<CapabilityValue> all;
    for (const Source& source : kSources) all.push_back(source.value);
    return all;
}

void EnabledFeatures::add(const Offer& offer) {
    std::array<VkBool32, 9> flags{};
    flags[offer.flag] = VK_TRUE;
    add(offer, flags);
}

void EnabledFeatures::add(const Offer& offer, std::array<VkBool32, 9> flags) {
    if (offer.core == 0 || hasExtensions(device_, offer)) {
        for (const char* name : offer.extensions) {
            if (!hasName(names_, name)) names_.push_back(name);
        }
    }
    if (offer.features == VkStructureType{} || has(offer)) return;
    Features added{offer.features, chain_, {}};
    std::ranges::copy(flags, added.flags.begin());
    chain_ = &features_.emplace_back(added);
}

void EnabledFeatures::add(const DeviceRecord& record, CapabilityValue capability) {
    for (const Source& source : kSources) {
        if (source.value != capability || record.*capability == 0) continue;
        if (source.dependsOn != nullptr) add(record, source.dependsOn);
        add(source.offer);
    }
}

void EnabledFeatures::clearOthers(DeviceRecord& record) const {
    for (const Source& source : kSources) {
        if (!has(source.offer)) record.*source.value = 0;
    }
}

bool EnabledFeatures::has(const Offer& offer) const {
    if (offer.features != VkStructureType{}) {
        return std::ranges::find(features_, offer.features, &Features::sType) != features_.end();
    }
    return std::ranges::all_of(offer.extensions, [&](const char* name) { return hasName(names_, name); });
}

std::span<const ShaderNeed> shaderNeeds() {
    static constexpr ShaderNeed kNeeds[] = {
        {55, "shaderStorageImageReadWithoutFormat",
         &VkPhysicalDeviceFeatures::shaderStorageImageReadWithoutFormat},
        {56, "shaderStorageImageWriteWithoutFormat",
         &VkPhysicalDeviceFeatures::shaderStorageImageWriteWithoutFormat},
        {11, "shaderInt64", &VkPhysicalDeviceFeatures::shaderInt64},
        {12, "shaderBufferInt64Atomics of VK_KHR_shader_atomic_int64", nullptr, &kAtomicInt64},
        {4433, "storageBuffer16BitAccess", nullptr, &k16BitStorage},
        {4448, "storageBuffer8BitAccess", nullptr, &k8BitStorage},
        {6033, "shaderBufferFloat32AtomicAdd of VK_EXT_shader_atomic_float", nullptr, &kAtomicFloatAdd},
    };
    return kNeeds;
}

bool declares(const Kernel& kernel, const ShaderNeed& need) {
    // Capabilities are a module's first instructions.
    constexpr std::size_t kHeaderWords = 5;
    constexpr std::uint32_t kOpCapability = 2 << 16 | 17; // two words long
    for (std::size_t at = kHeaderWords; kernel.words[at] == kOpCapability; at += 2)
        if (kernel.words[at + 1] == need.capability) return true;
    return false;
}

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
