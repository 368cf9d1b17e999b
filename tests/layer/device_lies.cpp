// Lies about what a device is.
//
//   minimum            every limit that the program could meet is the least that Vulkan allows
//   invocations N      maxComputeWorkGroupInvocations, and the same in x
//   period X           nanoseconds a tick; ticks are counted in it, if it is a number above 0
//   version X.Y        the version of Vulkan
//   number TYPE I N    the I-th number of the struct of this VkStructureType, of properties or features, is N
//   hide NAME          there is no such extension, and devices cannot be made with it
//   plain FORMAT       a VkFormat that can be used for nothing
//   names              device and driver have names that set a terminal's title and are not UTF-8
#include <algorithm>
#include <cstring>

#include "lies.h"

namespace hostile {
namespace {

PFN_vkGetPhysicalDeviceProperties nextProperties = nullptr;
PFN_vkGetPhysicalDeviceProperties2 nextProperties2 = nullptr;
PFN_vkGetPhysicalDeviceFeatures2 nextFeatures2 = nullptr;
PFN_vkGetPhysicalDeviceFormatProperties nextFormatProperties = nullptr;
PFN_vkEnumerateDeviceExtensionProperties nextExtensions = nullptr;
PFN_vkCreateDevice nextCreateDevice = nullptr;

// The table "Required Limits" of the specification.
void makeMinimal(VkPhysicalDeviceLimits& limits) {
    limits.maxImageDimension2D = 4096;
    limits.maxTexelBufferElements = 65536;
    limits.maxUniformBufferRange = 16384;
    limits.maxStorageBufferRange = 1u << 27;
    limits.maxPushConstantsSize = 128;
    limits.maxMemoryAllocationCount = 4096;
    limits.maxSamplerAllocationCount = 4000;
    limits.bufferImageGranularity = 131072;
    limits.maxBoundDescriptorSets = 4;
    limits.maxPerStageDescriptorSamplers = 16;
    limits.maxPerStageDescriptorUniformBuffers = 12;
    limits.maxPerStageDescriptorStorageBuffers = 4;
    limits.maxPerStageDescriptorSampledImages = 16;
    limits.maxPerStageResources = 128;
    limits.maxDescriptorSetUniformBuffersDynamic = 8;
    limits.maxDescriptorSetStorageBuffersDynamic = 4;
    limits.maxComputeSharedMemorySize = 16384;
    std::fill_n(limits.maxComputeWorkGroupCount, 3, 65535);
    limits.maxComputeWorkGroupInvocations = 128;
    limits.maxComputeWorkGroupSize[0] = limits.maxComputeWorkGroupSize[1] = 128;
    limits.maxComputeWorkGroupSize[2] = 64;
    limits.minMemoryMapAlignment = 64;
    limits.minTexelBufferOffsetAlignment = 256;
    limits.minUniformBufferOffsetAlignment = 256;
    limits.minStorageBufferOffsetAlignment = 256;
    limits.nonCoherentAtomSize = 256;
    limits.timestampComputeAndGraphics = VK_FALSE;
}

template <std::size_t size> void makeHostile(char (&name)[size]) {
    constexpr std::string_view kName = "x\x1b]0;title\x07\n\xc2\x9b"
                                       "31m\xe2\x80\xae\xff";
    static_assert(kName.size() < size);
    *std::copy(kName.begin(), kName.end(), name) = '\0';
}

void change(VkPhysicalDeviceProperties& properties) {
    if (lie("names")) makeHostile(properties.deviceName);
    VkPhysicalDeviceLimits& limits = properties.limits;
    if (lie("minimum")) makeMinimal(limits);
    if (const std::string number = lieWord("invocations"); !number.empty())
        limits.maxComputeWorkGroupInvocations = limits.maxComputeWorkGroupSize[0] =
            static_cast<uint32_t>(std::stoul(number));
    if (const std::string period = lieWord("period"); !period.empty())
        limits.timestampPeriod = std::stof(period);
    if (const std::string version = lieWord("version"); !version.empty())
        properties.apiVersion = VK_MAKE_API_VERSION(0, version.at(0) - '0', version.at(2) - '0', 0);
}

// Behind the head of such a struct come 32-bit numbers.
void changeChain(void* chain) {
    for (auto* part = static_cast<VkBaseOutStructure*>(chain); part != nullptr; part = part->pNext) {
        if (lie("names") && part->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES) {
            auto* const driver = reinterpret_cast<VkPhysicalDeviceDriverProperties*>(part);
            makeHostile(driver->driverName);
            makeHostile(driver->driverInfo);
        }
        for (const std::vector<std::string>& words : lies("number")) {
            if (std::stoul(words.at(0)) != static_cast<unsigned long>(part->sType)) continue;
            const auto number = static_cast<uint32_t>(std::stoul(words.at(2)));
            char* numbers = reinterpret_cast<char*>(part) + sizeof(VkBaseOutStructure);
            std::memcpy(numbers + 4 * std::stoul(words.at(1)), &number, sizeof(number));
        }
    }
}

void VKAPI_CALL properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* told) {
    nextProperties(device, told);
    change(*told);
}

void VKAPI_CALL properties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2* told) {
    nextProperties2(device, told);
    change(told->properties);
    changeChain(told->pNext);
}

