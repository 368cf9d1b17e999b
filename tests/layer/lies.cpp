// Lies: HOSTILE_LIE="NAME WORD…, …".
//
// About what a device is:
//   minimum            every limit that the program could meet is the least that Vulkan allows
//   invocations N      maxComputeWorkGroupInvocations, and the same in x
//   period X           nanoseconds a tick; ticks are counted in it, if it is a number above 0
//   version X.Y        the version of Vulkan
//   number TYPE I N    the I-th number of the struct of this VkStructureType, of properties or features, is N
//   hide NAME          there is no such extension, and devices cannot be made with it
//   plain FORMAT       a VkFormat that can be used for nothing
//   names              device and driver have names that set a terminal's title and are not UTF-8
//
// About memory:
//   heap BYTES   so large is each heap, and no more can be allocated in all
//   uncached     no type of memory is cached by the host
//   discrete     memory as on a card: the device's own, the host's coherent, the host's cached, which is not coherent, and
//                the device's own that the host can write to. For drivers with one type.
//
// About queues and their timestamps:
//   queues compute          no queue is for graphics
//   queues several          one family for copies, one without timestamps, one for compute alone with 36 bits, one for all
//   timestamps constant     they do not move
//   timestamps backwards    they count down
//   timestamps wrap         they have 36 bits: with "period 0.001953125" (device_lies.cpp) they wrap every 134 ms
#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "chain.h"

