// What is released at the end.
//
//   HOSTILE_ENDS=FILE  "vkDestroyInstance" is appended to the file when it is used, and "exit" when the process ends
//                      in such a way that handlers of its end are called
#include "chain.h"

namespace hostile {
namespace {

const std::string file(environment("HOSTILE_ENDS"));

PFN_vkDestroyInstance nextDestroy = nullptr;

void VKAPI_CALL destroy(VkInstance instance, const VkAllocationCallbacks* allocator) {
    append(file, "vkDestroyInstance");
    nextDestroy(instance, allocator);
}

} // namespace

const Hooks& endHooks() {
    static const Hooks hooks = [] {
        if (file.empty()) return Hooks();
        std::atexit([] { append(file, "exit"); });
        return Hooks{hook("vkDestroyInstance", destroy, nextDestroy)};
    }();
    return hooks;
}

} // namespace hostile
