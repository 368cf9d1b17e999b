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

template <class Function, class Body> struct Hooked;
template <class Returned, class First, class... Others, class Body>
struct Hooked<Returned(VKAPI_PTR*)(First, Others...), Body> {
    static inline Returned(VKAPI_PTR* next)(First, Others...) = nullptr;
    static Returned VKAPI_CALL call(First first, Others... others) { return Body{}(next, first, others...); }
    static constexpr bool kOfInstance = std::is_same_v<First, VkPhysicalDevice> ||
                                        std::is_same_v<First, VkInstance> ||
                                        std::is_same_v<First, const VkInstanceCreateInfo*>;
};

// `body`: a lambda without captures, or the like; its arguments are the driver's function and what that takes.
template <class Function, class Body> Hook hook(std::string_view name, Body) {
    using This = Hooked<Function, Body>;
    return {name, reinterpret_cast<PFN_vkVoidFunction>(This::call),
            reinterpret_cast<PFN_vkVoidFunction*>(&This::next), This::kOfInstance};
}

// The function's type is named like it.
#define HOOK(name, ...) hostile::hook<PFN_##name>(#name, __VA_ARGS__)

using Hooks = std::vector<Hook>;

// The hooks of each part, from the innermost: none where the environment asks for nothing.
Hooks workHooks();
Hooks deviceLieHooks();
Hooks memoryLieHooks();
Hooks queueLieHooks();
Hooks faultHooks();

inline std::string_view environment(const char* name) {
    const char* text = std::getenv(name);
    return text != nullptr ? text : "";
}

// What a variable lists, "NAME WORD…, …": the words of each.
std::vector<std::vector<std::string>> listed(const char* variable);

// One line more, whole whichever threads and processes append to the file at once.
void append(const std::string& file, const std::string& line);

} // namespace hostile