namespace hostile {
namespace {

// The words behind each lie of the name that the environment asks for. Words are read anew each time: lies are few, and
// constants of other files ask before any of this one's is there.
std::vector<std::vector<std::string>> lies(std::string_view name) {
    std::vector<std::vector<std::string>> all = listed("HOSTILE_LIE");
    std::erase_if(all, [&](const auto& words) { return words.empty() || words.front() != name; });
    for (std::vector<std::string>& words : all) words.erase(words.begin());
    return all;
}

bool lie(std::string_view name) {
    return !lies(name).empty();
}

// The first word behind the lie; empty if nobody asks for it.
std::string lieWord(std::string_view name) {
    const std::vector<std::vector<std::string>> all = lies(name);
    return all.empty() || all.front().empty() ? std::string() : all.front().front();
}

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

bool hidden(const char* extension) {
    const std::vector<std::vector<std::string>> all = lies("hide");
    return std::any_of(all.begin(), all.end(), [&](const auto& words) { return words.at(0) == extension; });
}

} // namespace

Hooks deviceLieHooks() {
    Hooks all;
    if (lie("minimum") || lie("invocations") || lie("period") || lie("version") || lie("number") ||
        lie("names")) {
        all.push_back(HOOK(vkGetPhysicalDeviceProperties, [](auto next, auto device, auto* told) {
            next(device, told);
            change(*told);
        }));
        all.push_back(HOOK(vkGetPhysicalDeviceProperties2, [](auto next, auto device, auto* told) {
            next(device, told);
            change(told->properties);
            changeChain(told->pNext);
        }));
        all.push_back(HOOK(vkGetPhysicalDeviceFeatures2, [](auto next, auto device, auto* told) {
            next(device, told);
            changeChain(told->pNext);
        }));
    }
    if (lie("plain"))
        all.push_back(
            HOOK(vkGetPhysicalDeviceFormatProperties, [](auto next, auto device, auto format, auto* told) {
                next(device, format, told);
                for (const std::vector<std::string>& words : lies("plain"))
                    if (std::stoi(words.at(0)) == format) *told = {};
            }));
    if (!lie("hide")) return all;
    all.push_back(HOOK(vkEnumerateDeviceExtensionProperties,
                       [](auto next, auto device, auto layer, uint32_t* count, auto* told) {
                           uint32_t known = 0;
                           VkResult result = next(device, layer, &known, nullptr);
                           std::vector<VkExtensionProperties> left(result == VK_SUCCESS ? known : 0);
                           if (result == VK_SUCCESS) result = next(device, layer, &known, left.data());
                           if (result != VK_SUCCESS) return result;
                           std::erase_if(left, [](const auto& one) { return hidden(one.extensionName); });
                           const auto number = static_cast<uint32_t>(left.size());
                           *count = told == nullptr ? number : std::min(*count, number);
                           if (told != nullptr) std::copy_n(left.begin(), *count, told);
                           return *count < number ? VK_INCOMPLETE : VK_SUCCESS;
                       }));
    all.push_back(
        HOOK(vkCreateDevice, [](auto next, auto physical, auto* info, auto allocator, auto* device) {
            for (uint32_t i = 0; i < info->enabledExtensionCount; ++i)
                if (hidden(info->ppEnabledExtensionNames[i])) return VK_ERROR_EXTENSION_NOT_PRESENT;
            return next(physical, info, allocator, device);
        }));
    return all;
}

namespace {

const bool discrete = lie("discrete");
const VkDeviceSize heapBytes = lie("heap") ? std::stoull(lieWord("heap")) : ~VkDeviceSize{0};

std::mutex mutex;
std::unordered_map<VkDeviceMemory, VkDeviceSize> allocated;
VkDeviceSize allocatedBytes = 0;

void changeMemory(VkPhysicalDeviceMemoryProperties* told) {
    if (discrete) {
        const VkDeviceSize bytes = told->memoryHeaps[0].size;
        *told = {
            .memoryTypeCount = 4,
            .memoryTypes = {{VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0},
                            {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, 1},
                            {VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, 1},
                            {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                 VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                             0}},
            .memoryHeapCount = 2,
            .memoryHeaps = {{bytes, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT}, {bytes, 0}}};
    }
    for (uint32_t i = 0; i < told->memoryTypeCount && lie("uncached"); ++i)
        told->memoryTypes[i].propertyFlags &=
            ~static_cast<VkMemoryPropertyFlags>(VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
    for (uint32_t i = 0; i < told->memoryHeapCount && lie("heap"); ++i) told->memoryHeaps[i].size = heapBytes;
}

constexpr auto offerAll = [](auto next, auto device, auto resource, auto* requirements) {
    next(device, resource, requirements);
    if (discrete) requirements->memoryTypeBits = 0b1111;
};

} // namespace

Hooks memoryLieHooks() {
    if (!lie("heap") && !lie("uncached") && !discrete) return {};
    return {HOOK(vkGetPhysicalDeviceMemoryProperties,
                 [](auto next, auto device, auto* told) {
                     next(device, told);
                     changeMemory(told);
                 }),
            HOOK(vkGetBufferMemoryRequirements, offerAll), HOOK(vkGetImageMemoryRequirements, offerAll),
            HOOK(vkAllocateMemory,
                 [](auto next, auto device, auto* info, auto allocator, auto* memory) {
                     const std::lock_guard lock(mutex);
                     if (allocatedBytes + info->allocationSize > heapBytes)
                         return VK_ERROR_OUT_OF_DEVICE_MEMORY;
                     VkMemoryAllocateInfo real = *info;
                     if (discrete) real.memoryTypeIndex = 0;
                     const VkResult result = next(device, &real, allocator, memory);
                     if (result == VK_SUCCESS) allocatedBytes += allocated[*memory] = info->allocationSize;
                     return result;
                 }),
            HOOK(vkFreeMemory, [](auto next, auto device, auto memory, auto allocator) {
                const std::lock_guard lock(mutex);
                allocatedBytes -= allocated[memory];
                allocated.erase(memory);
                next(device, memory, allocator);
            })};
}

namespace {

constexpr uint32_t kFewBits = 36;

const std::string queues = lieWord("queues");
const std::string timestamps = lieWord("timestamps");
uint32_t validBits = 64; // of the family that the last device was made with

constexpr VkQueueFamilyProperties kSeveral[] = {
    {VK_QUEUE_TRANSFER_BIT, 1, 64},
    {VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT, 1, 0},
    {VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT, 1, kFewBits},
    {VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT, 1, 64}};

// Behind every family that is told of stands the first.
uint32_t familyBehind(uint32_t told) {
    return queues == "several" ? 0 : told;
}

uint64_t changed(uint64_t ticks) {
    if (timestamps == "constant") return 42;
    if (timestamps == "backwards") return ~ticks;
    const double period = lie("period") ? std::stod(lieWord("period")) : 1;
    if (std::isfinite(period) && period > 0)
        ticks = static_cast<uint64_t>(static_cast<long double>(ticks) / static_cast<long double>(period));
    const uint32_t bits = timestamps == "wrap" ? kFewBits : validBits;
    return bits == 64 ? ticks : ticks & ((uint64_t{1} << bits) - 1);
}

} // namespace

Hooks queueLieHooks() {
    Hooks all;
    if (!queues.empty() || timestamps == "wrap")
        all.push_back(HOOK(vkGetPhysicalDeviceQueueFamilyProperties, [](auto next, auto device,
                                                                        uint32_t* count, auto* told) {
            if (queues != "several") next(device, count, told);
            const auto families = static_cast<uint32_t>(std::size(kSeveral));
            for (uint32_t i = 0; told != nullptr && i < *count; ++i) {
                if (queues == "several" && i < families) told[i] = kSeveral[i];
                if (queues == "compute")
                    told[i].queueFlags &= ~static_cast<VkQueueFlags>(VK_QUEUE_GRAPHICS_BIT);
                if (timestamps == "wrap") told[i].timestampValidBits = kFewBits;
            }
            if (queues == "several") *count = families;
        }));
    if (queues == "several") {
        all.push_back(
            HOOK(vkCreateDevice, [](auto next, auto physical, auto* info, auto allocator, auto* device) {
                VkDeviceQueueCreateInfo queue = info->pQueueCreateInfos[0];
                validBits = kSeveral[queue.queueFamilyIndex].timestampValidBits;
                queue.queueFamilyIndex = familyBehind(queue.queueFamilyIndex);
                VkDeviceCreateInfo real = *info;
                real.pQueueCreateInfos = &queue;
                return next(physical, &real, allocator, device);
            }));
        all.push_back(
            HOOK(vkGetDeviceQueue, [](auto next, auto device, auto family, auto index, auto* queue) {
                next(device, familyBehind(family), index, queue);
            }));
        all.push_back(
            HOOK(vkCreateCommandPool, [](auto next, auto device, auto* info, auto allocator, auto* pool) {
                VkCommandPoolCreateInfo real = *info;
                real.queueFamilyIndex = familyBehind(real.queueFamilyIndex);
                return next(device, &real, allocator, pool);
            }));
    }
    if (!timestamps.empty() || lie("period") || queues == "several")
        // Of 64 bits each, as the program asks for them.
        all.push_back(
            HOOK(vkGetQueryPoolResults, [](auto next, auto device, auto pool, auto first, uint32_t count,
                                           auto size, void* data, auto stride, auto flags) {
                const VkResult result = next(device, pool, first, count, size, data, stride, flags);
                for (uint32_t i = 0; i < count && result == VK_SUCCESS; ++i) {
                    auto* ticks = reinterpret_cast<uint64_t*>(static_cast<char*>(data) + i * stride);
                    *ticks = changed(*ticks);
                }
                return result;
            }));
    return all;
}

} // namespace hostile
