// Lies about queues and their timestamps.
//
//   queues compute          no queue is for graphics
//   queues several          one family for copies, one without timestamps, one for compute alone with 36 bits, one for all
//   timestamps constant     they do not move
//   timestamps backwards    they count down
//   rate X                  they count X times as fast as the period says
//   timestamps wrap         they have 36 bits: with "period 0.001953125" (device_lies.cpp) they wrap every 134 ms
#include <atomic>
#include <cmath>

#include "lies.h"

namespace hostile {
namespace {

PFN_vkGetPhysicalDeviceQueueFamilyProperties nextFamilies = nullptr;
PFN_vkCreateDevice nextCreateDevice = nullptr;
PFN_vkGetDeviceQueue nextQueue = nullptr;
PFN_vkCreateCommandPool nextCommandPool = nullptr;
PFN_vkGetQueryPoolResults nextResults = nullptr;

constexpr uint32_t kFewBits = 36;

const std::string queues = lieWord("queues");
const std::string timestamps = lieWord("timestamps");
uint32_t validBits = 64; // of the family that the last device was made with

constexpr VkQueueFamilyProperties kSeveral[] = {
    {VK_QUEUE_TRANSFER_BIT, 1, 64},
    {VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT, 1, 0},
    {VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT, 1, kFewBits},
    {VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT, 1, 64}};

void VKAPI_CALL families(VkPhysicalDevice device, uint32_t* count, VkQueueFamilyProperties* told) {
    if (queues == "several") {
        for (uint32_t i = 0; told != nullptr && i < *count && i < std::size(kSeveral); ++i)
            told[i] = kSeveral[i];
        *count = std::size(kSeveral);
        return;
    }
    nextFamilies(device, count, told);
    for (uint32_t i = 0; told != nullptr && i < *count; ++i) {
        if (queues == "compute") told[i].queueFlags &= ~static_cast<VkQueueFlags>(VK_QUEUE_GRAPHICS_BIT);
        if (timestamps == "wrap") told[i].timestampValidBits = kFewBits;
    }
}

// Behind every family that is told of stands the first.
uint32_t familyBehind(uint32_t told) {
    return queues == "several" ? 0 : told;
}

VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                 const VkAllocationCallbacks* allocator, VkDevice* device) {
    VkDeviceQueueCreateInfo queue = info->pQueueCreateInfos[0];
    if (queues == "several") validBits = kSeveral[queue.queueFamilyIndex].timestampValidBits;
    queue.queueFamilyIndex = familyBehind(queue.queueFamilyIndex);
    VkDeviceCreateInfo real = *info;
    real.pQueueCreateInfos = &queue;
    return nextCreateDevice(physical, &real, allocator, device);
}

void VKAPI_CALL getQueue(VkDevice device, uint32_t family, uint32_t index, VkQueue* queue) {
    nextQueue(device, familyBehind(family), index, queue);
}

VkResult VKAPI_CALL createCommandPool(VkDevice device, const VkCommandPoolCreateInfo* info,
                                      const VkAllocationCallbacks* allocator, VkCommandPool* pool) {
    VkCommandPoolCreateInfo real = *info;
    real.queueFamilyIndex = familyBehind(real.queueFamilyIndex);
    return nextCommandPool(device, &real, allocator, pool);
}

uint64_t changed(uint64_t ticks) {
    if (timestamps == "constant") return 42;
    if (timestamps == "backwards") return ~ticks;
    const double period = lie("period") ? std::stod(lieWord("period")) : 1;
    if (std::isfinite(period) && period > 0)
        ticks = static_cast<uint64_t>(static_cast<long double>(ticks) / static_cast<long double>(period));
    if (lie("rate"))
        ticks = static_cast<uint64_t>(static_cast<long double>(ticks) * std::stold(lieWord("rate")));
    const uint32_t bits = timestamps == "wrap" ? kFewBits : validBits;
    return bits == 64 ? ticks : ticks & ((uint64_t{1} << bits) - 1);
}

// Of 64 bits each, as the program asks for them.
VkResult VKAPI_CALL results(VkDevice device, VkQueryPool pool, uint32_t first, uint32_t count, size_t size,
                            void* data, VkDeviceSize stride, VkQueryResultFlags flags) {
    const VkResult result = nextResults(device, pool, first, count, size, data, stride, flags);
    for (uint32_t i = 0; i < count && result == VK_SUCCESS; ++i) {
        auto* ticks = reinterpret_cast<uint64_t*>(static_cast<char*>(data) + i * stride);
        *ticks = changed(*ticks);
    }
    return result;
}

} // namespace

const Hooks& queueLieHooks() {
    static const Hooks hooks = [] {
        Hooks all;
        if (!queues.empty() || timestamps == "wrap")
            all.push_back(hook("vkGetPhysicalDeviceQueueFamilyProperties", families, nextFamilies));
        if (queues == "several") {
            all.push_back(hook("vkCreateDevice", createDevice, nextCreateDevice));
            all.push_back(hook("vkGetDeviceQueue", getQueue, nextQueue));
            all.push_back(hook("vkCreateCommandPool", createCommandPool, nextCommandPool));
        }
        if (!timestamps.empty() || lie("period") || lie("rate") || queues == "several")
            all.push_back(hook("vkGetQueryPoolResults", results, nextResults));
        return all;
    }();
    return hooks;
}

} // namespace hostile
