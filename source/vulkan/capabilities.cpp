#include "vulkan/capabilities.h"

#include <algorithm>
#include <string_view>

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

} // namespace vkperftest
