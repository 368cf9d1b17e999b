// Lies about memory.
//
//   heap BYTES   so large is each heap, and no more can be allocated in all
//   uncached     no type of memory is cached by the host
//   discrete     memory as on a card: the device's own, the host's coherent, the host's cached, which is not coherent, and
//                the device's own that the host can write to. For drivers with one type.
#include <mutex>
#include <unordered_map>

#include "lies.h"

namespace hostile {
namespace {

PFN_vkGetPhysicalDeviceMemoryProperties nextProperties = nullptr;
PFN_vkGetBufferMemoryRequirements nextBufferRequirements = nullptr;
PFN_vkGetImageMemoryRequirements nextImageRequirements = nullptr;
PFN_vkAllocateMemory nextAllocate = nullptr;
PFN_vkFreeMemory nextFree = nullptr;

const bool discrete = lie("discrete");
const VkDeviceSize heapBytes = lie("heap") ? std::stoull(lieWord("heap")) : ~VkDeviceSize{0};

std::mutex mutex;
std::unordered_map<VkDeviceMemory, VkDeviceSize> allocated;
VkDeviceSize allocatedBytes = 0;

void VKAPI_CALL memoryProperties(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties* told) {
    nextProperties(device, told);
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

void offerAll(VkMemoryRequirements& requirements) {
    if (discrete) requirements.memoryTypeBits = 0b1111;
}

void VKAPI_CALL bufferRequirements(VkDevice device, VkBuffer buffer, VkMemoryRequirements* requirements) {
    nextBufferRequirements(device, buffer, requirements);
    offerAll(*requirements);
}

void VKAPI_CALL imageRequirements(VkDevice device, VkImage image, VkMemoryRequirements* requirements) {
    nextImageRequirements(device, image, requirements);
    offerAll(*requirements);
}

VkResult VKAPI_CALL allocate(VkDevice device, const VkMemoryAllocateInfo* info,
                             const VkAllocationCallbacks* allocator, VkDeviceMemory* memory) {
    const std::lock_guard lock(mutex);
    if (allocatedBytes + info->allocationSize > heapBytes) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    VkMemoryAllocateInfo real = *info;
    if (discrete) real.memoryTypeIndex = 0;
    const VkResult result = nextAllocate(device, &real, allocator, memory);
    if (result == VK_SUCCESS) allocatedBytes += allocated[*memory] = info->allocationSize;
    return result;
}

void VKAPI_CALL freeMemory(VkDevice device, VkDeviceMemory memory, const VkAllocationCallbacks* allocator) {
    const std::lock_guard lock(mutex);
    allocatedBytes -= allocated[memory];
    allocated.erase(memory);
    nextFree(device, memory, allocator);
}

} // namespace

const Hooks& memoryLieHooks() {
    static const Hooks hooks = [] {
        if (!lie("heap") && !lie("uncached") && !discrete) return Hooks();
        return Hooks{hook("vkGetPhysicalDeviceMemoryProperties", memoryProperties, nextProperties),
                     hook("vkGetBufferMemoryRequirements", bufferRequirements, nextBufferRequirements),
                     hook("vkGetImageMemoryRequirements", imageRequirements, nextImageRequirements),
                     hook("vkAllocateMemory", allocate, nextAllocate),
                     hook("vkFreeMemory", freeMemory, nextFree)};
    }();
    return hooks;
}

} // namespace hostile