void VKAPI_CALL features2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2* told) {
    nextFeatures2(device, told);
    changeChain(told->pNext);
}

void VKAPI_CALL formatProperties(VkPhysicalDevice device, VkFormat format, VkFormatProperties* told) {
    nextFormatProperties(device, format, told);
    for (const std::vector<std::string>& words : lies("plain")) {
        if (std::stoi(words.at(0)) == format) *told = {};
    }
}

bool hidden(const char* extension) {
    const std::vector<std::vector<std::string>> all = lies("hide");
    return std::any_of(all.begin(), all.end(), [&](const auto& words) { return words.at(0) == extension; });
}

VkResult VKAPI_CALL extensions(VkPhysicalDevice device, const char* layer, uint32_t* count,
                               VkExtensionProperties* told) {
    uint32_t all = 0;
    if (const VkResult result = nextExtensions(device, layer, &all, nullptr); result != VK_SUCCESS)
        return result;
    std::vector<VkExtensionProperties> known(all);
    if (const VkResult result = nextExtensions(device, layer, &all, known.data()); result != VK_SUCCESS)
        return result;
    std::erase_if(known, [](const VkExtensionProperties& one) { return hidden(one.extensionName); });
    const auto left = static_cast<uint32_t>(known.size());
    if (told == nullptr) {
        *count = left;
        return VK_SUCCESS;
    }
    *count = std::min(*count, left);
    std::copy_n(known.begin(), *count, told);
    return *count < left ? VK_INCOMPLETE : VK_SUCCESS;
}

VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                 const VkAllocationCallbacks* allocator, VkDevice* device) {
    for (uint32_t i = 0; i < info->enabledExtensionCount; ++i) {
        if (hidden(info->ppEnabledExtensionNames[i])) return VK_ERROR_EXTENSION_NOT_PRESENT;
    }
    return nextCreateDevice(physical, info, allocator, device);
}

} // namespace

const Hooks& deviceLieHooks() {
    static const Hooks hooks = [] {
        Hooks all;
        if (lie("minimum") || lie("invocations") || lie("period") || lie("version") || lie("number") ||
            lie("names")) {
            all.push_back(hook("vkGetPhysicalDeviceProperties", properties, nextProperties));
            all.push_back(hook("vkGetPhysicalDeviceProperties2", properties2, nextProperties2));
            all.push_back(hook("vkGetPhysicalDeviceFeatures2", features2, nextFeatures2));
        }
        if (lie("plain"))
            all.push_back(
                hook("vkGetPhysicalDeviceFormatProperties", formatProperties, nextFormatProperties));
        if (lie("hide")) {
            all.push_back(hook("vkEnumerateDeviceExtensionProperties", extensions, nextExtensions));
            all.push_back(hook("vkCreateDevice", createDevice, nextCreateDevice));
        }
        return all;
    }();
    return hooks;
}

} // namespace hostile
