// The parts of the layer as its chain sees them. Tests load it in front of a driver: VK_ADD_LAYER_PATH is the
// folder of its manifest, VK_INSTANCE_LAYERS=VK_LAYER_VKPERFTEST_hostile its name. It is for programs with
// one instance at a time, whose devices all come from one driver.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#define VK_NO_PROTOTYPES
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

namespace hostile {

// A function that stands before the driver's, which it finds in `next`.
struct Hook {
    std::string_view name;
    PFN_vkVoidFunction ours;
    PFN_vkVoidFunction* next;
    bool ofInstance; // the loader asks for it by vkGetInstanceProcAddr, for others by vkGetDeviceProcAddr
};

template <class Returned, class First, class... Others>
Hook hook(std::string_view name, Returned(VKAPI_PTR* ours)(First, Others...),
          Returned(VKAPI_PTR*& next)(First, Others...)) {
    return {name, reinterpret_cast<PFN_vkVoidFunction>(ours), reinterpret_cast<PFN_vkVoidFunction*>(&next),
            std::is_same_v<First, VkPhysicalDevice> || std::is_same_v<First, VkInstance> ||
                std::is_same_v<First, const VkInstanceCreateInfo*>};
}

using Hooks = std::vector<Hook>;

// The hooks of each part, from the innermost: none where the environment asks for nothing.
const Hooks& dropHooks();
const Hooks& repeatHooks();
const Hooks& deviceLieHooks();
const Hooks& memoryLieHooks();
const Hooks& queueLieHooks();
const Hooks& faultHooks();
const Hooks& endHooks();

inline std::string_view environment(const char* name) {
    const char* text = std::getenv(name);
    return text != nullptr ? text : "";
}

// One line more, whole whichever threads and processes append to the file at once.
void append(const std::string& file, const std::string& line);

} // namespace hostile
