// What the loader needs of a layer: negotiation, and the functions that begin its part of the chain.
#include "chain.h"

#include <iterator>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

namespace hostile {
namespace {

PFN_vkGetInstanceProcAddr instanceFunction = nullptr; // of the next layer, or the loader's end of the chain
PFN_vkGetDeviceProcAddr deviceFunction = nullptr;

// The link of the chain in what the loader hands down to be created, which is moved on to the next layer.
template <class Info> Info* linkIn(const void* chain, VkStructureType type) {
    auto* info = static_cast<Info*>(const_cast<void*>(chain));
    while (info != nullptr && !(info->sType == type && info->function == VK_LAYER_LINK_INFO))
        info = static_cast<Info*>(const_cast<void*>(info->pNext));
    return info;
}

VkResult VKAPI_CALL createInstance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                                   VkInstance* instance) {
    auto* link =
        linkIn<VkLayerInstanceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    instanceFunction = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const auto create =
        reinterpret_cast<PFN_vkCreateInstance>(instanceFunction(VK_NULL_HANDLE, "vkCreateInstance"));
    return create(info, allocator, instance);
}

VkResult VKAPI_CALL createDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                 const VkAllocationCallbacks* allocator, VkDevice* device) {
    auto* link = linkIn<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    const PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    deviceFunction = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const auto create = reinterpret_cast<PFN_vkCreateDevice>(next(VK_NULL_HANDLE, "vkCreateDevice"));
    return create(physical, info, allocator, device);
}

// The function, with those of the layer's parts before it that have one of the name.
PFN_vkVoidFunction hooked(std::string_view name, PFN_vkVoidFunction next, bool ofInstance) {
    if (next == nullptr) return nullptr;
    static const Hooks parts[] = {workHooks(), deviceLieHooks(), memoryLieHooks(), queueLieHooks(),
                                  faultHooks()};
    for (const Hooks& hooks : parts) {
        for (const Hook& hook : hooks) {
            if (hook.name != name || hook.ofInstance != ofInstance) continue;
            *hook.next = next;
            next = hook.ours;
        }
    }
    return next;
}

template <class Function> PFN_vkVoidFunction asVoid(Function* function) {
    return reinterpret_cast<PFN_vkVoidFunction>(function);
}

PFN_vkVoidFunction VKAPI_CALL getDeviceFunction(VkDevice device, const char* name) {
    if (name == std::string_view("vkGetDeviceProcAddr")) return asVoid(getDeviceFunction);
    return hooked(name, deviceFunction(device, name), false);
}

PFN_vkVoidFunction VKAPI_CALL getInstanceFunction(VkInstance instance, const char* text) {
    const std::string_view name = text;
    if (name == "vkGetInstanceProcAddr") return asVoid(getInstanceFunction);
    if (name == "vkGetDeviceProcAddr") return asVoid(getDeviceFunction);
    if (name == "vkCreateInstance") return hooked(name, asVoid(createInstance), true);
    if (name == "vkCreateDevice") return hooked(name, asVoid(createDevice), true);
    return instance == VK_NULL_HANDLE ? nullptr : hooked(name, instanceFunction(instance, text), true);
}

} // namespace

std::vector<std::vector<std::string>> listed(const char* variable) {
    std::vector<std::vector<std::string>> all;
    std::istringstream text{std::string(environment(variable))};
    for (std::string one; std::getline(text, one, ',');) {
        std::istringstream words(one);
        all.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
    }
    return all;
}

void append(const std::string& file, const std::string& line) {
    const int opened = open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    const std::string whole = line + "\n";
    if (opened < 0 || write(opened, whole.data(), whole.size()) < 0) std::abort();
    close(opened);
}

} // namespace hostile

// Debian 13's Vulkan headers have no VK_LAYER_EXPORT.
extern "C" __attribute__((visibility("default"))) VkResult
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* interface) {
    interface->loaderLayerInterfaceVersion = 2;
    interface->pfnGetInstanceProcAddr = hostile::getInstanceFunction;
    interface->pfnGetDeviceProcAddr = hostile::getDeviceFunction;
    interface->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}
