// A Vulkan driver that hands everything on to another, FRAIL_DRIVER, and breaks as the environment says:
//
//   FRAIL_FEATURES=1    devices cannot be created with extensions or features
//   FRAIL_SUBMISSION=N  the Nth submission of the process loses the device
//   FRAIL_VISIT=N       the Nth submission with three pipelines or more does: a row under two strategies
//   FRAIL_HANG=N        the Nth of these does not end
//   FRAIL_BACK=instance after that, devices can be created on a new instance only; =never: not at all
//   FRAIL_QUEUES=1      its queues are for compute only
#include <cstdlib>
#include <set>
#include <string_view>

#include <dlfcn.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

namespace {

// Of each kind the first object's, which are enough: all come from one driver.
PFN_vkGetInstanceProcAddr instanceFunction = nullptr;
PFN_vkGetDeviceProcAddr deviceFunction = nullptr;
PFN_vkCreateInstance createInstance = nullptr;
PFN_vkCreateDevice createDevice = nullptr;
PFN_vkQueueSubmit queueSubmit = nullptr;
PFN_vkWaitForFences waitForFences = nullptr;
PFN_vkCmdBindPipeline bindPipeline = nullptr;
PFN_vkGetPhysicalDeviceQueueFamilyProperties queueFamilies = nullptr;

bool hangs = false;  // a submission
bool lost = false;   // the device
bool sticks = false; // and no other can be created
int submissions = 0, visits = 0;
std::set<VkPipeline> pipelines; // bound since the last submission; one thread records

int number(const char* name) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::atoi(text) : 0;
}

bool comesBackWith(std::string_view what) {
    const char* text = std::getenv("FRAIL_BACK");
    return text != nullptr && what == text;
}

VkResult VKAPI_CALL createInstanceHere(const VkInstanceCreateInfo* info,
                                       const VkAllocationCallbacks* allocator, VkInstance* instance) {
    sticks = sticks && comesBackWith("never");
    return createInstance(info, allocator, instance);
}

VkResult VKAPI_CALL createDeviceHere(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                     const VkAllocationCallbacks* allocator, VkDevice* device) {
    if (sticks) return VK_ERROR_DEVICE_LOST;
    const auto* next = static_cast<const VkBaseInStructure*>(info->pNext);
    while (next != nullptr && next->sType == VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO) next = next->pNext;
    if (number("FRAIL_FEATURES") != 0 && (info->enabledExtensionCount > 0 || next != nullptr))
        return VK_ERROR_FEATURE_NOT_PRESENT;
    lost = false;
    return createDevice(physical, info, allocator, device);
}

VkResult VKAPI_CALL queueSubmitHere(VkQueue queue, uint32_t count, const VkSubmitInfo* infos, VkFence fence) {
    const bool visit = pipelines.size() >= 3;
    pipelines.clear();
    visits += visit ? 1 : 0;
    ++submissions;
    if (submissions == number("FRAIL_SUBMISSION") || (visit && visits == number("FRAIL_VISIT"))) {
        lost = true;
        sticks = comesBackWith("instance") || comesBackWith("never");
    }
    hangs = hangs || (visit && visits == number("FRAIL_HANG"));
    return lost ? VK_ERROR_DEVICE_LOST : queueSubmit(queue, count, infos, fence);
}

VkResult VKAPI_CALL waitForFencesHere(VkDevice device, uint32_t count, const VkFence* fences, VkBool32 all,
                                      uint64_t timeout) {
    return hangs ? VK_TIMEOUT : waitForFences(device, count, fences, all, timeout);
}

void VKAPI_CALL bindPipelineHere(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipeline pipeline) {
    pipelines.insert(pipeline);
    bindPipeline(commands, point, pipeline);
}

void VKAPI_CALL queueFamiliesHere(VkPhysicalDevice physical, uint32_t* count,
                                  VkQueueFamilyProperties* families) {
    queueFamilies(physical, count, families);
    for (uint32_t i = 0; families != nullptr && i < *count && number("FRAIL_QUEUES") != 0; ++i)
        families[i].queueFlags &= ~static_cast<VkQueueFlags>(VK_QUEUE_GRAPHICS_BIT);
}

// Keeps the driver's function and gives ours instead.
template <class Function>
PFN_vkVoidFunction replaced(PFN_vkVoidFunction theirs, Function& kept, Function ours) {
    if (theirs == nullptr) return nullptr;
    kept = reinterpret_cast<Function>(theirs);
    return reinterpret_cast<PFN_vkVoidFunction>(ours);
}

PFN_vkVoidFunction ours(std::string_view name, PFN_vkVoidFunction theirs);

PFN_vkVoidFunction VKAPI_CALL deviceFunctionHere(VkDevice device, const char* name) {
    return ours(name, deviceFunction(device, name));
}

PFN_vkVoidFunction ours(std::string_view name, PFN_vkVoidFunction theirs) {
    if (name == "vkCreateInstance") return replaced(theirs, createInstance, createInstanceHere);
    if (name == "vkCreateDevice") return replaced(theirs, createDevice, createDeviceHere);
    if (name == "vkQueueSubmit") return replaced(theirs, queueSubmit, queueSubmitHere);
    if (name == "vkWaitForFences") return replaced(theirs, waitForFences, waitForFencesHere);
    if (name == "vkCmdBindPipeline") return replaced(theirs, bindPipeline, bindPipelineHere);
    if (name == "vkGetDeviceProcAddr") return replaced(theirs, deviceFunction, deviceFunctionHere);
    if (name == "vkGetPhysicalDeviceQueueFamilyProperties")
        return replaced(theirs, queueFamilies, queueFamiliesHere);
    return theirs;
}

void* symbol(const char* name) {
    static void* const driver = dlopen(FRAIL_DRIVER, RTLD_NOW | RTLD_LOCAL);
    if (driver == nullptr) std::abort();
    return dlsym(driver, name);
}

} // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t* version) {
    const auto negotiate =
        reinterpret_cast<VkResult (*)(uint32_t*)>(symbol("vk_icdNegotiateLoaderICDInterfaceVersion"));
    return negotiate(version);
}

EXPORTED PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char* name) {
    instanceFunction = reinterpret_cast<PFN_vkGetInstanceProcAddr>(symbol("vk_icdGetInstanceProcAddr"));
    return ours(name, instanceFunction(instance, name));
}

EXPORTED PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char* name) {
    const auto get = reinterpret_cast<PFN_vkGetInstanceProcAddr>(symbol("vk_icdGetPhysicalDeviceProcAddr"));
    return ours(name, get(instance, name));
}
